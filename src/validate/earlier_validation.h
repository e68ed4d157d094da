// What an earlier validation has left in the folder: it is not replaced unasked.
#pragma once

#include <vector>

#include "spindrift/validate.h"
#include "validate/run_case.h"

namespace spindrift {

// Refused are results that are there, unless the options say to go on with them or to replace them; and to go on with
// those of other cases or other settings.
Status check_earlier_validation(const ValidationOptions& options, const std::vector<PreparedCase>& cases);

}  // namespace spindrift
