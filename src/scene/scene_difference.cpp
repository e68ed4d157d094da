#include "scene/scene_difference.h"

#include <algorithm>

#include "scene/scene_text.h"
#include "scene/scene_writer.h"

namespace spindrift {
namespace {

constexpr std::string_view kHarmless[] = {"title",   "time.frames", "fluid.color", "output", "checkpoint",
                                          "surface", "render",      "probe",       "region"};

bool is_harmless(const std::string& path) {
  return std::find(std::begin(kHarmless), std::end(kHarmless), path) != std::end(kHarmless);
}

std::string text_of(const SceneNode* node) { return node ? to_inline_toml(*node) : "nothing"; }

std::string joined(const std::string& path, const std::string& key) { return path.empty() ? key : path + "." + key; }

std::optional<SceneDifference> compare(const std::string& path, const SceneNode* before, const SceneNode* now) {
  if (is_harmless(path)) return std::nullopt;
  if (before && now && before->is_table() && now->is_table()) {
    for (const SceneNode& child : now->children)
      if (auto found = compare(joined(path, child.key), before->find(child.key), &child)) return found;
    for (const SceneNode& child : before->children)
      if (!now->find(child.key))
        if (auto found = compare(joined(path, child.key), &child, nullptr)) return found;
    return std::nullopt;
  }
  if (before && now && before->is_list_of_tables() && now->is_list_of_tables()) {
    const std::size_t count = std::max(before->children.size(), now->children.size());
    for (std::size_t i = 0; i < count; ++i) {
      auto item = [&](const SceneNode* list) { return i < list->children.size() ? &list->children[i] : nullptr; };
      if (auto found = compare(joined(path, std::to_string(i + 1)), item(before), item(now))) return found;
    }
    return std::nullopt;
  }
  const std::string was = text_of(before), is = text_of(now);
  if (was == is) return std::nullopt;
  return SceneDifference{path, was, is};
}

}  // namespace

std::optional<SceneDifference> first_difference(const Scene& before, const Scene& now) {
  const SceneNode old_tree = scene_tree(resolved(before)), new_tree = scene_tree(resolved(now));
  return compare("", &old_tree, &new_tree);
}

}  // namespace spindrift
