#include "scene/scene_nearest.h"

#include <algorithm>
#include <cctype>
#include <cstddef>

namespace spindrift {

namespace {

constexpr std::size_t kLongestWord = 64;  // nobody means a scene key by more

std::string lower_case(std::string_view word) {
  std::string out(word);
  for (char& c : out) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return out;
}

// Letters to insert, remove, replace, or exchange with their neighbour (optimal string alignment).
std::size_t edit_distance(const std::string& a, const std::string& b) {
  // Of the first i letters of a and the first j of b, row by row.
  std::vector<std::size_t> costs((a.size() + 1) * (b.size() + 1));
  const auto cost = [&](std::size_t i, std::size_t j) -> std::size_t& { return costs[i * (b.size() + 1) + j]; };
  for (std::size_t i = 0; i <= a.size(); ++i) cost(i, 0) = i;
  for (std::size_t j = 0; j <= b.size(); ++j) cost(0, j) = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = cost(i - 1, j - 1) + (a[i - 1] == b[j - 1] ? 0 : 1);
      cost(i, j) = std::min({replaced, cost(i - 1, j) + 1, cost(i, j - 1) + 1});
      const bool is_exchanged = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (is_exchanged) cost(i, j) = std::min(cost(i, j), cost(i - 2, j - 2) + 1);
    }
  }
  return cost(a.size(), b.size());
}

}  // namespace

std::string nearest_word(std::string_view word, const std::vector<std::string>& candidates) {
  if (word.size() > kLongestWord) return "";
  std::string nearest;
  std::size_t smallest = std::max<std::size_t>(1, word.size() / 3) + 1;
  for (const std::string& candidate : candidates) {
    const std::size_t distance = edit_distance(lower_case(word), lower_case(candidate));
    if (distance >= smallest || distance >= candidate.size()) continue;
    smallest = distance;
    nearest = candidate;
  }
  return nearest;
}

std::string word_list(const std::vector<std::string>& words) {
  std::string out;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i > 0) out += i + 1 == words.size() ? " or " : ", ";
    out += words[i];
  }
  return out;
}

}  // namespace spindrift
