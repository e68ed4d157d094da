#include "validate/formulas.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <optional>

#include "base/expression.h"
#include "base/json.h"
#include "base/split.h"
#include "spindrift/text.h"

namespace spindrift {
namespace {

constexpr double kNoNumber = std::numeric_limits<double>::quiet_NaN();

// NaN for an empty field or `nan`; nothing for a text that is no number.
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
      return Error{.message = fmt::format("this line has {} fields, the heading {}", fields.size(), table.names.size()),
                   .place = {file, line_number, 1}};
    for (const std::string_view field : fields) {
      const auto number = number_in(field);
      if (!number)
        return Error{.message = fmt::format("'{}' is not a number; leave the field empty if there is no value", field),
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

namespace {

bool begins_name(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

// A column of the formula's text as a column of the file, behind the quote.
Error at_formula(const Error& error, const Place& place) {
  Place exact = place;
  if (error.place.column > 0 && place.column > 0) exact.column = place.column + error.place.column;
  return {error.code, error.message, exact};
}

}  // namespace

std::vector<std::string> names_in_formula(std::string_view text) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < text.size();) {
    if (is_digit(text[i]) || text[i] == '.') {  // `2e3` contains no name
      while (i < text.size() && (is_digit(text[i]) || text[i] == '.')) ++i;
      if (i < text.size() && (text[i] == 'e' || text[i] == 'E')) i += 2;
      continue;
    }
    if (!begins_name(text[i])) {
      ++i;
      continue;
    }
    const std::size_t begin = i;
    while (i < text.size() && (begins_name(text[i]) || is_digit(text[i]))) ++i;
    const std::string name(text.substr(begin, i - begin));
    const std::size_t next = text.find_first_not_of(' ', i);
    const bool is_function = next != std::string_view::npos && text[next] == '(';
    if (is_function || name == "pi" || std::find(names.begin(), names.end(), name) != names.end()) continue;
    names.push_back(name);
  }
  return names;
}

Result<double> evaluate(const Formula& formula, NameLookup lookup) {
  DataTable none;
  none.names = {""};
  none.values = {0.0};
  const auto rows = evaluate_rows(formula, none, lookup);
  if (!rows) return rows.error();
  return rows->front();
}

Result<std::vector<double>> evaluate_rows(const Formula& formula, const DataTable& table, NameLookup lookup) {
  const std::vector<std::string> names = names_in_formula(formula.text);
  const std::vector<std::string_view> views(names.begin(), names.end());
  const auto compiled = Expression::compile(formula.text, views);
  if (!compiled) return at_formula(compiled.error(), formula.place);
  std::vector<int> columns;
  std::vector<double> values;
  for (const std::string& name : names) {
    columns.push_back(table.column(name));
    values.push_back(0.0);
    if (columns.back() >= 0) continue;
    const auto value = lookup(name, formula.place);
    if (!value) return value.error();
    values.back() = *value;
  }
  std::vector<double> out;
  for (std::size_t row = 0; row < table.rows(); ++row) {
    for (std::size_t i = 0; i < columns.size(); ++i)
      if (columns[i] >= 0) values[i] = table.at(row, static_cast<std::size_t>(columns[i]));
    out.push_back((*compiled)(values));
  }
  return out;
}

Error unknown_name(const std::string& name, const Place& place, const std::vector<std::string>& known) {
  const std::string near = nearest_word(name, known);
  std::string all;
  for (const std::string& word : known) all += (all.empty() ? "" : ", ") + word;
  return {.message = near.empty() ? fmt::format("unknown name '{}'; there are {}", name, all)
                                  : fmt::format("unknown name '{}'; did you mean '{}'?", name, near),
          .place = place};
}

}  // namespace spindrift
