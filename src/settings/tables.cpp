#include "settings/tables.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "spindrift/text.h"

namespace spindrift {

namespace {

constexpr double kLargestNumber = 1e7;  // as positions and accelerations of scenes
constexpr const char* kAxisColumns[] = {"x", "y", "z"};

std::string list_text(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : ", ") + word;
  return text;
}

// The columns x, y and z of a table; 0 where there is none.
class VectorColumns {
 public:
  explicit VectorColumns(const NumberTable& table) : table_(table) {
    for (int a = 0; a < 3; ++a) column_[a] = table.find(kAxisColumns[a]);
  }
  Vec3d at(int row) const {
    Vec3d v;
    for (int a = 0; a < 3; ++a)
      if (column_[a] >= 0) v[a] = table_.at(row, column_[a]);
    return v;
  }

 private:
  const NumberTable& table_;
  Vec<int, 3> column_;
};

Status check_columns(const NumberTable& table, TableUse use, int dimension) {
  const std::vector<std::string> known = table_columns(use, dimension);
  const auto fail = [&](std::string message) { return Error{ErrorCode::kBadInput, std::move(message), {table.file}}; };
  for (std::size_t i = 0; i < table.names.size(); ++i) {
    const std::string& name = table.names[i];
    if (std::find(table.names.begin(), table.names.begin() + static_cast<std::ptrdiff_t>(i), name) !=
        table.names.begin() + static_cast<std::ptrdiff_t>(i))
      return fail(fmt::format("two columns are called '{}'", name));
    if (std::find(known.begin(), known.end(), name) != known.end()) continue;
    const std::string near = nearest_word(name, known);
    return fail(near.empty() ? fmt::format("unknown column '{}'; the columns may be {}", name, list_text(known))
                             : fmt::format("unknown column '{}'; did you mean '{}'?", name, near));
  }
  const std::size_t needed = use == TableUse::kSurface ? 2 : 1;
  for (std::size_t i = 0; i < needed; ++i)
    if (table.find(known[i]) < 0)
      return fail(fmt::format("missing column '{}'; the columns are {}", known[i], list_text(table.names)));
  if (table.columns() < 2)
    return fail(fmt::format("there is only one column; the columns may be {}", list_text(known)));
  return Done{};
}

}  // namespace

int NumberTable::find(std::string_view name) const {
  const auto found = std::find(names.begin(), names.end(), name);
  return found == names.end() ? -1 : static_cast<int>(found - names.begin());
}

Place NumberTable::place(int row) const {
  return {file, row < static_cast<int>(lines.size()) ? lines[static_cast<std::size_t>(row)] : 0};
}

double NumberTable::value_at(double key, int key_column, int column) const {
  if (column < 0 || rows() == 0) return 0.0;
  int first = 0, behind = rows();  // the first row behind the key, by halving
  while (first < behind) {
    const int middle = (first + behind) / 2;
    if (key < at(middle, key_column)) {
      behind = middle;
    } else {
      first = middle + 1;
    }
  }
  if (first == 0) return at(0, column);
  if (first == rows()) return at(rows() - 1, column);
  const double begin = at(first - 1, key_column), end = at(first, key_column);
  const double a = at(first - 1, column), b = at(first, column);
  return a + (b - a) * ((key - begin) / (end - begin));
}

std::vector<std::string> table_columns(TableUse use, int dimension) {
  if (use == TableUse::kSurface) return {"x", "y"};
  std::vector<std::string> columns{"time", "x", "y"};
  if (dimension == 3) columns.emplace_back("z");
  if (use == TableUse::kGravity) return columns;
  if (dimension == 2) {
    columns.emplace_back("rotation");
  } else {
    for (const char* axis : kAxisColumns) columns.push_back(fmt::format("rotation_{}", axis));
  }
  return columns;
}

Status check_table(const NumberTable& table, TableUse use, int dimension) {
  if (table.names.empty() || table.numbers.size() % table.names.size() != 0)
    return Error{ErrorCode::kBadInput, "each row of a table needs a number for each column", {table.file}};
  if (Status known = check_columns(table, use, dimension); !known) return known;
  const bool is_surface = use == TableUse::kSurface;
  if (table.rows() < (is_surface ? 2 : 1))
    return Error{
        ErrorCode::kBadInput, is_surface ? "a surface needs at least two rows" : "the table has no rows", {table.file}};
  const int key = table.find(is_surface ? "x" : "time");
  for (int row = 0; row < table.rows(); ++row) {
    const auto fail = [&](std::string what) { return Error{ErrorCode::kBadInput, std::move(what), table.place(row)}; };
    for (int column = 0; column < table.columns(); ++column)
      if (!(std::abs(table.at(row, column)) <= kLargestNumber))
        return fail(fmt::format("'{}' must be a number between {:g} and {:g}, found {}",
                                table.names[static_cast<std::size_t>(column)], -kLargestNumber, kLargestNumber,
                                table.at(row, column)));
    if (row == 0) continue;
    const double before = table.at(row - 1, key), now = table.at(row, key);
    if (is_surface ? before >= now : before > now)
      return fail(
          fmt::format("rows must be in order of {}, found {} after {}", is_surface ? "x" : "time", now, before));
  }
  return Done{};
}

bool turns_in(const NumberTable& table) {
  return std::any_of(table.names.begin(), table.names.end(),
                     [](const std::string& name) { return name.starts_with("rotation"); });
}

std::vector<Keyframe> keyframes_of(const NumberTable& table) {
  const int time = table.find("time"), turn = table.find("rotation");
  const int turns[] = {table.find("rotation_x"), table.find("rotation_y"), table.find("rotation_z")};
  const VectorColumns positions(table);
  std::vector<Keyframe> keys;
  keys.reserve(static_cast<std::size_t>(table.rows()));
  for (int row = 0; row < table.rows(); ++row) {
    Keyframe key{table.at(row, time), positions.at(row), {}};
    for (int a = 0; a < 3; ++a)
      if (turns[a] >= 0) key.rotation_degrees[a] = table.at(row, turns[a]);
    if (turn >= 0) key.rotation_degrees[2] = table.at(row, turn);
    keys.push_back(key);
  }
  return keys;
}

Vec3d gravity_of(const NumberTable& table, double time) {
  Vec3d gravity;
  const int key = table.find("time");
  for (int a = 0; a < 3; ++a) gravity[a] = table.value_at(time, key, table.find(kAxisColumns[a]));
  return gravity;
}

double strongest_gravity_of(const NumberTable& table) {
  const VectorColumns gravity(table);
  double strongest = 0.0;
  for (int row = 0; row < table.rows(); ++row) strongest = std::max(strongest, length(gravity.at(row)));
  return strongest;
}

}  // namespace spindrift
