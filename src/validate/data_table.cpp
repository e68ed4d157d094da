#include "validate/data_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <optional>

#include "base/json.h"
#include "base/split.h"

namespace spindrift {
namespace {

constexpr double kNoNumber = std::numeric_limits<double>::quiet_NaN();

// NaN for an empty field, or for `nan`, which stand for a number that there is not; nothing for what is no number.
std::optional<double> number_in(std::string_view field) {
  const std::string text(trimmed(field));
  if (text.empty()) return kNoNumber;
  char* rest = nullptr;
  const double number = std::strtod(text.c_str(), &rest);
  return *rest == '\0' && !std::isinf(number) ? std::optional(number) : std::nullopt;
}

bool is_name_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

// `left gauge height m`: the last word is the unit.
std::string name_in_formulas(std::string_view heading) {
  std::string name(trimmed(heading));
  if (const std::size_t last = name.rfind(' '); last != std::string::npos) name.resize(last);
  for (char& c : name)
    if (!is_name_letter(c)) c = '_';
  return name;
}

}  // namespace

int DataTable::column(std::string_view name) const {
  const auto found = std::find(names.begin(), names.end(), name);
  return found == names.end() ? -1 : static_cast<int>(found - names.begin());
}

Result<DataTable> table_of_csv(std::string_view text, const std::string& file) {
  DataTable table;
  int line_number = 0;
  for (const std::string_view line : split(text, '\n')) {
    ++line_number;
    if (trimmed(line).empty() || line.front() == '#') continue;
    std::vector<std::string_view> fields = split(line, ',');
    if (line.back() == ',') fields.emplace_back();
    if (table.names.empty()) {
      for (const std::string_view field : fields) {
        const std::string name = name_in_formulas(field);
        if (table.column(name) >= 0)
          return Error{.message = fmt::format("two columns are called '{}' in formulas", name),
                       .place = {file, line_number, 1}};
        table.names.push_back(name);
      }
      continue;
    }
    if (fields.size() != table.names.size())
      return Error{
          .message = fmt::format("this line has {} fields, the first one {}", fields.size(), table.names.size()),
          .place = {file, line_number, 1}};
    for (const std::string_view field : fields) {
      const auto number = number_in(field);
      if (!number)
        return Error{.message = fmt::format("'{}' is no number; leave the field empty if there is none", field),
                     .place = {file, line_number, static_cast<int>(field.data() - line.data()) + 1}};
      table.values.push_back(*number);
    }
  }
  if (table.names.empty()) return Error{.message = "there is no table in this file", .place = {.file = file}};
  return table;
}

namespace {

struct PlacedNumber {
  std::size_t row = 0, column = 0;
  double number = 0.0;
};

std::size_t column_for(DataTable& table, const std::string& name) {
  if (table.column(name) < 0) table.names.push_back(name);
  return static_cast<std::size_t>(table.column(name));
}

void add_numbers(const JsonValue& object, std::size_t row, DataTable& table, std::vector<PlacedNumber>& entries) {
  for (std::size_t i = 0; i < object.keys.size(); ++i) {
    const JsonValue& item = object.items[i];
    if (item.kind == JsonValue::Kind::kNumber) entries.push_back({row, column_for(table, object.keys[i]), item.number});
    if (item.kind != JsonValue::Kind::kArray || item.items.size() > 3) continue;
    for (std::size_t axis = 0; axis < item.items.size(); ++axis) {
      const std::string name = object.keys[i] + (item.items.size() == 1 ? "" : std::string("_") + "xyz"[axis]);
      entries.push_back({row, column_for(table, name), item.items[axis].number});
    }
  }
}

}  // namespace

Result<DataTable> table_of_json_lines(std::string_view text, const std::string& file) {
  DataTable table;
  std::vector<PlacedNumber> entries;
  std::size_t rows = 0;
  int line_number = 0;
  for (const std::string_view line : split(text, '\n')) {
    ++line_number;
    if (trimmed(line).empty()) continue;
    const auto object = read_json(line, file, line_number);
    if (!object) return object.error();
    add_numbers(*object, rows++, table, entries);
  }
  table.values.assign(rows * table.names.size(), kNoNumber);
  for (const PlacedNumber& entry : entries) table.values[entry.row * table.names.size() + entry.column] = entry.number;
  return table;
}

}  // namespace spindrift
