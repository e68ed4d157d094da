// Visits the description of the settings (scene_keys.h) and collects the keys.
#include "keys/key_list.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <type_traits>

#include "keys/scene_keys.h"
#include "keys/scene_node.h"
#include "keys/scene_words.h"

namespace spindrift {

bool KeyRange::contains(double value) const {
  const bool is_above = holds_min ? value >= min : value > min;
  const bool is_below = holds_max ? value <= max : value < max;
  return is_above && is_below;
}

std::string KeyRange::text() const {
  const bool has_min = std::isfinite(min);
  const bool has_max = std::isfinite(max);
  if (has_min && has_max && holds_min && holds_max) return fmt::format("between {} and {}", min, max);
  std::string text;
  if (has_min) text = fmt::format("{} {}", holds_min ? "at least" : "greater than", min);
  if (has_min && has_max) text += " and ";
  if (has_max) text += fmt::format("{} {}", holds_max ? "at most" : "less than", max);
  return text;
}

std::string KeyRange::interval() const {
  const bool has_min = std::isfinite(min), has_max = std::isfinite(max);
  if (!has_min && !has_max) return "";
  if (!has_max) return fmt::format("{} {:g}", holds_min ? ">=" : ">", min);
  if (!has_min) return fmt::format("{} {:g}", holds_max ? "<=" : "<", max);
  return fmt::format("{}{:g}, {:g}{}", holds_min ? '[' : '(', min, max, holds_max ? ']' : ')');
}

std::string number_text(double value) {
  std::string text = fmt::format("{}", value);
  if (text.find_first_not_of("-0123456789") == std::string::npos) text += ".0";
  return text;
}

namespace {

template <class T>
std::vector<std::string> possible_words(const T&) {
  std::vector<std::string> words;
  if constexpr (std::is_enum_v<T>)
    for (const auto& word : words_of(T{})) words.emplace_back(word.word);
  return words;
}
template <class T>
std::vector<std::string> possible_words(const std::optional<T>&) {
  return possible_words(T{});
}
template <class T>
std::vector<std::string> possible_words(const std::vector<T>&) {
  return possible_words(T{});
}

// Visits the whole scene. `table_` is the single table that is being visited, null at the top.
class KeyLister {
 public:
  KeyLister(const Scene& scene, const SceneNode& tree, const SceneNode& defaults)
      : dimension_(scene.dimension()), is_smoke_(scene.is_smoke()), tree_(tree), defaults_(defaults) {}

  template <class T>
  void value(const SceneKey& key, const T& member) {
    if ((key.needs_3d && dimension_ == 2) || !is_read(key) || (table_ && !is_read(*table_))) return;
    const SceneNode *now = find(tree_, key), *usual = find(defaults_, key);
    entries_.push_back({.path = table_ ? fmt::format("{}.{}", table_->name, key.name) : std::string(key.name),
                        .key = key,
                        .kind = std::string(type_of(member).kind),
                        .words = possible_words(member),
                        .is_fixed = key.is_fixed || (table_ && table_->is_fixed),
                        .is_default = text_of(now) == text_of(usual),
                        .value = now ? *now : text_node("")});
  }
  void domain_size(const SceneKey& key, const DomainSettings& domain) { value(key, domain.size); }
  template <class T>
  void table(const SceneKey& key, T& member) {
    table_ = &key;
    describe(member, *this);
    table_ = nullptr;
  }
  template <class T>
  void tables(const SceneKey&, const std::vector<T>&) {}

  std::vector<KeyEntry> take() { return std::move(entries_); }

 private:
  bool is_read(const SceneKey& key) const { return key.is_read_by(is_smoke_); }
  const SceneNode* find(const SceneNode& tree, const SceneKey& key) const {
    const SceneNode* const table = table_ ? tree.find(table_->name) : &tree;
    return table ? table->find(key.name) : nullptr;
  }
  static std::string text_of(const SceneNode* node) { return node ? to_inline_toml(*node) : ""; }

  int dimension_;
  bool is_smoke_;
  const SceneNode &tree_, &defaults_;
  const SceneKey* table_ = nullptr;
  std::vector<KeyEntry> entries_;
};

// Finds the key at a path. All keys of a list of tables have the facts of the list.
class FactFinder {
 public:
  explicit FactFinder(std::string_view path)
      : first_(path.substr(0, path.find('.'))), rest_(path.substr(std::min(first_.size() + 1, path.size()))) {}

  template <class T>
  void value(const SceneKey& key, T&) {
    if (key.name == (is_inside_ ? rest_ : first_)) add(key);
  }
  void domain_size(const SceneKey& key, DomainSettings& domain) { value(key, domain); }
  void rotation(const SceneKey&, Vec3d&) {}
  template <class T>
  void table(const SceneKey& key, T& member) {
    if (key.name != first_) return;
    add(key);
    is_inside_ = true;
    describe(member, *this);
    is_inside_ = false;
  }
  template <class T>
  void tables(const SceneKey& key, std::vector<T>&) {
    if (is_inside_ || key.name != first_) return;
    add(key);
    facts.is_of_list = true;
  }

  KeyFacts facts;

 private:
  void add(const SceneKey& key) {
    facts.exists = true;
    facts.effect = std::max(facts.effect, key.effect);
    facts.is_fixed = facts.is_fixed || key.is_fixed;
  }

  std::string_view first_, rest_;
  bool is_inside_ = false;
};

}  // namespace

std::vector<KeyEntry> list_keys(const Scene& scene) {
  Scene copy = scene, usual;
  usual.domain.dimension = scene.dimension();
  if (scene.is_smoke()) usual.smokes.resize(1);
  const SceneNode tree = scene_tree(copy), defaults = scene_tree(usual);
  KeyLister lister(scene, tree, defaults);
  describe(copy, lister);
  return lister.take();
}

KeyFacts facts_of(std::string_view path) {
  Scene scene;
  FactFinder finder(path);
  describe(scene, finder);
  return finder.facts;
}

}  // namespace spindrift
