// Finds, reads and selects cases, those of the program and others.
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

// With changes `table.key=value`, such as `liquid.solver.transfer=apic`.
Result<SharedSettings> shared_settings(const CaseLibrary& library, const std::vector<std::string>& changes);

// A case with `like` starts from that other case; its own keys win.
Result<Case> read_case(const CaseLibrary& library, const std::string& path);

// The cases and the tier that the options name, sorted by name.
Result<std::vector<Case>> choose_cases(const CaseLibrary& library, const ValidationOptions& options);

}  // namespace spindrift
