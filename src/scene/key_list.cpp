// Visits the description of the settings (scene_keys.h) and notes each key.
#include "scene/key_list.h"

#include <fmt/format.h>

#include <optional>
#include <type_traits>

#include "scene/scene_shape_keys.h"
#include "scene/scene_text.h"
#include "scene/scene_types.h"
#include "scene/scene_words.h"
#include "scene/scene_writer.h"

namespace spindrift {

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

// Visits the whole scene; `table_` is that in which the visit is, null at the top.
class KeyLister {
 public:
  KeyLister(const SceneNode& tree, int dimension) : tree_(tree), dimension_(dimension) {}

  template <class T>
  void value(const SceneKey& key, const T& member) {
    if (key.needs_3d && dimension_ == 2) return;
    const SceneNode* table = table_.empty() ? &tree_ : tree_.find(table_);
    if (!table) return;  // of the other kind of fluid
    const SceneNode* node = table->find(key.name);
    const std::string path = table_.empty() ? std::string(key.name) : fmt::format("{}.{}", table_, key.name);
    entries_.push_back({path, std::string(type_of(member).kind), std::string(key.unit), std::string(key.meaning),
                        key.range, possible_words(member), key.is_fixed || is_table_fixed_,
                        node ? *node : text_node("")});
  }
  void domain_size(const SceneKey& key, const DomainSettings& domain) { value(key, domain.size); }
  template <class T>
  void table(const SceneKey& key, T& member) {
    table_ = key.name;
    is_table_fixed_ = key.is_fixed;
    describe(member, *this);
    table_.clear();
    is_table_fixed_ = false;
  }
  template <class T>
  void tables(const SceneKey& key, const std::vector<T>&) {
    if (key.is_fixed) fixed_lists_.emplace_back(key.name);
  }

  std::vector<KeyEntry> take() { return std::move(entries_); }
  const std::vector<std::string>& fixed_lists() const { return fixed_lists_; }

 private:
  const SceneNode& tree_;
  int dimension_;
  std::string table_;
  bool is_table_fixed_ = false;
  std::vector<KeyEntry> entries_;
  std::vector<std::string> fixed_lists_;
};

// Visits no more than the top.
struct TopLister {
  template <class T>
  void value(const SceneKey& key, const T&) {
    names.emplace_back(key.name);
  }
  template <class T>
  void table(const SceneKey& key, const T&) {
    names.emplace_back(key.name);
  }
  template <class T>
  void tables(const SceneKey& key, const std::vector<T>&) {
    names.emplace_back(key.name);
  }

  std::vector<std::string> names;
};

struct Listed {
  std::vector<KeyEntry> keys;
  std::vector<std::pair<std::string, std::string>> fixed_lists;  // name and text
};

Listed list_all(const Scene& scene) {
  Scene copy = scene;
  const SceneNode tree = scene_tree(copy);
  KeyLister lister(tree, scene.dimension());
  describe(copy, lister);
  Listed listed{.keys = lister.take(), .fixed_lists = {}};
  for (const std::string& name : lister.fixed_lists()) {
    const SceneNode* list = tree.find(name);
    listed.fixed_lists.emplace_back(name, list ? to_inline_toml(*list) : "");
  }
  return listed;
}

Error cannot_change(std::string_view what) {
  return {ErrorCode::kBadInput, fmt::format("{} cannot change while the scene runs; start over with it", what)};
}

}  // namespace

std::vector<KeyEntry> list_keys(const Scene& scene) { return list_all(scene).keys; }

std::vector<std::string> names_at_top() {
  Scene scene;
  TopLister lister;
  describe(scene, lister);
  return std::move(lister.names);
}

Status check_change(const Scene& running, const Scene& next) {
  if (running.is_smoke() != next.is_smoke()) return cannot_change("what kind of fluid it is");
  const Listed before = list_all(running), after = list_all(next);
  for (std::size_t i = 0; i < after.keys.size(); ++i)
    if (after.keys[i].is_fixed && to_inline_toml(after.keys[i].value) != to_inline_toml(before.keys[i].value))
      return cannot_change(fmt::format("'{}'", after.keys[i].path));
  for (std::size_t i = 0; i < after.fixed_lists.size(); ++i)
    if (after.fixed_lists[i] != before.fixed_lists[i])
      return cannot_change(fmt::format("[[{}]]", after.fixed_lists[i].first));
  return Done{};
}

}  // namespace spindrift
