// The plots of a case: what its file asks for, of its runs.
#pragma once

#include "validate/plot.h"
#include "validate/scores.h"

namespace spindrift {

Result<std::vector<Plot>> plots_of(const Case& owner, std::vector<FinishedRun>& runs);

}  // namespace spindrift
