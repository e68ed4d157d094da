// What a wrong word in a scene most likely means, for messages that end in `did you mean ...?`.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace spindrift {

// The candidate that other programs, or other English, call by this word; else the nearest one; empty if none is near.
std::string likely_word(std::string_view word, const std::vector<std::string>& candidates);

// `one`, `one or two`, `one, two or three`
std::string word_list(const std::vector<std::string>& words);

}  // namespace spindrift
