#include "scene/scene_hints.h"

#include <fmt/format.h>

#include <cctype>
#include <cmath>
#include <cstdlib>
#include <vector>

#include "keys/scene_keys.h"
#include "spindrift/text.h"

namespace spindrift {

namespace {

std::string lower_case_of(std::string text) {
  for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

std::string shortened(std::string_view text) {
  constexpr std::size_t kLongest = 40;
  if (text.size() <= kLongest) return std::string(text);
  std::size_t end = kLongest;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0) == 0x80) --end;  // not inside a character
  return std::string(text.substr(0, end)) + "...";
}

// Collects the tables that have a key of that name, except keys that depend on a kind or a shape.
class KeyFinder {
 public:
  explicit KeyFinder(std::string_view key) : key_(key) {}

  template <class T>
  void value(const SceneKey& key, T&) {
    note(key);
  }
  template <class Enum>
  void kind(const SceneKey&, Enum&) {}
  void rotation(const SceneKey& key, Vec3d&) { note(key); }
  void domain_size(const SceneKey& key, DomainSettings&) { note(key); }
  void shape(ShapeSettings&) {}
  template <class T>
  void table(const SceneKey& key, T& member) {
    where_ = fmt::format("[{}]", key.name);
    describe(member, *this);
    where_.clear();
  }
  template <class T>
  void tables(const SceneKey& key, std::vector<T>&) {
    if (!where_.empty()) return note(key);  // a list inside of a table
    where_ = fmt::format("[[{}]]", key.name);
    T member{};
    describe(member, *this);
    where_.clear();
  }

  const std::vector<Candidate>& homes() const { return homes_; }

 private:
  void note(const SceneKey& key) {
    if (key.name == key_) homes_.push_back({where_});  // nothing at the top
  }

  std::string_view key_;
  std::string where_;
  std::vector<Candidate> homes_;
};

}  // namespace

std::string short_text(const SceneNode& node) {
  switch (node.kind) {
    case SceneNode::Kind::kBool:
    case SceneNode::Kind::kInteger:
    case SceneNode::Kind::kFloat:
      return to_inline_toml(node);
    case SceneNode::Kind::kText:
      return fmt::format("the text '{}'", shortened(node.text));
    case SceneNode::Kind::kList:
      return fmt::format("a list of {}", node.children.size());
    case SceneNode::Kind::kTable:
      return "a table";
    case SceneNode::Kind::kDate:
      return "a date or time";
  }
  return "";
}

std::string hint_for_truth(const SceneNode& found) {
  if (found.kind == SceneNode::Kind::kInteger && (found.integer == 0 || found.integer == 1))
    return found.integer == 1 ? "; write true" : "; write false";
  if (found.kind != SceneNode::Kind::kText) return "";
  const std::string word = lower_case_of(found.text);
  if (word == "true" || word == "yes" || word == "on") return "; write true, without quotes";
  if (word == "false" || word == "no" || word == "off") return "; write false, without quotes";
  return "";
}

std::string hint_for_number(const SceneKey& key, const SceneNode& found) {
  if (found.kind == SceneNode::Kind::kFloat && found.number == std::floor(found.number))
    return std::abs(found.number) < 1e15 ? fmt::format("; write {:.0f}", found.number) : "";
  if (found.kind != SceneNode::Kind::kText || found.text.empty()) return "";
  char* rest = nullptr;
  const double number = std::strtod(found.text.c_str(), &rest);
  if (rest == found.text.c_str() || !std::isfinite(number)) return "";
  if (*rest == '\0') return fmt::format("; write {}, without quotes", found.text);
  if (std::isalpha(static_cast<unsigned char>(*rest)) == 0 && *rest != ' ') return "";
  return fmt::format("; write the number alone{}", key.unit.empty() ? "" : fmt::format(", in {}", key.unit));
}

std::string hint_for_list(const SceneNode& found) {
  constexpr std::size_t kLongest = 40;
  if (found.kind != SceneNode::Kind::kText || found.text.size() > kLongest) return "";
  const bool is_of_numbers = found.text.find_first_not_of("+-.,0123456789eE ") == std::string::npos;
  return is_of_numbers ? fmt::format("; write [{}]", found.text) : fmt::format("; write [\"{}\"]", found.text);
}

std::string hint_for_home(std::string_view key) {
  Scene scene;
  KeyFinder finder(key);
  describe(scene, finder);
  if (finder.homes().empty()) return "";
  const bool is_of_top = finder.homes().front().word.empty();
  return is_of_top ? "; move it to the top of the file, before the first table"
                   : fmt::format("; move it to {}", word_list(finder.homes()));
}

namespace {

struct OldKey {
  std::string_view key, fate;
};
constexpr OldKey kOldKeys[] = {
    {"solver.weights", "it was removed; both transfers compute their weights"},
    {"solver.flip_reference_dt", "it was removed; choose solver.flip for the length of the time step"},
    {"solver.walls_pull", "it was removed; with solver.free_surface = \"level_set\" walls do not hold liquid back"},
    {"solver.extrapolation", "it was removed; as many layers are computed as the motion needs"},
    {"drift.density", "it was removed; density is always interpolated"},
};

bool holds_word(std::string_view words, const std::string& word) {
  return word.find(' ') == std::string::npos &&
         (" " + std::string(words) + " ").find(" " + word + " ") != std::string::npos;
}

std::string plain_form(std::string_view word) {
  std::string out(word);
  for (char& c : out) c = c == '-' || c == ' ' ? '_' : static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return out;
}

}  // namespace

std::string_view fate_of(std::string_view key_or_word) {
  for (const auto& [key, fate] : kOldKeys)
    if (key == key_or_word) return fate;
  return "";
}

std::string likely_word(std::string_view word, const std::vector<Candidate>& candidates) {
  const std::string plain = plain_form(word);
  std::vector<std::string> words;
  for (const Candidate& candidate : candidates) {
    if (holds_word(candidate.synonyms, plain)) return candidate.word;
    words.push_back(candidate.word);
  }
  return nearest_word(word, words);
}

std::string word_list(const std::vector<Candidate>& words) {
  std::string out;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i > 0) out += i + 1 == words.size() ? " or " : ", ";
    out += words[i].word;
  }
  return out;
}

}  // namespace spindrift
