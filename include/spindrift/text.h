// Numbers as people read them, or `?` if there is no memory for the text; and words that they misspell.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "spindrift/vec.h"

namespace spindrift {

std::string grouped(std::int64_t number) noexcept;                        // 26,544
std::string grid_text(const Vec<int, 3>& cells, int dimension) noexcept;  // 180 x 101
std::string duration_text(double seconds) noexcept;                       // 0.8 s, 2 min 05 s, 1 h 10 min
std::string bytes_text(double bytes) noexcept;                            // 1.5 GB, in powers of 1000

// The candidate that a wrong word is a slip of the finger away from, or a part of; empty if there is none.
std::string nearest_word(std::string_view word, const std::vector<std::string>& candidates) noexcept;

}  // namespace spindrift
