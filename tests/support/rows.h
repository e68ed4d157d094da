// One name serves for a row of the step, its function and its test.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>

#include "support/temporary_folder.h"

namespace spindrift::testing {

// tests/unit/FOLDER/stages/ROW_test.cpp must be there, hold a test and call the row's function.
inline void expect_test_of_row(const std::string& folder, std::string row) {
  std::replace(row.begin(), row.end(), ' ', '_');
  const std::string file = "tests/unit/" + folder + "/stages/" + row + "_test.cpp";
  const std::string text = read_file(std::string(SPINDRIFT_SOURCE_DIR) + "/" + file);
  EXPECT_TRUE(text.find("\nTEST(") != std::string::npos || text.find("\nTYPED_TEST(") != std::string::npos ||
              text.find("\nTEST_F(") != std::string::npos || text.find("\nTEST_P(") != std::string::npos)
      << "the row has no test: write " << file;
  EXPECT_NE(text.find(row + "("), std::string::npos) << file << " does not call " << row;
}

// Under the heading of each row, a page of the manual repeats what the row reads and writes.
template <class Rows>
void expect_fields_in_manual(const std::string& page, const Rows& rows) {
  const auto as_code = [](std::string_view names) {  // `a`, `b`.
    std::string text = "`";
    for (const char c : names) text += c == ' ' ? std::string("`, `") : std::string(1, c);
    return text + "`.\n";
  };
  const std::string manual = read_file(std::string(SPINDRIFT_SOURCE_DIR) + "/" + page);
  for (const auto& row : rows) {
    const std::size_t begin = manual.find(std::string("# ") + row.name + "\n");
    ASSERT_NE(begin, std::string::npos) << row.name;
    const std::string section = manual.substr(begin, manual.find("\n#", begin) - begin);
    EXPECT_NE(section.find("\n- Reads: " + as_code(row.reads)), std::string::npos) << row.name << "\n" << section;
    EXPECT_NE(section.find("\n- Writes: " + as_code(row.writes)), std::string::npos) << row.name << "\n" << section;
  }
}

}  // namespace spindrift::testing
