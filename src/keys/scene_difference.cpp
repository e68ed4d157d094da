#include "keys/scene_difference.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "keys/key_list.h"
#include "keys/scene_node.h"

namespace spindrift {
namespace {

std::string text_of(const SceneNode* node) { return node ? to_inline_toml(*node) : "nothing"; }

std::string joined(const std::string& path, const std::string& key) { return path.empty() ? key : path + "." + key; }

void compare(const std::string& path, const SceneNode* before, const SceneNode* now,
             std::vector<SceneDifference>& found) {
  if (before && now && before->is_table() && now->is_table()) {
    for (const SceneNode& child : now->children)
      compare(joined(path, child.key), before->find(child.key), &child, found);
    for (const SceneNode& child : before->children)
      if (!now->find(child.key)) compare(joined(path, child.key), &child, nullptr, found);
    return;
  }
  if (before && now && before->is_list_of_tables() && now->is_list_of_tables()) {
    const std::size_t count = std::max(before->children.size(), now->children.size());
    for (std::size_t i = 0; i < count; ++i) {
      auto item = [&](const SceneNode* list) { return i < list->children.size() ? &list->children[i] : nullptr; };
      compare(joined(path, std::to_string(i + 1)), item(before), item(now), found);
    }
    return;
  }
  const std::string was = text_of(before), is = text_of(now);
  if (was != is) found.push_back({path, was, is});
}

std::vector<SceneDifference> differences(const SceneNode& before, const SceneNode& now) {
  std::vector<SceneDifference> found;
  compare("", &before, &now, found);
  return found;
}

SceneNode tree_of(const Scene& scene) { return scene_tree(resolved(scene)); }

}  // namespace

bool is_file_name(std::string_view key) {
  const std::string_view last = key.substr(key.rfind('.') + 1);
  return last == "file" || last == "motion_file" || last == "gravity_file";
}

std::optional<SceneDifference> first_difference(const Scene& before, const Scene& now, FileNames names) {
  return first_difference(tree_of(before), tree_of(now), names);
}

std::optional<SceneDifference> first_difference(const SceneNode& before, const SceneNode& now, FileNames names) {
  for (SceneDifference& found : differences(before, now))
    if (facts_of(found.key).effect == Affects::kFluid && !(names == FileNames::kDoNotCount && is_file_name(found.key)))
      return std::move(found);
  return std::nullopt;
}

std::vector<SceneDifference> output_differences(const Scene& before, const Scene& now) {
  std::vector<SceneDifference> found = differences(tree_of(before), tree_of(now));
  std::erase_if(found, [](const SceneDifference& one) { return facts_of(one.key).effect != Affects::kOutputs; });
  return found;
}

Status check_change(const Scene& running, const Scene& next) {
  const auto refusal = [](std::string_view what) {
    return Error{ErrorCode::kBadInput,
                 fmt::format("{} cannot change while the scene runs; restart to change it", what)};
  };
  if (running.is_smoke() != next.is_smoke()) return refusal("the kind of fluid");
  for (const auto& [key, before, now] : differences(scene_tree(running), scene_tree(next))) {
    const KeyFacts facts = facts_of(key);
    if (facts.is_fixed)
      return refusal(facts.is_of_list ? fmt::format("[[{}]]", key.substr(0, key.find('.'))) : fmt::format("'{}'", key));
  }
  return Done{};
}

}  // namespace spindrift
