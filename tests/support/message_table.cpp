#include "support/message_table.h"

#include <gtest/gtest.h>

#include <fstream>
#include <map>

namespace spindrift::testing {

namespace {

std::vector<std::string> parts_of(const std::string& text, const std::string& separator) {
  std::vector<std::string> parts;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(separator, begin), text.size());
    parts.push_back(text.substr(begin, end - begin));
    begin = end + separator.size();
  }
  return parts;
}

std::string unescaped(const std::string& text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool is_escape = text[i] == '\\' && i + 1 < text.size();
    out += !is_escape ? text[i] : text[++i] == 'n' ? '\n' : text[i];
  }
  return out;
}

}  // namespace

bool MessageRow::matches(const std::string& found) const {
  const std::vector<std::string> parts = parts_of(message, "...");
  std::size_t begin = 0;
  for (const std::string& part : parts) {
    begin = found.find(part, begin);
    if (begin == std::string::npos) return false;
    begin += part.size();
  }
  return found.starts_with(parts.front()) && found.ends_with(parts.back()) && (parts.size() > 1 || found == message);
}

std::vector<MessageRow> read_message_table(const std::string& path) {
  std::ifstream file(SPINDRIFT_SOURCE_DIR "/" + path);
  std::map<std::string, std::string> bases{{"-", ""}};
  std::vector<MessageRow> rows;
  int number = 0;
  for (std::string line; std::getline(file, line);) {
    ++number;
    if (line.empty() || line.front() == '#') continue;
    std::vector<std::string> cells = parts_of(line, "\t");
    cells.resize(4);
    if (line.front() == '@') {
      bases[cells[0].substr(1)] = unescaped(cells[1]);
      continue;
    }
    const std::string place = path + ":" + std::to_string(number);
    EXPECT_TRUE(bases.contains(cells[0])) << place;
    const auto overrides = cells[2].empty() ? std::vector<std::string>{} : parts_of(cells[2], " ; ");
    rows.push_back({bases[cells[0]] + unescaped(cells[1]), overrides, unescaped(cells[3]), place});
  }
  EXPECT_FALSE(rows.empty()) << path;
  return rows;
}

}  // namespace spindrift::testing
