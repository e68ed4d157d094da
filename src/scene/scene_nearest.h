// The nearest right word to a wrong one, for messages that end in `did you mean ...?`.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace spindrift {

// The candidate with the smallest edit distance, or an empty text if none is near enough to be a slip of the finger.
std::string nearest_word(std::string_view word, const std::vector<std::string>& candidates);

// `one`, `one or two`, `one, two or three`
std::string word_list(const std::vector<std::string>& words);

}  // namespace spindrift
