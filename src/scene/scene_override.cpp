#include "scene/scene_override.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "base/split.h"

namespace spindrift {

namespace {

Error bad_override(std::string message) { return {.message = std::move(message), .place = {.file = kOverrideFile}}; }

bool is_number(const std::string& text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string::npos;
}

// The table a step of the path leads to from `list`, a list of tables. Uses up the step if it is a number.
Result<SceneNode*> pick_table(SceneNode& list, const std::vector<std::string>& path, std::size_t& step) {
  const std::size_t count = list.children.size();
  std::size_t number = 1;
  if (is_number(path[step])) {
    const std::string& digits = path[step++];
    const auto result = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    if (result.ec != std::errc{} || number < 1 || number > count) {
      return bad_override(fmt::format("there is no {} number {}; count from 1 to {}", list.key, digits, count));
    }
  } else if (count != 1) {
    return bad_override(
        fmt::format("there are {} of {}; pick one, as in {}.1.{}", count, list.key, list.key, path[step]));
  }
  return &list.children[number - 1];
}

SceneNode& entry(SceneNode& table, const std::string& key) {
  if (SceneNode* node = table.find(key)) return *node;
  SceneNode& made = table.children.emplace_back();
  made.key = key;
  made.place = made.key_place = {.file = kOverrideFile};
  return made;
}

// A scene gives one of the two, and whoever asks for the other means it in its place. Who asks for both is still told.
void drop_rival(SceneNode& table, const std::vector<std::string>& path) {
  if (path.size() != 2 || path[0] != "domain" || (path[1] != "resolution" && path[1] != "cell_size")) return;
  const char* rival = path[1] == "resolution" ? "cell_size" : "resolution";
  std::erase_if(table.children,
                [&](const SceneNode& node) { return node.key == rival && node.key_place.file != kOverrideFile; });
}

}  // namespace

Result<Override> split_override(std::string_view text) {
  const auto equals = text.find('=');
  Override out;
  out.adds = equals != std::string_view::npos && equals > 0 && text[equals - 1] == '+';
  std::string part;
  for (const char c : std::string(trimmed(text.substr(0, out.adds ? equals - 1 : equals))) + ".") {
    if (c != '.') {
      part += c;
    } else {
      out.path.emplace_back(trimmed(part));
      part.clear();
    }
  }
  constexpr std::size_t kLongestPath = 16;
  const bool has_bracket = std::any_of(out.path.begin(), out.path.end(), [](const std::string& step) {
    return step.find_first_of("[]") != std::string::npos;
  });
  if (equals != std::string_view::npos && has_bracket)
    return bad_override(fmt::format(
        "'{}' has brackets in its path; tables are counted from 1, as in solid.2.radius=0.1", text.substr(0, equals)));
  const bool has_gap = std::find(out.path.begin(), out.path.end(), "") != out.path.end();
  if (equals == std::string_view::npos || has_gap || out.path.size() > kLongestPath) {
    return bad_override(fmt::format("'{}' is not of the form table.key=value", text));
  }
  out.value = trimmed(text.substr(equals + 1));
  return out;
}

namespace {

// The table that the path's last step is a key of; `step` becomes that step.
Result<SceneNode*> walk_to_table(SceneNode& root, const std::vector<std::string>& path, std::size_t& step) {
  SceneNode* node = &root;
  while (step + 1 < path.size()) {
    if (is_number(path[step + 1]) && !node->find(path[step]))
      return bad_override(fmt::format("there is no {} number {}; the scene has none", path[step], path[step + 1]));
    node = &entry(*node, path[step++]);
    if (node->is_list_of_tables()) {
      auto table = pick_table(*node, path, step);
      if (!table) return table.error();
      node = *table;
    }
    if (!node->is_table()) return bad_override(fmt::format("'{}' is not a table", path[step - 1]));
  }
  if (step == path.size()) return bad_override(fmt::format("'{}' names a table, not a key", path[step - 1]));
  return node;
}

}  // namespace

Status apply_override(SceneNode& root, const std::vector<std::string>& path, SceneNode value) {
  std::size_t step = 0;
  const auto table = walk_to_table(root, path, step);
  if (!table) return table.error();
  drop_rival(**table, path);
  SceneNode& target = entry(**table, path[step]);
  value.key = target.key;
  value.key_place = {.file = kOverrideFile};
  target = std::move(value);
  return Done{};
}

Status add_to_list(SceneNode& root, const std::vector<std::string>& path, SceneNode value) {
  std::size_t step = 0;
  const auto table = walk_to_table(root, path, step);
  if (!table) return table.error();
  SceneNode& list = entry(**table, path[step]);
  if (list.is_table() && list.children.empty()) list.kind = SceneNode::Kind::kList;  // made just now
  if (!list.is_list()) return bad_override(fmt::format("'{}' is not a list that could be added to", path[step]));
  value.key.clear();
  list.children.push_back(std::move(value));
  return Done{};
}

}  // namespace spindrift
