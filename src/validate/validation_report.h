// What a validation came to, for programs (JSON), for people (HTML with the plots inside) and for a manual (Markdown).
#pragma once

#include <string>

#include "spindrift/validate.h"
#include "validate/validation_folder.h"

namespace spindrift {

std::string verdict_word(Verdict verdict);             // pass, fail, not_run
std::string asked_text(const ValidationScore& score);  // `<= 0.01`; empty if it is only reported
std::string value_text(const ValidationScore& score);  // with its unit
std::string run_text(const ValidationScore& score);    // `deep, n = 64`

std::string validation_json(const ValidationOutcome& outcome, const ValidationOptions& options);
std::string validation_html(const ValidationOutcome& outcome, const ValidationOptions& options);
std::string validation_markdown(const ValidationOutcome& outcome);

// report.json, report.html and report.md in the folder.
Status write_validation_reports(ValidationOutcome& outcome, const ValidationOptions& options, ValidationFolder& folder);

}  // namespace spindrift
