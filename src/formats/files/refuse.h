// What a reader says of a file, or of a line of it, that it cannot take.
#pragma once

#include <string>
#include <utility>

#include "spindrift/error.h"

namespace spindrift {

inline Error refuse(std::string file, std::string why) {
  return {ErrorCode::kBadInput, std::move(why), {std::move(file)}};
}

inline Error refuse(std::string file, int line, std::string why) {
  return {ErrorCode::kBadInput, std::move(why), {std::move(file), line}};
}

}  // namespace spindrift
