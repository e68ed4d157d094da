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

// Each row of a step takes part in one of the scenes that the rows are watched in. `step_of(scene)` has its rows.
template <class Rows, class Scenes, class StepOf>
void expect_rows_in_scenes(const Rows& rows, const Scenes& scenes, StepOf&& step_of) {
  for (const auto& row : rows) {
    const std::string_view name = row.name;
    const bool is_watched = std::any_of(scenes.begin(), scenes.end(), [&](const auto& scene) {
      const auto step = step_of(scene);
      return std::any_of(step.begin(), step.end(), [&](const auto& other) { return other.name == name; });
    });
    EXPECT_TRUE(is_watched) << "no scene has the row '" << name << "': turn it on in one of them";
  }
}

// A page of the manual has a section for each row, with the row's name as heading.
template <class Rows>
void expect_headings_in_manual(const std::string& page, const Rows& rows) {
  const std::string manual = read_file(std::string(SPINDRIFT_SOURCE_DIR) + "/" + page);
  for (const auto& row : rows)
    EXPECT_TRUE(manual.find(std::string("# ") + row.name + "\n") != std::string::npos)
        << page << " has no section '## " << row.name << "'";
}

}  // namespace spindrift::testing
