// A whole file as bytes.
#pragma once

#include <string>

#include "spindrift/error.h"

namespace spindrift {

Result<std::string> read_file_bytes(const std::string& path);

}  // namespace spindrift
