// One case from its file to its outcome: the scenes of its runs, the runs, the scores, the plots.
#pragma once

#include <string>
#include <vector>

#include "spindrift/validate.h"
#include "validate/case_constants.h"
#include "validate/case_library.h"
#include "validate/validation_folder.h"

namespace spindrift {

struct PreparedRun {
  CaseRun run{};
  CaseConstants constants;
  Scene scene{};
  std::string name{};  // `deep_n64`: its folder, below that of the case
};

struct PreparedCase {
  Case content{};
  std::vector<PreparedRun> runs{};
  std::vector<std::string> reference_folders{};
};

std::string folder_of_run(const std::string& folder, const PreparedCase& owner, const PreparedRun& run);
bool holds_run_of_another_scene(const std::string& path, const Scene& scene);  // a whole one

// Makes every scene and looks at every formula, so that a mistake is found before anything runs.
Result<PreparedCase> prepare_case(Case content, const CaseLibrary& library, const SharedSettings& settings,
                                  bool is_quick);

// What stops a run is the case's failure, not an error; an error is something that the user can mend. Its runs
// and its plots go into the folder.
Result<CaseOutcome> run_case(const PreparedCase& prepared, const ValidationOptions& options, ValidationFolder& folder,
                             ValidationWatcher& watcher);

}  // namespace spindrift
