#include "spindrift/validate.h"

#include <fmt/format.h>

#include <iterator>

#include "base/no_throw.h"
#include "run/run_folder.h"
#include "validate/case_library.h"
#include "validate/earlier_validation.h"
#include "validate/run_case.h"
#include "validate/validation_report.h"

namespace spindrift {
namespace {

Result<std::vector<PreparedCase>> prepare_all(const ValidationOptions& options) {
  const auto library = open_case_library(options.case_folder);
  if (!library) return library.error();
  const auto settings = shared_settings(*library, options.settings);
  if (!settings) return settings.error();
  auto cases = choose_cases(*library, options);
  if (!cases) return cases.error();
  std::vector<PreparedCase> prepared;
  for (Case& one : *cases) {
    for (const PreparedCase& earlier : prepared)
      if (earlier.content.name == one.name)
        return Error{.message = fmt::format("two cases are called '{}', this one and {}: results go by their names, so "
                                            "rename one or run them one by one, into two folders",
                                            one.name, earlier.content.file),
                     .place = {.file = one.file}};
    auto ready = prepare_case(std::move(one), *library, *settings, options.quick);
    if (!ready) return ready.error();
    prepared.push_back(std::move(*ready));
  }
  return prepared;
}

// All that will be written beside the folders of runs.
std::vector<std::string> files_of(const std::vector<PreparedCase>& cases) {
  std::vector<std::string> files(std::begin(kValidationReports), std::end(kValidationReports));
  for (const PreparedCase& one : cases)
    for (std::size_t i = 0; i < one.content.plots.size(); ++i) files.push_back(plot_file(one.content.name, i));
  return files;
}

// Reports are written after each case, so that an end by force leaves what there is.
Result<ValidationOutcome> run_all(const ValidationOptions& options, ValidationWatcher& watcher) {
  const auto prepared = prepare_all(options);
  if (!prepared) return prepared.error();
  if (const Status free = check_earlier_validation(options, *prepared); !free) return free.error();
  Result<ValidationFolder> folder = ValidationFolder::open(options.folder, files_of(*prepared));
  if (!folder) return folder.error();
  if (options.overwrite)  // so that they never stand beside runs that they are not of
    for (const std::string& file : files_of(*prepared))
      if (const Status removed = folder->remove(file); !removed) return removed.error();
  ValidationOutcome outcome;
  for (const PreparedCase& one : *prepared) {
    if (watcher.should_stop()) outcome.interrupted = true;
    if (outcome.interrupted) break;
    watcher.case_begin(one.content.name, one.content.title);
    auto ran = run_case(one, options, *folder, watcher);
    if (!ran) return ran.error();
    outcome.interrupted = ran->verdict == Verdict::kNotRun && watcher.should_stop();
    outcome.cases.push_back(std::move(*ran));
    if (const Status written = write_validation_reports(outcome, options, *folder); !written) return written.error();
    tell_set_aside(folder->path(), folder->take_set_aside(), watcher);
    watcher.case_end(outcome.cases.back());
  }
  if (const Status written = write_validation_reports(outcome, options, *folder); !written) return written.error();
  return outcome;
}

Result<std::vector<CaseSummary>> summaries_of_cases(const ValidationOptions& options) {
  const auto library = open_case_library(options.case_folder);
  if (!library) return library.error();
  const auto cases = choose_cases(*library, options);
  if (!cases) return cases.error();
  std::vector<CaseSummary> all;
  for (const Case& one : *cases) all.push_back({one.name, one.title, one.tier, one.not_run, one.file});
  return all;
}

}  // namespace

Result<ValidationOutcome> validate(const ValidationOptions& options, ValidationWatcher* watcher) {
  ValidationWatcher nobody;
  return no_throw("validating", [&] { return run_all(options, watcher ? *watcher : nobody); });
}

Result<std::vector<CaseSummary>> list_cases(const ValidationOptions& options) {
  return no_throw("listing the validation cases", [&] { return summaries_of_cases(options); });
}

}  // namespace spindrift
