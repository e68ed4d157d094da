#include "base/json.h"

#include <gtest/gtest.h>

#include <limits>

#include "support/json_reader.h"

namespace spindrift {
namespace {

using testing::Json;
using testing::parse_json;

TEST(Json, numbers_read_back_to_the_same_bits) {
  for (const double value : {0.0, 0.1, 1.0 / 3.0, -1e-300, 6.02214076e23, std::numeric_limits<double>::max()})
    EXPECT_EQ(parse_json(json_number(value)).number, value);
}

TEST(Json, numbers_that_json_has_not_become_null) {
  EXPECT_EQ(json_number(std::numeric_limits<double>::quiet_NaN()), "null");
  EXPECT_EQ(json_number(-std::numeric_limits<double>::infinity()), "null");
}

TEST(Json, strings_survive_quotes_and_control_characters) {
  const std::string text = "a \"quoted\" \\ path\nand\ttab \x01 é";
  EXPECT_EQ(parse_json(json_string(text)).string, text);
}

TEST(Json, members_keep_their_order) {
  JsonObject object;
  object.add("zeta", 1).add("alpha", "text").add("flag", true).add_json("list", "[1, 2]");
  const Json json = parse_json(object.text());
  EXPECT_EQ(json.keys(), (std::vector<std::string>{"zeta", "alpha", "flag", "list"}));
  EXPECT_EQ(parse_json(object.indented_text()).keys(), json.keys());
  EXPECT_TRUE(json["flag"].boolean);
}

}  // namespace
}  // namespace spindrift
