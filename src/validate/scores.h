// From the results of a case's runs to scores and a verdict.
#pragma once

#include <vector>

#include "spindrift/validate.h"
#include "validate/case_file.h"
#include "validate/run_results.h"

namespace spindrift {

// A run that has been made, and what it came to.
struct FinishedRun {
  CaseRun run{};
  RunResults results;
};

// Those of each run, then, where asked for, those of several sizes together. An error is a mistake in the case's file.
Result<std::vector<ValidationScore>> score_runs(const Case& owner, std::vector<FinishedRun>& runs);

// Pass if all that is asked holds, not run if nothing is asked; a control passes if something that is asked does not,
// and every value was found.
Verdict verdict_of(const std::vector<ValidationScore>& scores, bool must_fail);

// How fast errors fall: e ~ (1/n)^order, from one size to the next.
double observed_order(int coarse, double coarse_error, int fine, double fine_error);

}  // namespace spindrift
