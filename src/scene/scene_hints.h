// Messages about a wrong value, key or word: what was found, and what to write instead.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "keys/scene_key.h"
#include "keys/scene_node.h"

namespace spindrift {

// The value for messages: `found 1.5`, `found the text 'x'`.
std::string short_text(const SceneNode& node);

// `; write true, without quotes`; empty if there is nothing to suggest.
std::string hint_for_truth(const SceneNode& found);
std::string hint_for_number(const SceneKey& key, const SceneNode& found);
std::string hint_for_list(const SceneNode& found);

// In which other table a key of this name is: `; move it to [time]`.
std::string hint_for_home(std::string_view key);

// What became of a key (`solver.weights`) or of a word (`solver.transfer=word`) that older versions had; else empty.
std::string_view fate_of(std::string_view key_or_word);

// The candidate that another program, or other English, calls by this word; else the nearest one; empty if none is
// near.
struct Candidate {
  std::string word;
  std::string_view synonyms = "";
};
std::string likely_word(std::string_view word, const std::vector<Candidate>& candidates);

// `one`, `one or two`, `one, two or three`
std::string word_list(const std::vector<Candidate>& words);

}  // namespace spindrift
