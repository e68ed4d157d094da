// A table of numbers from the text of a file.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "spindrift/error.h"
#include "spindrift/table.h"

namespace spindrift {

// Errors point to the line in `file`.
Result<std::shared_ptr<const NumberTable>> parse_table(std::string_view text, const std::string& file);

}  // namespace spindrift
