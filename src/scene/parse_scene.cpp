// The only file that knows the TOML library: it turns TOML into a tree of plain values.
#include "spindrift/scene_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <optional>
#include <tuple>

// The library's headers alone, set up so that it does not end the process when memory runs out: the errors it throws
// are made in functions that may not throw, those it returns are not; and its streams take a failed request for a
// broken number.
#define TOML_EXCEPTIONS 0
#define TOML_ENABLE_FORMATTERS 0
#if defined(__cpp_lib_to_chars)
#define TOML_FLOAT_CHARCONV 1
#endif
// What it asserts of a text is not true of every text: where asserts are off, Clang would take it for granted and leave
// the branch out that finds the mistake. Without asserts and without that:
#pragma push_macro("NDEBUG")
#undef NDEBUG
#define TOML_ASSERT(condition) static_cast<void>(0)
#include <toml++/toml.h>
#pragma pop_macro("NDEBUG")

#include "base/no_throw.h"
#include "base/split.h"
#include "scene/scene_node.h"
#include "scene/scene_override.h"
#include "scene/scene_reader.h"
#include "scene/toml_hints.h"

namespace spindrift {

namespace {

constexpr int kDeepestNesting = 64;
constexpr std::ptrdiff_t kMostDotsInALine = 10000;  // a.b.c nests, and the library takes nesting apart by recursion

Place place_of(const toml::source_region& region, const std::string& file) {
  return {file, static_cast<int>(region.begin.line), static_cast<int>(region.begin.column)};
}

SceneNode plain_value(const toml::node& node) {
  if (const auto* value = node.as_boolean()) return bool_node(value->get());
  if (const auto* value = node.as_integer()) return integer_node(value->get());
  if (const auto* value = node.as_floating_point()) return float_node(value->get());
  if (const auto* value = node.as_string()) return text_node(value->get());
  SceneNode date;
  date.kind = SceneNode::Kind::kDate;
  return date;
}

Error nested_too_deeply(Place place) {
  return {.message = "broken TOML: nested too deeply", .place = std::move(place)};
}

Result<SceneNode> plain_tree(const toml::node& node, const std::string& file, int depth = 0) {
  if (depth > kDeepestNesting) return nested_too_deeply(place_of(node.source(), file));
  SceneNode out;
  if (const toml::table* table = node.as_table()) {
    for (const auto& [key, value] : *table) {
      auto child = plain_tree(value, file, depth + 1);
      if (!child) return child;
      child->key = std::string(key.str());
      child->key_place = place_of(key.source(), file);
      out.children.push_back(std::move(*child));
    }
    // The library sorts by name; messages should follow the file.
    const auto line_and_column = [](const SceneNode& n) { return std::tuple(n.key_place.line, n.key_place.column); };
    std::stable_sort(out.children.begin(), out.children.end(),
                     [&](const SceneNode& a, const SceneNode& b) { return line_and_column(a) < line_and_column(b); });
  } else if (const toml::array* array = node.as_array()) {
    out = list_node();
    for (const toml::node& item : *array) {
      auto child = plain_tree(item, file, depth + 1);
      if (!child) return child;
      out.children.push_back(std::move(*child));
    }
  } else {
    out = plain_value(node);
  }
  out.place = place_of(node.source(), file);
  return out;
}

// The line, counted from 1, that holds too many dots; 0 if there is none.
int line_with_too_many_dots(std::string_view text) {
  int line = 1;
  for (std::size_t begin = 0; begin < text.size(); ++line) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const std::string_view part = text.substr(begin, end - begin);
    if (std::count(part.begin(), part.end(), '.') > kMostDotsInALine) return line;
    begin = end + 1;
  }
  return 0;
}

std::string_view line_of(std::string_view text, std::size_t number) {
  std::size_t begin = 0;
  for (; number > 1 && begin < text.size(); --number) begin = std::min(text.find('\n', begin), text.size() - 1) + 1;
  return text.substr(begin, text.find('\n', begin) - begin);
}

// `'1e-400' is not representable in 64 bits` in other words; nothing if that is not what is wrong.
std::optional<std::string> beyond_numbers(std::string_view description) {
  const std::size_t first = description.find('\''), last = description.rfind('\'');
  if (description.find("is not representable") == std::string_view::npos || first == last) return std::nullopt;
  const std::string number(description.substr(first + 1, last - first - 1));
  const bool is_small = std::abs(std::strtod(number.c_str(), nullptr)) < 1.0;
  return is_small ? fmt::format("{} is too small to be told from 0; write 0", number)
                  : fmt::format("{} is too large a number", number);
}

// `Error while parsing array: expected ...` becomes `broken TOML in this array: expected ...`.
std::string plain_words(std::string_view description) {
  constexpr std::string_view kOpening = "Error while parsing ";
  if (const auto number = beyond_numbers(description)) return *number;
  if (!description.starts_with(kOpening)) return fmt::format("broken TOML: {}", description);
  return fmt::format("broken TOML in this {}", description.substr(kOpening.size()));
}

Result<SceneNode> parse_toml(std::string_view text, const std::string& file) {
  if (const int line = line_with_too_many_dots(text)) return nested_too_deeply({file, line, 1});
  const toml::parse_result parsed = toml::parse(text);
  if (parsed) return plain_tree(parsed.table(), file);
  const toml::parse_error& error = parsed.error();
  const std::string hint = toml_hint(line_of(text, error.source().begin.line), error.description());
  return Error{.message = plain_words(error.description()) + (hint.empty() ? "" : "; " + hint),
               .place = place_of(error.source(), file)};
}

void forget_lines(SceneNode& node) {
  node.place = node.key_place = {.file = kOverrideFile};
  for (SceneNode& child : node.children) forget_lines(child);
}

// A number that TOML does not take, too large, too small or written as .5, is still a number.
std::optional<SceneNode> any_number(const std::string& text) {
  if (text.empty() || text.find_first_not_of("+-.0123456789eE") != std::string::npos) return std::nullopt;
  char* rest = nullptr;
  const double number = std::strtod(text.c_str(), &rest);
  return *rest == '\0' ? std::optional(float_node(number)) : std::nullopt;
}

// A list that TOML does not take for want of quotes: [top, left].
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

Result<SceneNode> overridden_tree(std::string_view text, const std::string& file_name,
                                  const std::vector<std::string>& overrides) {
  auto tree = parse_toml(text, file_name);
  if (!tree) return tree;
  if (const Status applied = apply_overrides(*tree, overrides); !applied) return applied.error();
  return tree;
}

}  // namespace

Status apply_overrides(SceneNode& root, const std::vector<std::string>& overrides) {
  for (const std::string& text : overrides) {
    const auto change = split_override(text);
    if (!change) return change.error();
    const auto apply = change->adds ? add_to_list : apply_override;
    if (const Status applied = apply(root, change->path, override_value(change->value)); !applied) return applied;
  }
  return Done{};
}

Result<Scene> parse_scene(std::string_view text, const std::string& file_name,
                          const std::vector<std::string>& overrides, const MeshSource& meshes) {
  return no_throw("reading a scene", [&]() -> Result<Scene> {
    const auto tree = overridden_tree(text, file_name, overrides);
    auto scene = tree ? read_scene_tree(*tree, file_name, meshes) : Result<Scene>(tree.error());
    if (scene) return scene;
    return Error{scene.error().code, printable(scene.error().message), scene.error().place};
  });
}

}  // namespace spindrift
