#include "keys/scene_difference.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/split.h"
#include "keys/key_list.h"
#include "keys/scene_node.h"

namespace spindrift {
namespace {

void add_lines(const std::string& path, const SceneNode& node, std::string& lines) {
  if (!node.is_table() && !node.is_list_of_tables()) {
    lines += path + " = " + to_inline_toml(node) + "\n";
    return;
  }
  for (std::size_t i = 0; i < node.children.size(); ++i) {
    const SceneNode& child = node.children[i];
    const std::string step = node.is_table() ? child.key : std::to_string(i + 1);
    add_lines(path.empty() ? step : path + "." + step, child, lines);
  }
}

std::string lines_of(const SceneNode& tree) {
  std::string lines;
  add_lines("", tree, lines);
  return lines;
}

class SceneLines {
 public:
  explicit SceneLines(std::string_view text) {
    for (const std::string_view line : split(text, '\n')) {
      const std::size_t end = std::min(line.find(kEquals), line.size());
      keys_.push_back(line.substr(0, end));
      values_.emplace(keys_.back(), line.substr(std::min(end + kEquals.size(), line.size())));
    }
  }

  const std::vector<std::string_view>& keys() const { return keys_; }
  bool has(std::string_view key) const { return values_.contains(key); }
  std::string_view value(std::string_view key) const { return has(key) ? values_.at(key) : "nothing"; }

  // `liquid.2` of `liquid.2.max` if there is no second liquid; else the key.
  std::string_view missing_item(std::string_view key) const {
    for (std::size_t dot = key.find('.'); dot != std::string_view::npos; dot = key.find('.', dot + 1)) {
      const auto first = values_.lower_bound(key.substr(0, dot + 1));
      const bool has_some = first != values_.end() && first->first.starts_with(key.substr(0, dot + 1));
      if (!has_some && dot > 0 && key[dot - 1] >= '0' && key[dot - 1] <= '9') return key.substr(0, dot);
    }
    return key;
  }

 private:
  static constexpr std::string_view kEquals = " = ";
  std::vector<std::string_view> keys_;
  std::map<std::string_view, std::string_view> values_;
};

std::vector<SceneDifference> differences(std::string_view before_text, std::string_view now_text) {
  const SceneLines before(before_text), now(now_text);
  std::vector<SceneDifference> found;
  const auto add = [&](std::string_view key) {
    if (before.value(key) == now.value(key)) return;
    const SceneLines& lacking = before.has(key) ? now : before;
    const std::string_view item = lacking.has(key) ? key : lacking.missing_item(key);
    if (!found.empty() && found.back().key == item) return;
    const auto text_in = [&](const SceneLines& lines) {
      return std::string(item != key && lines.has(key) ? "a table" : lines.value(key));
    };
    found.push_back({std::string(item), text_in(before), text_in(now)});
  };
  for (const std::string_view key : now.keys()) add(key);
  for (const std::string_view key : before.keys())
    if (!now.has(key)) add(key);
  return found;
}

}  // namespace

std::string scene_lines(const Scene& scene) { return lines_of(scene_tree(resolved(scene))); }

bool is_file_name(std::string_view key) {
  const std::string_view last = key.substr(key.rfind('.') + 1);
  return last == "file" || last == "motion_file" || last == "gravity_file";
}

std::optional<SceneDifference> first_difference(std::string_view before, std::string_view now, FileNames names) {
  for (SceneDifference& found : differences(before, now))
    if (facts_of(found.key).effect == Affects::kFluid && !(names == FileNames::kDoNotCount && is_file_name(found.key)))
      return std::move(found);
  return std::nullopt;
}

std::vector<SceneDifference> output_differences(std::string_view before, std::string_view now) {
  std::vector<SceneDifference> found = differences(before, now);
  std::erase_if(found, [](const SceneDifference& one) { return facts_of(one.key).effect != Affects::kOutputs; });
  return found;
}

Status check_change(const Scene& running, const Scene& next) {
  const auto refusal = [](std::string_view what) {
    return Error{ErrorCode::kBadInput,
                 fmt::format("{} cannot change while the scene runs; restart to change it", what)};
  };
  if (running.is_smoke() != next.is_smoke()) return refusal("the kind of fluid");
  for (const auto& [key, before, now] : differences(lines_of(scene_tree(running)), lines_of(scene_tree(next)))) {
    const KeyFacts facts = facts_of(key);
    if (facts.is_fixed)
      return refusal(facts.is_of_list ? fmt::format("[[{}]]", key.substr(0, key.find('.'))) : fmt::format("'{}'", key));
  }
  return Done{};
}

}  // namespace spindrift
