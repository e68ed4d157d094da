#include "validate/earlier_validation.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/json_reader.h"
#include "formats/files/checksum_table.h"
#include "formats/files/file_bytes.h"
#include "run/run_folder.h"

namespace spindrift {
namespace {

// The cases that the report has, if it is one of a validation.
std::vector<std::string> cases_in_report(const std::string& folder) {
  const std::string file = folder + "/" + kValidationReports[0];
  const auto known = read_checksums(folder);
  const auto text = read_file_bytes(file);
  if (!known || !known->knows(kValidationReports[0]) || !text) return {};
  const auto report = read_json(*text, file);
  const JsonValue* cases = report ? report->find("cases") : nullptr;
  std::vector<std::string> names;
  if (cases)
    for (const JsonValue& one : cases->items) names.push_back(one.text_or("case", ""));
  return names;
}

Error refusal(const std::string& why) { return {ErrorCode::kBadInput, why}; }

}  // namespace

Status check_earlier_validation(const ValidationOptions& options, const std::vector<PreparedCase>& cases) {
  if (options.overwrite) return Done{};
  std::vector<std::string> there = cases_in_report(options.folder);
  for (const PreparedCase& one : cases)
    for (const PreparedRun& run : one.runs) {
      const std::string path = folder_of_run(options.folder, one, run);
      if (options.resume && holds_run_of_another_scene(path, run.scene))
        return refusal(
            fmt::format("cannot resume: {} holds a run with other settings; --overwrite replaces it, and "
                        "another --out leaves it as it is",
                        path));
      const std::string& name = one.content.name;
      if (RunFolder::has_results(path) && std::find(there.begin(), there.end(), name) == there.end())
        there.push_back(name);
    }
  if (there.empty()) return Done{};
  if (!options.resume)
    return refusal(
        fmt::format("the folder {} holds the results of a validation ({}); --resume goes on with it, "
                    "--overwrite replaces them, and another --out leaves them as they are",
                    options.folder, names_text(there)));
  std::erase_if(there, [&](const std::string& name) {
    return std::any_of(cases.begin(), cases.end(), [&](const PreparedCase& one) { return one.content.name == name; });
  });
  if (there.empty()) return Done{};
  return refusal(
      fmt::format("cannot resume: the report in {} has more cases than are asked for ({}); name them, too, "
                  "and their runs are taken over, or let --overwrite replace the report",
                  options.folder, names_text(there)));
}

}  // namespace spindrift
