#include "validate/formulas.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/expression.h"
#include "spindrift/text.h"

namespace spindrift {
namespace {

bool begins_name(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

// A column of the formula's text, as a column of the file: behind the quote.
Error at_formula(const Error& error, const Place& place) {
  Place exact = place;
  if (error.place.column > 0 && place.column > 0) exact.column = place.column + error.place.column;
  return {error.code, error.message, exact};
}

}  // namespace

std::vector<std::string> names_in_formula(std::string_view text) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < text.size();) {
    if (is_digit(text[i]) || text[i] == '.') {  // `2e3` holds no name
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
