#include "validate/case_scene.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>

#include "scene/scene_reader.h"
#include "spindrift/files.h"
#include "validate/case_table.h"

namespace spindrift {
namespace {

// Tables that are about nothing but the solver, and single keys in tables of other things.
constexpr std::string_view kSolverTables[] = {"solver", "drift", "particles"};
constexpr std::pair<std::string_view, std::string_view> kSolverKeys[] = {
    {"time", "substeps"},  {"time", "cfl"},     {"time", "max_substeps"}, {"gas", "advection"},
    {"gas", "reflection"}, {"gas", "conserve"}, {"gas", "confinement"},   {"gas", "tiles"},
};

// Whole numbers are those that rounding alone keeps from it, too: 100*4.4 is 440.00000000000006.
SceneNode number_in_place_of(const SceneNode& node, double value) {
  constexpr double kRounding = 8 * std::numeric_limits<double>::epsilon(), kMost = 1e15;
  const double whole = std::round(value);
  const bool is_whole = std::abs(whole) < kMost && std::abs(value - whole) <= kRounding * std::abs(value);
  SceneNode number = is_whole ? integer_node(static_cast<std::int64_t>(whole)) : float_node(value);
  number.key = node.key;
  number.key_place = node.key_place;
  number.place = node.place;
  return number;
}

// `{h} + 0.1*sin(x)`: what stands in braces becomes a number, in brackets so that signs do no harm.
Status fill_braces(SceneNode& node, NameLookup lookup) {
  std::string out;
  std::size_t at = 0;
  for (std::size_t open = 0; (open = node.text.find('{', at)) != std::string::npos;) {
    const std::size_t close = node.text.find('}', open);
    if (close == std::string::npos) return Error{.message = "this '{' is never closed", .place = node.place};
    const auto value = evaluate({node.text.substr(open + 1, close - open - 1), node.place}, lookup);
    if (!value) return value.error();
    out += node.text.substr(at, open - at) + fmt::format("({})", *value);
    at = close + 1;
  }
  node.text = out + node.text.substr(at);
  return Done{};
}

// A text that begins with = is a formula, and stands for a number: a whole one where it is.
Status put_numbers(SceneNode& node, NameLookup lookup) {
  for (SceneNode& child : node.children)
    if (const Status put = put_numbers(child, lookup); !put) return put;
  if (node.kind != SceneNode::Kind::kText) return Done{};
  if (!node.text.starts_with("=")) return fill_braces(node, lookup);
  Place place = node.place;
  if (place.column > 0) ++place.column;
  const auto value = evaluate({node.text.substr(1), place}, lookup);
  if (!value) return value.error();
  node = number_in_place_of(node, *value);
  return Done{};
}

bool is_smoke_tree(const SceneNode& scene) { return scene.find("smoke") || scene.find("smoke_source"); }

// No pictures, no particles and no checkpoints: numbers are all that is wanted. A case may ask for more.
SceneNode numbers_only() {
  const auto entry = [](std::string_view key, SceneNode value) {
    value.key = key;
    return value;
  };
  SceneNode output, checkpoint, root;
  for (const char* key : {"particles", "pictures", "movie"}) output.children.push_back(entry(key, bool_node(false)));
  checkpoint.children.push_back(entry("every_minutes", integer_node(0)));
  root.children = {entry("output", output), entry("checkpoint", checkpoint)};
  return root;
}

// Paths count from the folder of the case's file.
SceneFiles files_beside_case(const std::string& file) {
  const std::filesystem::path folder = std::filesystem::path(file).parent_path();
  return {[folder](const std::string& path) { return read_mesh((folder / path).string()); },
          [folder](const std::string& path) { return read_table((folder / path).string()); }};
}

// The command line's keys have no line.
Place place_of_key(const SceneNode& entry) { return entry.key_place.line > 0 ? entry.key_place : entry.place; }

// The first in a table that would be right one level below; null if there is none.
const SceneNode* solver_key_in(const SceneNode& table) {
  const auto found = std::find_if(table.children.begin(), table.children.end(),
                                  [&](const SceneNode& entry) { return is_solver_key(table.key, entry.key); });
  return table.is_table() && found != table.children.end() ? &*found : nullptr;
}

Status check_has_no_solver_keys(const Case& owner) {
  if (owner.must_fail) return Done{};
  for (const SceneNode& table : owner.scene.children)
    for (const SceneNode& entry : table.children)
      if (is_solver_key(table.key, entry.key))
        return Error{
            .message = fmt::format("a case has no '{}.{}' of its own: settings.toml has the same for all cases, "
                                   "unless it is a control (must_fail = true)",
                                   table.key, entry.key),
            .place = entry.key_place};
  return Done{};
}

}  // namespace

bool is_solver_key(std::string_view table, std::string_view key) {
  if (table == "particles" && key == "columns") return false;
  return std::find(std::begin(kSolverTables), std::end(kSolverTables), table) != std::end(kSolverTables) ||
         std::find(std::begin(kSolverKeys), std::end(kSolverKeys), std::pair(table, key)) != std::end(kSolverKeys);
}

SceneNode merged(const SceneNode& under, const SceneNode& over) {
  SceneNode out = over;
  for (const SceneNode& entry : under.children) {
    SceneNode* mine = out.find(entry.key);
    if (!mine) {
      out.children.push_back(entry);
    } else if (mine->is_table() && entry.is_table()) {
      *mine = merged(entry, *mine);
    }
  }
  return out;
}

Result<SharedSettings> read_shared_settings(const SceneNode& root) {
  std::optional<Error> mistake;
  CaseTable table(root, "settings.toml", mistake);
  SharedSettings out;
  if (const SceneNode* node = table.table("liquid")) out.liquid = *node;
  if (const SceneNode* node = table.table("smoke")) out.smoke = *node;
  for (const SceneNode& child : root.children)
    if (const SceneNode* entry = solver_key_in(child))
      table.fail(place_of_key(*entry),
                 fmt::format("settings are for liquids or for smoke; write liquid.{0}.{1} or smoke.{0}.{1}", child.key,
                             entry->key));
  table.finish();
  for (const SceneNode* kind : {&out.liquid, &out.smoke})
    for (const SceneNode& settings : kind->children)
      for (const SceneNode& entry : settings.children)
        if (!is_solver_key(settings.key, entry.key))
          table.fail(place_of_key(entry),
                     fmt::format("'{}.{}' says what happens, not how a step is computed; it belongs into a case",
                                 settings.key, entry.key));
  if (mistake) return *mistake;
  return out;
}

Result<Scene> scene_of_run(const Case& owner, const SharedSettings& settings, CaseConstants& constants) {
  if (const Status clean = check_has_no_solver_keys(owner); !clean) return clean.error();
  SceneNode tree = owner.scene;
  const Status put =
      put_numbers(tree, [&](const std::string& name, const Place& place) { return constants.value(name, place); });
  if (!put) return put.error();
  tree = merged(is_smoke_tree(tree) ? settings.smoke : settings.liquid, tree);
  return read_scene_tree(merged(numbers_only(), tree), owner.file, files_beside_case(owner.file));
}

}  // namespace spindrift
