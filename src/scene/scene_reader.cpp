// Visits the description of the settings (scene_keys.h) and looks up each key in the tree.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include "base/split.h"
#include "keys/scene_checks.h"
#include "keys/scene_keys.h"
#include "keys/scene_words.h"
#include "scene/edit_scene.h"
#include "scene/scene_hints.h"
#include "scene/scene_text.h"
#include "settings/start_flow.h"
#include "settings/tables.h"

namespace spindrift {

namespace {

// Splits `top, left`, which --set accepts as a list.
SceneNode listed(const SceneNode& text) {
  SceneNode list = list_node();
  list.place = text.place;
  for (const std::string_view word : split(text.text, ',')) {
    list.children.push_back(text_node(trimmed(word)));
    list.children.back().place = text.place;
  }
  return list;
}

// What has been read so far.
struct SceneReadState {
  // A constructor, because GCC 12 destroys parts of `Scene{}` twice if memory runs out.
  explicit SceneReadState(const SceneFiles& sources) : files(sources) {}

  const SceneFiles& files;
  Scene scene;
  std::vector<Error> errors;
  bool is_stopped = false;  // without [domain], nothing else can be read

  int dimension() const { return scene.dimension(); }
  void fail(const Place& place, std::string message) {
    errors.push_back(on_one_line({.message = std::move(message), .place = place}));
  }
};

// Reads values of one table. `where` names it in messages: `[solver]`; empty at the top of the file.
class SceneValueReader {
 public:
  SceneValueReader(std::string where, SceneReadState& state) : where_(std::move(where)), state_(state) {}

  bool read_number(const SceneKey& key, const SceneNode& node, double& number);
  void read(const SceneKey& key, const SceneNode& node, bool& member);
  void read(const SceneKey& key, const SceneNode& node, std::int64_t& member);
  void read(const SceneKey& key, const SceneNode& node, int& member);
  void read(const SceneKey& key, const SceneNode& node, double& member) { read_number(key, node, member); }
  void read(const SceneKey& key, const SceneNode& node, std::string& member);
  void read(const SceneKey& key, const SceneNode& node, Vec3d& member) {
    read_numbers(key, node, state_.dimension(), " like domain.size", member);
  }
  void read(const SceneKey& key, const SceneNode& node, StartVelocity& member);
  void read(const SceneKey& key, const SceneNode& node, Color& member) {
    Vec3d values{{member.red, member.green, member.blue}};
    read_numbers(key, node, 3, "", values);
    member = {values[0], values[1], values[2]};
  }
  template <class T>
  void read(const SceneKey& key, const SceneNode& node, std::optional<T>& member) {
    read(key, node, member.emplace());
  }
  template <class Enum>
    requires std::is_enum_v<Enum>
  void read(const SceneKey& key, const SceneNode& node, Enum& member) {
    std::vector<Candidate> words;
    for (const auto& word : words_of(member)) words.push_back({std::string(word.word), word.synonyms});
    if (const auto index = find_word(key, node, words)) member = words_of(member)[*index].value;
  }
  template <class Enum>
  void read(const SceneKey& key, const SceneNode& node, std::vector<Enum>& members);
  void read(const SceneKey& key, const SceneNode& node, std::vector<std::string>& members);
  void read(const SceneKey& key, const SceneNode& node, std::vector<double>& members);

 protected:
  bool is_top() const { return where_.empty(); }
  // `solver.flip`
  std::string path_of(std::string_view key) const {
    const std::size_t begin = where_.find_first_not_of('['), end = where_.find(']');
    return is_top() ? std::string(key) : fmt::format("{}.{}", where_.substr(begin, end - begin), key);
  }
  std::string must_be(const SceneKey& key, std::string_view wanted, const SceneNode& found) const;

  std::string where_;
  SceneReadState& state_;

 private:
  void read_numbers(const SceneKey& key, const SceneNode& node, int wanted, std::string_view why, Vec3d& member);
  std::optional<std::size_t> find_word(const SceneKey& key, const SceneNode& node, const std::vector<Candidate>& words);
};

template <class Enum>
void SceneValueReader::read(const SceneKey& key, const SceneNode& node, std::vector<Enum>& members) {
  if (node.kind == SceneNode::Kind::kText && node.place.file == kOverrideFile) return read(key, listed(node), members);
  if (!node.is_list()) return state_.fail(node.place, must_be(key, "a list of words", node) + hint_for_list(node));
  members.clear();
  const std::size_t errors = state_.errors.size();
  for (const SceneNode& item : node.children) {
    Enum member{};
    read(key, item, member);
    if (state_.errors.size() > errors) return;
    if (std::find(members.begin(), members.end(), member) != members.end()) {
      return state_.fail(item.place, fmt::format("'{}' in {} names '{}' twice", key.name, where_, item.text));
    }
    members.push_back(member);
  }
}

std::string SceneValueReader::must_be(const SceneKey& key, std::string_view wanted, const SceneNode& found) const {
  const std::string in = is_top() ? "" : fmt::format(" in {}", where_);
  return fmt::format("'{}'{} must be {}, found {}", key.name, in, wanted, short_text(found));
}

bool SceneValueReader::read_number(const SceneKey& key, const SceneNode& node, double& number) {
  if (!node.is_number()) {
    state_.fail(node.place, must_be(key, "a number", node) + hint_for_number(key, node));
  } else if (!std::isfinite(node.number)) {
    state_.fail(node.place, must_be(key, "a finite number", node));
  } else if (!key.range.contains(node.number)) {
    state_.fail(node.place, must_be(key, key.range.text(), node));
  } else {
    number = node.number;
    return true;
  }
  return false;
}

void SceneValueReader::read(const SceneKey& key, const SceneNode& node, bool& member) {
  if (node.kind != SceneNode::Kind::kBool)
    return state_.fail(node.place, must_be(key, "true or false", node) + hint_for_truth(node) + std::string(key.hint));
  member = node.boolean;
}

void SceneValueReader::read(const SceneKey& key, const SceneNode& node, std::int64_t& member) {
  double number = 0.0;
  if (node.is_number() && node.kind != SceneNode::Kind::kInteger && std::isfinite(node.number)) {
    constexpr double kMost = 9223372036854775808.0;  // the parser returns larger integers as floating point
    const bool is_huge = std::abs(node.number) >= kMost && !key.range.contains(node.number);
    if (is_huge) return state_.fail(node.place, must_be(key, key.range.text(), node));
    return state_.fail(node.place, must_be(key, "a whole number", node) + hint_for_number(key, node));
  }
  if (read_number(key, node, number)) member = node.integer;
}

void SceneValueReader::read(const SceneKey& key, const SceneNode& node, int& member) {
  std::int64_t wide = member;
  read(key, node, wide);
  member = static_cast<int>(wide);  // the ranges of all int keys fit
}

void SceneValueReader::read(const SceneKey& key, const SceneNode& node, std::string& member) {
  if (node.kind != SceneNode::Kind::kText) return state_.fail(node.place, must_be(key, "a text in quotes", node));
  member = node.text;
}

void SceneValueReader::read_numbers(const SceneKey& key, const SceneNode& node, int wanted, std::string_view why,
                                    Vec3d& member) {
  const std::string wanted_text = fmt::format("a list of {} numbers", wanted);
  if (!node.is_list()) return state_.fail(node.place, must_be(key, wanted_text, node) + hint_for_list(node));
  if (static_cast<int>(node.children.size()) != wanted) {
    return state_.fail(node.place, must_be(key, fmt::format("{}{}", wanted_text, why), node));
  }
  Vec3d values{};
  for (int axis = 0; axis < wanted; ++axis) {
    if (!read_number(key, node.children[axis], values[axis])) return;
  }
  member = values;
}

// Numbers, formulas or both. Formulas are compiled here because errors need their place.
void SceneValueReader::read(const SceneKey& key, const SceneNode& node, StartVelocity& member) {
  const auto is_text = [](const SceneNode& item) { return item.kind == SceneNode::Kind::kText; };
  if (!node.is_list() || std::none_of(node.children.begin(), node.children.end(), is_text))
    return read(key, node, member.value);
  const int wanted = state_.dimension();
  if (static_cast<int>(node.children.size()) != wanted)
    return state_.fail(node.place,
                       must_be(key, fmt::format("a list of {} numbers or formulas like domain.size", wanted), node));
  StartVelocity velocity;
  for (std::size_t a = 0; a < node.children.size(); ++a) {
    const SceneNode& item = node.children[a];
    if (!is_text(item)) {
      if (!read_number(key, item, velocity.value[static_cast<int>(a)])) return;
      continue;
    }
    velocity.formulas[a] = item.text;
    const auto formula = Expression::compile(item.text, names_of_coordinates(wanted));
    if (!formula)
      return state_.fail(
          item.place, fmt::format("'{}' in {} is not a valid formula: {}", key.name, where_, formula.error().message));
  }
  member = velocity;
}

void SceneValueReader::read(const SceneKey& key, const SceneNode& node, std::vector<std::string>& members) {
  if (!node.is_list()) return state_.fail(node.place, must_be(key, "a list of texts", node) + hint_for_list(node));
  for (const SceneNode& item : node.children) read(key, item, members.emplace_back());
}

void SceneValueReader::read(const SceneKey& key, const SceneNode& node, std::vector<double>& members) {
  if (!node.is_list()) return state_.fail(node.place, must_be(key, "a list of numbers", node) + hint_for_list(node));
  for (const SceneNode& item : node.children)
    if (!read_number(key, item, members.emplace_back())) return;
}

std::optional<std::size_t> SceneValueReader::find_word(const SceneKey& key, const SceneNode& node,
                                                       const std::vector<Candidate>& words) {
  if (node.kind != SceneNode::Kind::kText) {
    state_.fail(node.place, must_be(key, word_list(words), node));
    return std::nullopt;
  }
  const auto found =
      std::find_if(words.begin(), words.end(), [&](const Candidate& word) { return word.word == node.text; });
  if (found != words.end()) return static_cast<std::size_t>(found - words.begin());
  const std::string near = likely_word(node.text, words);
  const std::string_view fate = fate_of(fmt::format("{}={}", path_of(key.name), node.text));
  const std::string hint = !fate.empty()  ? fmt::format("; {}", fate)
                           : near.empty() ? ""
                                          : fmt::format("; did you mean '{}'?", near);
  state_.fail(node.place, must_be(key, word_list(words), node) + hint);
  return std::nullopt;
}

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
    const std::size_t errors = state_.errors.size();
    if (node) read(key, *node, member);
    if (!node) report_missing(key);
    is_lost_ = is_lost_ || state_.errors.size() > errors;  // it decides which other keys there are
    kind_ = fmt::format(" with {} '{}'", key.name, word_of(member));
  }
  void rotation(const SceneKey& key, Vec3d& member);
  void domain_size(const SceneKey& key, DomainSettings& domain);
  void shape(ShapeSettings& member) { describe(member, *this); }

  template <class T>
  void table(const SceneKey& key, T& member) {
    const SceneNode* node = take(key);
    const std::size_t errors = state_.errors.size();
    if (!node) {
      report_missing(key);
    } else if (!node->is_table()) {
      const std::string hint = node->is_list_of_tables() ? fmt::format("; write [{}]", key.name) : "";
      state_.fail(node->place, must_be(key, "a table", *node) + hint);
    } else {
      read_table(*node, fmt::format("[{}]", key.name), member);
    }
    if (std::is_same_v<T, DomainSettings> && state_.errors.size() > errors) state_.is_stopped = true;
  }
  template <class T>
  void tables(const SceneKey& key, std::vector<T>& members) {
    const SceneNode* node = take(key);
    if (!node) return;
    if (!node->is_list()) {
      const bool is_made_by_override = node->is_table() && node->place.file == kOverrideFile;
      const std::string hint = is_made_by_override ? fmt::format("; the scene has no [[{}]]", key.name)
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

  void finish();  // reports unknown keys, then missing ones

 private:
  const SceneNode* take(const SceneKey& key);
  void report_missing();
  void report_missing(const SceneKey& key);
  std::string unknown(const SceneNode& child) const;

  // The rules between keys need all keys read so far.
  template <class T>
  void read_table(const SceneNode& node, std::string where, T& member) {
    TableReader reader(node, std::move(where), state_);
    describe(member, reader);
    reader.finish();
    if constexpr (requires { member.place; }) member.place = node.place;
    if (!state_.errors.empty()) return;
    if (auto mistake = check_settings(member, node, state_.scene)) state_.fail(mistake->place, mistake->message);
    find_files(member, node);
  }
  // Reads the files that the table names.
  template <class T>
  void find_files(T& member, const SceneNode& table) {
    if constexpr (requires { member.shape.mesh; }) find_files(member.shape, table);
    if constexpr (std::is_same_v<T, SolidSettings> || std::is_same_v<T, FrameSettings>)
      find_table(member.motion_file, "motion_file", TableUse::kMotion, table, member.motion_table);
    if constexpr (std::is_same_v<T, SolidSettings>)
      if (member.motion_table && turns_in(*member.motion_table) && !table.find("pivot"))
        state_.fail(table.place, "missing key 'pivot' in [[solid]]: the centre of its rotation");
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
  std::vector<Candidate> known_;
  std::optional<Error> missing_;
  bool is_lost_ = false;  // the kind of the table is unknown
};

// The node of that key; null if there is none, or no sense in reading it.
const SceneNode* TableReader::take(const SceneKey& key) {
  if (is_lost_ || state_.is_stopped) return nullptr;
  const SceneNode* node = table_.find(key.name);
  const bool is_for_3d = key.needs_3d && state_.dimension() == 2;
  if (is_for_3d) {
    if (!node) return nullptr;
    state_.fail(node->key_place, fmt::format("'{}' in {} needs a 3D scene", key.name, where_));
  }
  known_.push_back({std::string(key.name), key.synonyms});
  if (is_for_3d) return nullptr;
  if (!node && key.is_required && !missing_) {
    const std::string what =
        is_top()
            ? fmt::format("missing table [{}]; add the lines [{}] and size = [2.0, 1.0], in metres", key.name, key.name)
            : fmt::format("missing key '{}' in {}{}", key.name, where_, kind_);
    missing_ = Error{.message = what, .place = table_.place};
  }
  return node;
}

void TableReader::find_mesh(ShapeSettings& shape, const SceneNode& table) {
  if (!state_.files.meshes) return;
  auto mesh = state_.files.meshes(shape.file);
  if (!mesh) return fail_in_file(mesh.error(), "file", table);
  shape.mesh = std::move(*mesh);
}

void TableReader::find_table(const std::string& file, std::string_view key, TableUse use, const SceneNode& table,
                             std::shared_ptr<const NumberTable>& found) {
  if (file.empty() || !state_.files.tables) return;
  auto read = state_.files.tables(file);
  if (!read) return fail_in_file(read.error(), key, table);
  if (Status fits = check_table(**read, use, state_.dimension()); !fits) return fail_in_file(fits.error(), key, table);
  found = std::move(*read);
}

// The error's own place, or the key that names the file.
void TableReader::fail_in_file(const Error& error, std::string_view key, const SceneNode& table) {
  const SceneNode* name = table.find(key);
  state_.fail(!error.place.file.empty() ? error.place : name ? name->place : table.place, error.message);
}

void TableReader::report_missing() {
  if (missing_) state_.fail(missing_->place, missing_->message);
}

// At once, unless an unknown key looks like it.
void TableReader::report_missing(const SceneKey& key) {
  if (!key.is_required || !missing_) return;
  for (const SceneNode& child : table_.children)
    if (likely_word(child.key, {{std::string(key.name), key.synonyms}}) == key.name)
      return state_.fail(child.key_place, unknown(child));
  report_missing();
}

void TableReader::finish() {
  if (is_lost_ || state_.is_stopped) return;
  const std::size_t errors = state_.errors.size();
  for (const SceneNode& child : table_.children) {
    if (std::none_of(known_.begin(), known_.end(), [&](const Candidate& known) { return known.word == child.key; }))
      state_.fail(child.key_place, unknown(child));
  }
  if (state_.errors.size() == errors) report_missing();  // else it may be misspelt
}

std::string TableReader::unknown(const SceneNode& child) const {
  const bool is_table = is_top() && child.is_table();
  const bool is_tables = is_top() && child.is_list_of_tables();
  const std::string_view open = is_tables ? "[[" : is_table ? "[" : "'";
  const std::string_view close = is_tables ? "]]" : is_table ? "]" : "'";
  // Another kind or shape may have the key, so no table is suggested, except for a title behind a table.
  const std::string home = kind_.empty() || child.key == "title" ? hint_for_home(child.key) : "";
  // `frames = 10` at the top is a key of [time], not a misspelt [frame].
  const bool is_value_of_a_table = is_top() && !is_table && !is_tables && !home.empty();
  const std::string near = is_value_of_a_table ? "" : likely_word(child.key, known_);
  std::string message = is_table || is_tables ? "unknown table " : "unknown key ";
  message += fmt::format("{}{}{}", open, child.key, close);
  message += is_top() ? "" : fmt::format(" in {}{}", where_, kind_);
  if (const std::string_view fate = fate_of(path_of(child.key)); !fate.empty())
    return message + fmt::format("; {}", fate);
  if (!near.empty()) return message + fmt::format("; did you mean {}{}{}?", open, near, close);
  return message + (home.empty() ? fmt::format("; the keys are {}", word_list(known_)) : home);
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

Error on_one_line(Error error) {
  const auto is_control = [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; };
  std::replace_if(error.message.begin(), error.message.end(), is_control, '?');
  return error;
}

Result<Scene> read_scene_tree(const SceneNode& root, const std::string& file_name, const SceneFiles& files) {
  SceneReadState state(files);
  state.scene.file = file_name;
  TableReader reader(root, "", state);
  describe(state.scene, reader);
  reader.finish();
  if (state.errors.empty()) {
    if (auto mistake = check_settings(state.scene, root, state.scene)) return on_one_line(*mistake);
    return std::move(state.scene);
  }
  std::stable_sort(state.errors.begin(), state.errors.end(),
                   [](const Error& a, const Error& b) { return a.place.line < b.place.line; });
  Error all = std::move(state.errors.front());  // the others follow its message, each on a line of its own
  for (std::size_t i = 1; i < state.errors.size(); ++i) all.message += "\n" + to_string(state.errors[i]);
  return all;
}

}  // namespace spindrift
