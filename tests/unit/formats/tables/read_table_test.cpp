// Tables of numbers: what is read, and where it says that it cannot.
#include <gtest/gtest.h>

#include "formats/tables/table_reader.h"

namespace spindrift {
namespace {

std::shared_ptr<const NumberTable> table_in(std::string_view text) {
  auto table = parse_table(text, "a.csv");
  EXPECT_TRUE(table) << to_string(table.error());
  return table ? *table : std::make_shared<const NumberTable>();
}

std::string error_in(std::string_view text) {
  const auto table = parse_table(text, "a.csv");
  EXPECT_FALSE(table) << text;
  return table ? "" : to_string(table.error());
}

TEST(ReadTable, takes_commas_semicolons_tabs_and_blanks_and_passes_over_remarks) {
  for (const char* text : {"# of a tank\n\ntime, x\n0, 1.5\n# and so on\n2e0,-3\n", "time;x\n0;1.5\n2;-3",
                           "time\tx\r\n0\t1.5\r\n2\t-3\r\n", "time   x\n  0  1.5\n2 -3\n"}) {
    const auto table = table_in(text);
    EXPECT_EQ(table->names, (std::vector<std::string>{"time", "x"})) << text;
    EXPECT_EQ(table->numbers, (std::vector<double>{0, 1.5, 2, -3})) << text;
    EXPECT_EQ(table->rows(), 2);
    EXPECT_EQ(table->find("x"), 1);
    EXPECT_EQ(table->find("y"), -1);
  }
  EXPECT_EQ(table_in("# of a tank\n\ntime, x\n0, 1.5\n# and so on\n2e0,-3\n")->lines, (std::vector<int>{4, 6}));
}

TEST(ReadTable, is_linear_between_rows_and_level_beyond_them) {
  const auto table = table_in("x,y\n1,10\n2,20\n4,0\n");
  for (const auto& [x, y] : {std::pair{0.0, 10.0}, {1.0, 10.0}, {1.5, 15.0}, {3.0, 10.0}, {4.0, 0.0}, {9.0, 0.0}})
    EXPECT_DOUBLE_EQ(table->value_at(x, 0, 1), y) << x;
}

TEST(ReadTable, points_to_what_it_does_not_understand) {
  EXPECT_EQ(error_in("time,x\n0,1\n1,abc\n"), "a.csv:3:3: error: 'x' must be a number, found 'abc'");
  EXPECT_EQ(error_in("time,x\n0,1,2\n"), "a.csv:2:1: error: expected 2 numbers, one for each column, found 3");
  EXPECT_EQ(error_in("0,1\n2,3\n"), "a.csv:1:1: error: the first line must name the columns, as `time, x, y`");
  EXPECT_EQ(error_in("time,x\n0,nan\n"), "a.csv:2:3: error: 'x' must be a number, found 'nan'");
  EXPECT_EQ(error_in("time,x\n0,\n"), "a.csv:2:3: error: 'x' must be a number, found ''");
  EXPECT_EQ(error_in("# nothing\n"), "a.csv: error: there is no table in this file");
}

}  // namespace
}  // namespace spindrift
