// Visits the description of the settings (scene_keys.h) and looks up each key in the tree.
#include "scene/scene_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <type_traits>

#include "scene/scene_checks.h"
#include "scene/scene_hints.h"
#include "scene/scene_nearest.h"
#include "scene/scene_override.h"
#include "scene/scene_shape_keys.h"
#include "scene/scene_value_reader.h"
#include "settings/tables.h"

namespace spindrift {

namespace {

// Reads one table: a visitor of its settings' description.
class TableReader : private SceneValueReader {
 public:
  TableReader(const SceneNode& table, std::string where, SceneReadState& state)
      : SceneValueReader(std::move(where), state), table_(table) {}

  template <class T>
  void value(const SceneKey& key, T& member) {
    if (const SceneNode* node = take(key)) read(key, *node, member);
  }
  template <class Enum>
  void kind(const SceneKey& key, Enum& member) {
    const SceneNode* node = take(key);
    if (!node) return report_missing(key);  // at once: without it the other keys cannot be judged
    read(key, *node, member);
    kind_ = fmt::format(" with {} '{}'", key.name, word_of(member));
  }
  void rotation(const SceneKey& key, Vec3d& member);
  void domain_size(const SceneKey& key, DomainSettings& domain);
  void shape(ShapeSettings& member) { describe(member, *this); }

  template <class T>
  void table(const SceneKey& key, T& member) {
    const SceneNode* node = take(key);
    if (!node) return report_missing(key);  // [domain] says how many entries a vector has
    if (!node->is_table()) {
      const std::string hint = node->is_list_of_tables() ? fmt::format("; write [{}]", key.name) : "";
      return state_.fail(node->place, must_be(key, "a table", *node) + hint);
    }
    read_table(*node, fmt::format("[{}]", key.name), member);
  }
  template <class T>
  void tables(const SceneKey& key, std::vector<T>& members) {
    const SceneNode* node = take(key);
    if (!node) return;
    if (!node->is_list()) {
      const bool is_made_by_override = node->is_table() && node->place.file == kOverrideFile;
      const std::string hint = is_made_by_override ? fmt::format("; the scene has no [[{}]] to change", key.name)
                               : is_top()          ? fmt::format("; write [[{}]]", key.name)
                                                   : "; write [{...}]";
      return state_.fail(node->place, must_be(key, "a list of tables", *node) + hint);
    }
    const std::string where = is_top() ? fmt::format("[[{}]]", key.name) : fmt::format("'{}' of {}", key.name, where_);
    for (const SceneNode& item : node->children) {
      if (!item.is_table()) return state_.fail(item.place, must_be(key, "a list of tables", item));
      read_table(item, where, members.emplace_back());
    }
  }

  void finish();  // complains about keys nobody asked for, then about keys that were needed

 private:
  const SceneNode* take(const SceneKey& key);
  void report_missing();
  void report_missing(const SceneKey& key);
  std::string unknown(const SceneNode& child) const;

  template <class T>
  void read_table(const SceneNode& node, std::string where, T& member) {
    TableReader reader(node, std::move(where), state_);
    describe(member, reader);
    reader.finish();
    if constexpr (requires { member.place; }) member.place = node.place;
    if (state_.error) return;
    if (auto mistake = check_settings(member, node, state_.scene)) state_.fail(mistake->place, mistake->message);
    find_files(member, node);
  }
  // Reads what a table's keys name.
  template <class T>
  void find_files(T& member, const SceneNode& table) {
    if constexpr (requires { member.shape.mesh; }) find_files(member.shape, table);
    if constexpr (std::is_same_v<T, SolidSettings> || std::is_same_v<T, FrameSettings>)
      find_table(member.motion_file, "motion_file", TableUse::kMotion, table, member.motion_table);
    if constexpr (std::is_same_v<T, SolidSettings>)
      if (member.motion_table && turns_in(*member.motion_table) && !table.find("pivot"))
        state_.fail(table.place, "missing key 'pivot' in [[solid]]: the point this solid turns about");
    if constexpr (std::is_same_v<T, ForceSettings>)
      find_table(member.gravity_file, "gravity_file", TableUse::kGravity, table, member.gravity_table);
  }
  void find_files(ShapeSettings& shape, const SceneNode& table) {
    if (shape.kind == ShapeSettings::Kind::kMesh) find_mesh(shape, table);
    if (shape.kind == ShapeSettings::Kind::kBelow)
      find_table(shape.file, "file", TableUse::kSurface, table, shape.table);
  }
  void find_mesh(ShapeSettings& shape, const SceneNode& table);
  void find_table(const std::string& file, std::string_view key, TableUse use, const SceneNode& table,
                  std::shared_ptr<const NumberTable>& found);
  void fail_in_file(const Error& error, std::string_view key, const SceneNode& table);

  const SceneNode& table_;
  std::string kind_;  // ` with shape 'box'`, once that is known
  std::vector<std::string> known_;
  std::optional<Error> missing_;
};

// The node of that key, if there is one and nothing has gone wrong so far.
const SceneNode* TableReader::take(const SceneKey& key) {
  if (state_.error) return nullptr;
  const SceneNode* node = table_.find(key.name);
  if (key.needs_3d && state_.dimension() == 2) {
    if (node) state_.fail(node->key_place, fmt::format("'{}' in {} needs a 3D scene", key.name, where_));
    return nullptr;
  }
  known_.emplace_back(key.name);
  if (!node && key.is_required && !missing_) {
    const std::string what =
        is_top() ? fmt::format("missing table [{}]; a scene needs the two lines [{}] and size = [2.0, 1.0], in metres",
                               key.name, key.name)
                 : fmt::format("missing key '{}' in {}{}", key.name, where_, kind_);
    missing_ = Error{.message = what, .place = table_.place};
  }
  return node;
}

void TableReader::find_mesh(ShapeSettings& shape, const SceneNode& table) {
  if (state_.error || !state_.files.meshes) return;
  auto mesh = state_.files.meshes(shape.file);
  if (!mesh) return fail_in_file(mesh.error(), "file", table);
  shape.mesh = std::move(*mesh);
}

void TableReader::find_table(const std::string& file, std::string_view key, TableUse use, const SceneNode& table,
                             std::shared_ptr<const NumberTable>& found) {
  if (state_.error || file.empty() || !state_.files.tables) return;
  auto read = state_.files.tables(file);
  if (!read) return fail_in_file(read.error(), key, table);
  if (Status fits = check_table(**read, use, state_.dimension()); !fits) return fail_in_file(fits.error(), key, table);
  found = std::move(*read);
}

// At its place in the file, or else at the key that names the file.
void TableReader::fail_in_file(const Error& error, std::string_view key, const SceneNode& table) {
  const SceneNode* name = table.find(key);
  state_.fail(!error.place.file.empty() ? error.place : name ? name->place : table.place, error.message);
}

void TableReader::report_missing() {
  if (missing_) state_.fail(missing_->place, missing_->message);
}

// At once, unless a key that is there looks like it.
void TableReader::report_missing(const SceneKey& key) {
  if (!key.is_required || !missing_) return;
  for (const SceneNode& child : table_.children)
    if (likely_word(child.key, {std::string(key.name)}) == key.name)
      return state_.fail(child.key_place, unknown(child));
  report_missing();
}

void TableReader::finish() {
  for (const SceneNode& child : table_.children) {
    if (std::find(known_.begin(), known_.end(), child.key) == known_.end())
      state_.fail(child.key_place, unknown(child));
  }
  report_missing();
}

std::string TableReader::unknown(const SceneNode& child) const {
  const bool is_table = is_top() && child.is_table();
  const bool is_tables = is_top() && child.is_list_of_tables();
  const std::string_view open = is_tables ? "[[" : is_table ? "[" : "'";
  const std::string_view close = is_tables ? "]]" : is_table ? "]" : "'";
  // Of a kind or a shape, another may have the key: only the title is surely astray, behind a table in place of before.
  const std::string home = kind_.empty() || child.key == "title" ? hint_for_home(child.key) : "";
  // At the top all but the title are tables, which a value that is at home in one does not mean: frames = 10 is no
  // [frame].
  const bool is_value_of_a_table = is_top() && !is_table && !is_tables && !home.empty();
  const std::string near = is_value_of_a_table ? "" : likely_word(child.key, known_);
  std::string message = is_table || is_tables ? "unknown table " : "unknown key ";
  message += fmt::format("{}{}{}", open, child.key, close);
  message += is_top() ? "" : fmt::format(" in {}{}", where_, kind_);
  if (!near.empty()) return message + fmt::format("; did you mean {}{}{}?", open, near, close);
  return message + (home.empty() ? fmt::format("; it may hold {}", word_list(known_)) : home);
}

void TableReader::rotation(const SceneKey& key, Vec3d& member) {
  if (state_.dimension() == 3) return value(key, member);
  if (const SceneNode* node = take(key)) read_number(key, *node, member[2]);
}

void TableReader::domain_size(const SceneKey& key, DomainSettings& domain) {
  const SceneNode* node = take(key);
  if (!node) return;
  const std::size_t count = node->children.size();
  if (!node->is_list() || !(count == 2 || count == 3)) {
    return state_.fail(node->place, must_be(key, "a list of 2 or 3 numbers", *node) + hint_for_list(*node));
  }
  domain.dimension = static_cast<int>(count);
  read(key, *node, domain.size);
}

}  // namespace

Result<Scene> read_scene_tree(const SceneNode& root, const std::string& file_name, const SceneFiles& files) {
  SceneReadState state(files);
  state.scene.file = file_name;
  TableReader reader(root, "", state);
  describe(state.scene, reader);
  reader.finish();
  if (!state.error) {
    if (auto mistake = check_settings(state.scene, root, state.scene)) state.error = mistake;
  }
  if (state.error) return *state.error;
  return std::move(state.scene);
}

}  // namespace spindrift
