// Numbers that look random and are the same in every run.
#pragma once

#include <cstdint>

#include "base/hash.h"

namespace spindrift::testing {

// From 0 to below 1, by two keys.
inline double random_at(std::uint64_t a, std::uint64_t b) {
  return static_cast<double>(random_unit(hash_combine(a, b)));
}

}  // namespace spindrift::testing
