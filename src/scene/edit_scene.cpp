// Overrides (`table.key=value`) and edits of a scene change its tree, which is then read again.
#include "scene/edit_scene.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <map>

#include "base/no_throw.h"
#include "base/split.h"
#include "keys/named_files.h"
#include "scene/scene_text.h"
#include "spindrift/scene_file.h"

namespace spindrift {

namespace {

Error bad_override(std::string message) { return {.message = std::move(message), .place = {.file = kOverrideFile}}; }

bool is_number(const std::string& text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string::npos;
}

// The table of a list that a step of the path selects. Consumes the step if it is a number.
Result<SceneNode*> pick_table(SceneNode& list, const std::vector<std::string>& path, std::size_t& step) {
  const std::size_t count = list.children.size();
  std::size_t number = 1;
  if (is_number(path[step])) {
    const std::string& digits = path[step++];
    const auto result = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    if (result.ec != std::errc{} || number < 1 || number > count) {
      return bad_override(fmt::format("there is no {} number {}; the numbers are 1 to {}", list.key, digits, count));
    }
  } else if (count != 1) {
    return bad_override(fmt::format("there are {} tables [[{}]]; select one, for example {}.1.{}", count, list.key,
                                    list.key, path[step]));
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

// `resolution` and `cell_size` exclude each other: an override of one removes the other unless that is also an
// override.
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
    return bad_override(
        fmt::format("'{}' has brackets in its path; write the number of a table with a point: solid.2.radius=0.1",
                    text.substr(0, equals)));
  const bool has_gap = std::find(out.path.begin(), out.path.end(), "") != out.path.end();
  if (equals == std::string_view::npos || has_gap || out.path.size() > kLongestPath) {
    return bad_override(fmt::format("'{}' must have the form table.key=value", text));
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
  if (list.is_table() && list.children.empty()) list.kind = SceneNode::Kind::kList;  // created by entry()
  if (!list.is_list()) return bad_override(fmt::format("'{}' is not a list", path[step]));
  value.key.clear();
  list.children.push_back(std::move(value));
  return Done{};
}

void forget_lines(SceneNode& node) {
  node.place = node.key_place = {.file = kOverrideFile};
  for (SceneNode& child : node.children) forget_lines(child);
}

// Accepts numbers that TOML rejects: too large, too small, or written as .5.
std::optional<SceneNode> any_number(const std::string& text) {
  if (text.empty() || text.find_first_not_of("+-.0123456789eE") != std::string::npos) return std::nullopt;
  char* rest = nullptr;
  const double number = std::strtod(text.c_str(), &rest);
  return *rest == '\0' ? std::optional(float_node(number)) : std::nullopt;
}

// Accepts a list that TOML rejects for missing quotes: [top, left].
std::optional<SceneNode> bare_list(const std::string& text) {
  if (text.size() < 2 || text.front() != '[' || text.back() != ']') return std::nullopt;
  SceneNode list = list_node();
  for (const std::string_view part : split(std::string_view(text).substr(1, text.size() - 2), ',')) {
    const std::string item(trimmed(part));
    list.children.push_back(any_number(item).value_or(text_node(item)));
  }
  return list;
}

SceneNode unquoted_value(const std::string& text) {
  if (auto number = any_number(text)) return *number;
  return bare_list(text).value_or(text_node(text));
}

// TOML if it reads as exactly one value, text otherwise: `--set solver.pressure=pcg` needs no quotes.
SceneNode override_value(const std::string& text) {
  auto parsed = parse_toml("value = " + text, kOverrideFile);
  const bool is_one_value = parsed && parsed->children.size() == 1 && parsed->children.front().key == "value";
  SceneNode value = is_one_value ? parsed->children.front() : unquoted_value(text);
  forget_lines(value);
  return value;
}

// In order. A number counted from 1 selects one of a list of tables; it may be left out if there is only one.
Status apply_overrides(SceneNode& root, const std::vector<std::string>& overrides) {
  for (const std::string& text : overrides) {
    const auto change = split_override(text);
    if (!change) return change.error();
    const auto apply = change->adds ? add_to_list : apply_override;
    if (const Status applied = apply(root, change->path, override_value(change->value)); !applied) return applied;
  }
  return Done{};
}

}  // namespace

Result<Scene> parse_scene(std::string_view text, const std::string& file_name,
                          const std::vector<std::string>& overrides, const SceneFiles& files) {
  return no_throw("reading a scene", [&]() -> Result<Scene> {
    auto tree = parse_toml(text, file_name);
    const Status applied = tree ? apply_overrides(*tree, overrides) : Status(tree.error());
    auto scene = applied ? read_scene_tree(*tree, file_name, files) : Result<Scene>(on_one_line(applied.error()));
    if (!scene) return scene.error();
    scene->editor = text_editor();
    return scene;
  });
}

namespace {

// In the lines of a scene, the items of a list have numbers for keys.
void make_lists(SceneNode& node) {
  for (SceneNode& child : node.children) make_lists(child);
  if (node.is_table() && node.find("1")) node.kind = SceneNode::Kind::kList;
}

}  // namespace

Result<Scene> parse_scene_lines(std::string_view lines, const std::string& file) {
  auto tree = parse_toml(lines, file);
  if (!tree) return tree.error();
  make_lists(*tree);
  return read_scene_tree(*tree, file, {});
}

namespace {

// Meshes and tables that the scene holds. While the scene is a tree each has a unique name, because two may share a
// name and one made in code has none.
class KnownFiles {
 public:
  explicit KnownFiles(Scene& scene) {
    for_each_named_file(scene, [&](std::string& file, const NamedFile& held) {
      const std::string unique = "\x1f" + std::to_string(names_.size());  // begins no file name
      for (const std::string& name : {unique, file})
        if (held.mesh || held.table) held_.emplace(held.what + name, held);
      names_[unique] = std::exchange(file, unique);
    });
  }
  void give_names_back(Scene& scene) const {
    for_each_named_file(scene, [&](std::string& file, const NamedFile&) { file = name_of(file); });
  }
  // Looks among the known files, then asks the source.
  template <class Content>
  auto or_from(std::shared_ptr<const Content> NamedFile::* content, const auto& source, const char* what) const {
    return [this, content, &source, what](const std::string& path) -> Result<std::shared_ptr<const Content>> {
      if (const auto found = held_.find(what + path); found != held_.end()) return found->second.*content;
      if (source && !names_.contains(path)) return source(path);
      return Error{
          ErrorCode::kBadInput,
          fmt::format("the {0} '{1}' was not read when the scene was opened; write it into the scene and open it again",
                      what, name_of(path))};
    };
  }

 private:
  std::string name_of(const std::string& file) const {
    const auto found = names_.find(file);
    return found == names_.end() ? file : found->second;
  }

  std::map<std::string, std::string> names_;  // by the unique ones
  std::map<std::string, NamedFile> held_;
};

}  // namespace

Result<Scene> edit_scene(const Scene& scene, const std::vector<std::string>& edits, const SceneFiles& files) {
  return no_throw("editing a scene", [&]() -> Result<Scene> {
    Scene named = scene;
    const KnownFiles known(named);
    SceneNode tree = scene_tree(named);
    std::erase_if(tree.children, [](const SceneNode& node) { return node.key == "command"; });
    if (const Status applied = apply_overrides(tree, edits); !applied) return applied.error();
    if (tree.find("command")) return Error{ErrorCode::kBadInput, "an edit cannot change commands"};
    const SceneFiles sources{known.or_from(&NamedFile::mesh, files.meshes, "mesh"),
                             known.or_from(&NamedFile::table, files.tables, "table")};
    auto edited = read_scene_tree(tree, scene.file, sources);
    if (!edited) return edited.error();
    known.give_names_back(*edited);
    edited->commands = scene.commands;
    edited->editor = scene.editor;
    return edited;
  });
}

SceneEditor text_editor(const SceneFiles& files) {
  return [files](const Scene& scene, const std::vector<std::string>& edits) { return edit_scene(scene, edits, files); };
}

}  // namespace spindrift
