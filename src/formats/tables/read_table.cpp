// Tables of numbers as text: CSV, or columns parted by semicolons, tabs or blanks. Lines that begin with # are remarks;
// the first other line names the columns.
#include <fmt/format.h>

#include <cctype>
#include <cmath>
#include <cstdlib>

#include "base/no_throw.h"
#include "base/split.h"
#include "formats/files/files.h"
#include "formats/tables/table_reader.h"
#include "spindrift/files.h"

namespace spindrift {

namespace {

constexpr std::size_t kMostNumbers = 100'000'000;

// The sign that parts the columns of a table whose first line this is.
char separator_in(std::string_view line) {
  for (const char sign : {',', ';', '\t'})
    if (line.find(sign) != std::string_view::npos) return sign;
  return ' ';
}

// Words between separators; any number of blanks counts as one.
std::vector<std::string_view> cells_of(std::string_view line, char separator) {
  std::vector<std::string_view> cells;
  if (separator != ' ') {
    for (const std::string_view cell : split(line, separator)) cells.push_back(trimmed(cell));
    if (line.ends_with(separator)) cells.push_back(line.substr(line.size()));
    return cells;
  }
  for (const std::string_view cell : split(line, ' '))
    if (!trimmed(cell).empty()) cells.push_back(trimmed(cell));
  return cells;
}

bool read_number(std::string_view text, double& number) {
  const std::string digits(text);  // not every C++ library has from_chars for numbers with a point
  char* rest = nullptr;
  number = std::strtod(digits.c_str(), &rest);
  return !digits.empty() && *rest == '\0' && std::isfinite(number);
}

}  // namespace

Result<std::shared_ptr<const NumberTable>> parse_table(std::string_view text, const std::string& file) {
  auto table = std::make_shared<NumberTable>();
  table->file = file;
  char separator = ',';
  int line_number = 0;
  if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);  // that some programs put in front
  for (const std::string_view whole : split(text, '\n')) {
    ++line_number;
    const std::string_view line = trimmed(whole);
    const auto fail = [&](std::string why, std::string_view at = {}) {
      const int column = at.data() == nullptr ? 1 : static_cast<int>(at.data() - whole.data()) + 1;
      return Error{ErrorCode::kBadInput, std::move(why), {file, line_number, column}};
    };
    if (line.empty() || line.front() == '#') continue;
    if (table->names.empty()) {
      separator = separator_in(line);
      for (const std::string_view name : cells_of(line, separator)) {
        if (double number = 0.0; name.empty() || read_number(name, number))
          return fail("the first line must name the columns, as `time, x, y`", name);
        table->names.emplace_back(name);
      }
      continue;
    }
    const auto cells = cells_of(line, separator);
    if (cells.size() != table->names.size())
      return fail(fmt::format("expected {} numbers, one for each column, found {}", table->names.size(), cells.size()));
    for (std::size_t i = 0; i < cells.size(); ++i) {
      double number = 0.0;
      if (!read_number(cells[i], number))
        return fail(fmt::format("'{}' must be a number, found '{}'", table->names[i], cells[i].substr(0, 40)),
                    cells[i]);
      table->numbers.push_back(number);
    }
    table->lines.push_back(line_number);
    if (table->numbers.size() > kMostNumbers) return fail("the table is too large");
  }
  if (table->names.empty()) return Error{ErrorCode::kBadInput, "there is no table in this file", {file}};
  return std::shared_ptr<const NumberTable>(std::move(table));
}

Result<std::shared_ptr<const NumberTable>> read_table(const std::string& path) {
  return no_throw("reading a table", [&]() -> Result<std::shared_ptr<const NumberTable>> {
    const auto bytes = read_file_bytes(path);
    if (!bytes) return bytes.error();
    return parse_table(*bytes, path);
  });
}

}  // namespace spindrift
