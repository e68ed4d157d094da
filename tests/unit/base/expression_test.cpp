#include "base/expression.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numbers>

#include "base/math.h"

namespace spindrift {
namespace {

constexpr std::string_view kNames[] = {"x", "y", "mean_depth"};

double value_of(std::string_view text, double x = 2.0, double y = 3.0, double depth = 0.5) {
  const auto formula = Expression::compile(text, kNames);
  EXPECT_TRUE(formula) << text << ": " << (formula ? "" : formula.error().message);
  return formula ? (*formula)(std::array{x, y, depth}) : std::nan("");
}

Error mistake_in(std::string_view text) {
  const auto formula = Expression::compile(text, kNames);
  EXPECT_FALSE(formula) << text;
  return formula ? Error{} : formula.error();
}

TEST(Expression, binds_operators_as_mathematics_does) {
  EXPECT_EQ(value_of("1 + 2*3"), 7.0);
  EXPECT_EQ(value_of("(1 + 2)*3"), 9.0);
  EXPECT_EQ(value_of("7 - 2 - 1"), 4.0);
  EXPECT_EQ(value_of("8/4/2"), 1.0);
  EXPECT_EQ(value_of("2^3^2"), 512.0);
  EXPECT_EQ(value_of("-2^2"), -4.0);
  EXPECT_EQ(value_of("2^-1"), 0.5);
  EXPECT_EQ(value_of("- -3 + +2"), 5.0);
  EXPECT_EQ(value_of("1.5e1 + .5"), 15.5);
  EXPECT_EQ(value_of("1 + 1 == 2"), 1.0);
}

TEST(Expression, knows_constants_variables_and_functions) {
  EXPECT_EQ(value_of("pi"), std::numbers::pi);
  EXPECT_EQ(value_of("e"), std::numbers::e);
  EXPECT_EQ(value_of("x*y + mean_depth"), 6.5);
  EXPECT_EQ(value_of("sin(x)*cos(y)"), math::sin(2.0) * math::cos(3.0));
  EXPECT_EQ(value_of("0.5 + 0.05*cos(pi*x)"), 0.5 + 0.05 * math::cos(std::numbers::pi * 2.0));
  EXPECT_EQ(value_of("atan2(x, y)"), math::atan2(2.0, 3.0));
  EXPECT_EQ(value_of("sech(x)^2"), math::pow(math::sech(2.0), 2.0));
  EXPECT_EQ(value_of("tan(x) + exp(x) + log(x) + sqrt(x) + abs(-x)"),
            math::tan(2.0) + math::exp(2.0) + math::log(2.0) + std::sqrt(2.0) + 2.0);
  EXPECT_EQ(value_of("sinh(x) + cosh(x) + tanh(x)"), math::sinh(2.0) + math::cosh(2.0) + math::tanh(2.0));
  EXPECT_EQ(value_of("min(x, y) + 10*max(x, y) + floor(y/x)"), 33.0);
  EXPECT_EQ(value_of("if(x < y, 1, 2)"), 1.0);
  EXPECT_EQ(value_of("if(x >= y, 1, if(y != 3, 5, 6))"), 6.0);
}

TEST(Expression, of_what_has_no_value_is_not_a_number) {
  EXPECT_TRUE(std::isnan(value_of("sqrt(-x)")));
  EXPECT_TRUE(std::isinf(value_of("1/(x - 2)")));
}

TEST(Expression, says_which_variables_it_depends_on) {
  const auto formula = Expression::compile("y + 2*pi", kNames);
  ASSERT_TRUE(formula);
  EXPECT_FALSE(formula->uses(0));
  EXPECT_TRUE(formula->uses(1));
  EXPECT_FALSE(formula->is_constant());
  EXPECT_TRUE(Expression::compile("2*pi", kNames)->is_constant());
  EXPECT_EQ(Expression(1.5)({}), 1.5);
}

TEST(Expression, says_in_which_column_a_mistake_is_and_what_was_meant) {
  const struct {
    std::string_view text;
    int column;
    std::string_view message;
  } kMistakes[] = {
      {"1 + sn(x)", 5, "unknown function 'sn'; did you mean 'sin'?, in column 5 of \"1 + sn(x)\""},
      {"mean_dept", 1, "unknown name 'mean_dept'; did you mean 'mean_depth'?"},
      {"2*q", 3, "unknown name 'q'; there are x, y, mean_depth, pi, e"},
      {"2x", 2, "expected an operator before 'x'; write * for a product"},
      {"x**2", 3, "expected a number, a name or '(', found '*'; write ^ for a power"},
      {"x(3)", 1, "'x' is no function; write x*(...) for a product"},
      {"sin x", 1, "'sin' needs its argument in brackets: sin(x)"},
      {"min(x)", 1, "'min' takes 2 arguments, found 1: min(a, b)"},
      {"sin()", 1, "'sin' takes 1 argument, found 0: sin(x)"},
      {"(x + 1", 1, "this '(' is never closed"},
      {"x + 1)", 6, "this ')' closes nothing"},
      {"x +", 4, "the formula ends where a value should follow"},
      {"", 1, "there is no formula"},
      {"x = 1", 3, "unexpected '='; write == to compare"},
      {"1.2.3", 1, "'1.2.3' is no number"},
      {"1e999", 1, "1e999 is too large a number"},
      {"x # y", 3, "unexpected '#'"},
  };
  for (const auto& mistake : kMistakes) {
    const Error error = mistake_in(mistake.text);
    EXPECT_EQ(error.place.column, mistake.column) << mistake.text;
    EXPECT_NE(error.message.find(mistake.message), std::string::npos) << error.message;
  }
}

TEST(Expression, refuses_what_is_nested_too_deeply) {
  EXPECT_NE(mistake_in(std::string(100000, '(')).message.find("nested too deeply"), std::string::npos);
  EXPECT_NE(mistake_in(std::string(100000, '-') + "x").message.find("nested too deeply"), std::string::npos);
  std::string sums, ends;
  for (int i = 0; i < 100; ++i) {
    sums += "x + (";
    ends += ")";
  }
  EXPECT_NE(mistake_in(sums + "x" + ends).message.find("nested too deeply"), std::string::npos);
}

}  // namespace
}  // namespace spindrift
