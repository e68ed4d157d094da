#include "validate/earlier_validation.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/json.h"
#include "formats/files/checksum_table.h"
#include "formats/files/file_bytes.h"
#include "run/run_folder.h"

namespace spindrift {
namespace {

// What the report has of a case.
struct Reported {
  std::string name;
  std::vector<JsonValue> scores;
};

// All of them, if it is one of a validation.
std::vector<Reported> cases_in_report(const std::string& folder) {
  const std::string file = folder + "/" + kValidationReports[0];
  const auto known = read_checksums(folder);
  const auto text = read_file_bytes(file);
  if (!known || !known->knows(kValidationReports[0]) || !text) return {};
  const auto report = read_json(*text, file);
  const JsonValue* cases = report ? report->find("cases") : nullptr;
  std::vector<Reported> all;
  if (cases)
    for (const JsonValue& one : cases->items) {
      const JsonValue* scores = one.find("scores");
      all.push_back({one.text_or("case", ""), scores ? scores->items : std::vector<JsonValue>{}});
    }
  return all;
}

bool is_asked_for(const PreparedCase& one, const JsonValue& score) {
  const double size = score.number_or("n", 0.0);  // null in scores over several sizes
  const std::string variant = score.text_or("variant", "");
  return size == 0.0 || std::any_of(one.runs.begin(), one.runs.end(), [&](const PreparedRun& run) {
           return run.run.size == size && (variant.empty() || variant_of(one.content, run.run).name == variant);
         });
}

// `fall (n = 32)`: cases, and sizes of those that are asked for, which a report of `cases` would not have any more.
std::vector<std::string> lost_from_report(const std::vector<Reported>& there, const std::vector<PreparedCase>& cases) {
  std::vector<std::string> lost;
  for (const Reported& one : there) {
    const auto asked = std::find_if(cases.begin(), cases.end(),
                                    [&](const PreparedCase& other) { return other.content.name == one.name; });
    if (asked == cases.end()) {
      lost.push_back(one.name);
      continue;
    }
    const auto gone = std::find_if(one.scores.begin(), one.scores.end(),
                                   [&](const JsonValue& score) { return !is_asked_for(*asked, score); });
    if (gone != one.scores.end()) lost.push_back(fmt::format("{} (n = {:.0f})", one.name, gone->number_or("n", 0.0)));
  }
  return lost;
}

Error refusal(const std::string& why) { return {ErrorCode::kBadInput, why}; }

}  // namespace

Status check_earlier_validation(const ValidationOptions& options, const std::vector<PreparedCase>& cases) {
  if (options.overwrite) return Done{};
  const std::vector<Reported> reported = cases_in_report(options.folder);
  std::vector<std::string> there;
  for (const Reported& one : reported) there.push_back(one.name);
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
  const std::vector<std::string> lost = lost_from_report(reported, cases);
  if (lost.empty()) return Done{};
  return refusal(
      fmt::format("cannot resume: the report in {} has more cases or sizes than are asked for ({}); ask for them, too, "
                  "and their runs are taken over, or let --overwrite replace the report",
                  options.folder, names_text(lost)));
}

}  // namespace spindrift
