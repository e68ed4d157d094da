#include "validate/case_scene.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>

#include "keys/scene_node.h"
#include "scene/scene_hints.h"
#include "scene/scene_text.h"
#include "spindrift/files.h"
#include "spindrift/text.h"
#include "validate/case_file.h"

namespace spindrift {

CaseConstants::CaseConstants(const Case& owner, const CaseRun& run) {
  formulas_["e"] = {"exp(1)", {}};  // unless the case has another
  add(owner.constants);
  add(variant_of(owner, run).constants);
  if (run.is_quick) add(owner.quick_constants);
  set("n", run.size);
}

void CaseConstants::add(const std::vector<NamedFormula>& all) {
  for (const NamedFormula& constant : all) formulas_[constant.name] = constant.value;
}

std::vector<std::string> CaseConstants::names() const {
  std::vector<std::string> all;
  for (const auto& [name, value] : values_) all.push_back(name);
  for (const auto& [name, formula] : formulas_)
    if (!values_.contains(name)) all.push_back(name);
  return all;
}

Result<double> CaseConstants::value(const std::string& name, const Place& place) {
  if (const auto known = values_.find(name); known != values_.end()) return known->second;
  const auto formula = formulas_.find(name);
  if (formula == formulas_.end()) return unknown_name(name, place, names());
  if (!under_way_.insert(name).second)
    return Error{.message = fmt::format("'{}' depends on itself", name), .place = formula->second.place};
  const auto found = evaluate(formula->second, [&](const std::string& n, const Place& p) { return value(n, p); });
  under_way_.erase(name);
  if (found) values_[name] = *found;
  return found;
}

namespace {

// Tables that only concern the solver, and single keys in other tables.
constexpr std::string_view kSolverTables[] = {"solver", "drift", "particles"};
constexpr std::pair<std::string_view, std::string_view> kSolverKeys[] = {
    {"time", "substeps"},  {"time", "cfl"},     {"time", "max_substeps"}, {"gas", "advection"},
    {"gas", "reflection"}, {"gas", "conserve"}, {"gas", "confinement"},   {"gas", "tiles"},
};

// A value within rounding of a whole number becomes one: 100*4.4 is 440.00000000000006.
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

// `{h} + 0.1*sin(x)`: a formula in braces becomes a number in parentheses.
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

// A text that begins with = is a formula and becomes a number.
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

// Without pictures, particles and checkpoints. A case may ask for them.
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

// Paths are relative to the case's file.
SceneFiles files_beside_case(const std::string& file) {
  const std::filesystem::path folder = std::filesystem::path(file).parent_path();
  return {[folder](const std::string& path) { return read_mesh((folder / path).string()); },
          [folder](const std::string& path) { return read_table((folder / path).string()); }};
}

// Keys from the command line have no line.
Place place_of_key(const SceneNode& entry) { return entry.key_place.line > 0 ? entry.key_place : entry.place; }

// The first solver key of a table; null if there is none.
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
            .message = fmt::format("a case cannot set '{}.{}': settings.toml sets it for all cases; only a control "
                                   "(must_fail = true) may",
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
  SharedSettings out;
  for (const SceneNode& kind : root.children) {
    const bool is_liquid = kind.key == "liquid";
    if (const SceneNode* entry = is_liquid ? nullptr : solver_key_in(kind))
      return Error{.message = printable(fmt::format("settings are for liquids or for smoke: write liquid.{0}.{1} or "
                                                    "smoke.{0}.{1}",
                                                    kind.key, entry->key)),
                   .place = place_of_key(*entry)};
    if ((!is_liquid && kind.key != "smoke") || !kind.is_table())
      return Error{
          .message = printable(fmt::format("settings.toml has the tables 'liquid' and 'smoke', and no '{}'", kind.key)),
          .place = place_of_key(kind)};
    for (const SceneNode& settings : kind.children)
      for (const SceneNode& entry : settings.children)
        if (!is_solver_key(settings.key, entry.key))
          return Error{.message = printable(fmt::format("'{}.{}' says what happens, not how a step is computed: set it "
                                                        "in a case",
                                                        settings.key, entry.key)),
                       .place = place_of_key(entry)};
    (is_liquid ? out.liquid : out.smoke) = kind;
  }
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
