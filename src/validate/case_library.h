// The cases that come with the program, and those that somebody else wrote: found, read, chosen.
#pragma once

#include <string>
#include <vector>

#include "spindrift/validate.h"
#include "validate/case_file.h"
#include "validate/case_scene.h"

namespace spindrift {

// A folder with settings.toml, cases/NAME.toml and reference/*.csv.
struct CaseLibrary {
  std::string folder{};

  std::string reference() const { return folder + "/reference"; }
  std::vector<std::string> names() const;           // of the cases, sorted
  std::string path(const std::string& name) const;  // of a case's file
};

Result<CaseLibrary> open_case_library(const std::string& folder);  // empty: the program's own

// By `table.key=value` changed, as `liquid.solver.transfer=apic`.
Result<SharedSettings> shared_settings(const CaseLibrary& library, const std::vector<std::string>& changes);

// A case with `like` is that other case, with all that its own file says put over it.
Result<Case> read_case(const CaseLibrary& library, const std::string& path);

// Those that the options name, of the tier that they name, in the order of their names.
Result<std::vector<Case>> choose_cases(const CaseLibrary& library, const ValidationOptions& options);

}  // namespace spindrift
