#include "validate/formulas.h"

#include <gtest/gtest.h>

#include <cmath>

namespace spindrift {
namespace {

TEST(DataTable, headings_lose_their_units_and_become_names) {
  const auto table =
      table_of_csv("# a comment\ntime s,left gauge height m,T,top-1 u m/s\n0,0.5,1,\n0.1,,2,3\n", "p.csv");
  ASSERT_TRUE(table);
  EXPECT_EQ(table->names, (std::vector<std::string>{"time", "left_gauge_height", "T", "top_1_u"}));
  ASSERT_EQ(table->rows(), 2u);
  EXPECT_EQ(table->at(0, 1), 0.5);
  EXPECT_TRUE(std::isnan(table->at(0, 3)));
  EXPECT_TRUE(std::isnan(table->at(1, 1)));
  EXPECT_EQ(table->at(1, 3), 3.0);
}

TEST(DataTable, a_line_with_a_wrong_number_of_fields_is_named) {
  const auto table = table_of_csv("t,x\n0,1\n1,2,3\n", "p.csv");
  ASSERT_FALSE(table);
  EXPECT_EQ(to_string(table.error()), "p.csv:3:1: error: this line has 3 fields, the heading 2");
}

TEST(DataTable, a_field_that_is_no_number_is_named_and_an_empty_one_is_nan) {
  const auto table = table_of_csv("t,x\n0,1\n1,0.4O4\n", "p.csv");
  ASSERT_FALSE(table);
  EXPECT_EQ(to_string(table.error()),
            "p.csv:3:3: error: '0.4O4' is not a number; leave the field empty if there is no value");
  for (const char* field : {"abc", "0.459 m", "0.9e999", "0.404 # note"})
    EXPECT_FALSE(table_of_csv(std::string("t,x\n0,") + field + "\n", "p.csv")) << field;
  EXPECT_TRUE(std::isnan(table_of_csv("t,x\n0,nan\n", "p.csv")->at(0, 1)));
}

TEST(DataTable, two_columns_of_one_name_are_refused) {
  const auto table = table_of_csv("t,height cm,height m\n0,1,2\n", "p.csv");
  ASSERT_FALSE(table);
  EXPECT_EQ(to_string(table.error()), "p.csv:1:1: error: two columns are called 'height' in formulas");
}

TEST(DataTable, vectors_of_statistics_have_a_column_for_each_axis) {
  const auto table = table_of_json_lines(
      "{\"time\": 0, \"center_of_mass\": [1, 2], \"angular_momentum\": [7], \"hash\": \"ab\"}\n"
      "{\"time\": 0.5, \"center_of_mass\": [3, 4], \"angular_momentum\": [8], \"residual\": 1e-6}\n",
      "stats.jsonl");
  ASSERT_TRUE(table);
  EXPECT_EQ(table->names,
            (std::vector<std::string>{"time", "center_of_mass_x", "center_of_mass_y", "angular_momentum", "residual"}));
  EXPECT_EQ(table->at(1, 2), 4.0);
  EXPECT_EQ(table->at(1, 3), 8.0);
  EXPECT_TRUE(std::isnan(table->at(0, 4)));
}

}  // namespace
}  // namespace spindrift
