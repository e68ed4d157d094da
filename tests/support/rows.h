// One name serves for a row of the step, its function and its test.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

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

}  // namespace spindrift::testing
