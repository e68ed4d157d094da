// A formula such as `0.5 + 0.05*cos(pi*x)`, compiled for repeated evaluation with the functions of math.h.
//
//   numbers      1, 0.5, 2e-3;  pi, e
//   variables    those whose names are given
//   operators    < <= > >= == != (1 or 0), then + -, then * /, then - in front, then ^ (2^3^2 = 2^9, -x^2 = -(x^2))
//   functions    sin cos tan atan2 exp log sqrt abs sinh cosh tanh sech min max floor, if(condition, this, else that)
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "spindrift/error.h"

namespace spindrift {

class Expression {
 public:
  // The number 0, of no variables.
  Expression() : Expression(0.0) {}
  explicit Expression(double number) : steps_{{Operation::kNumber, number, 0}} {}

  // operator() takes the values of `variables` in this order. The place of an error has the column of the text.
  static Result<Expression> compile(std::string_view text, std::span<const std::string_view> variables);

  // One value for each variable. The result may be infinite or NaN: log(0), sqrt(-1).
  double operator()(std::span<const double> values) const;

  bool uses(int variable) const;  // whether the value depends on the variable of that number
  bool is_constant() const;

 private:
  friend class ExpressionParser;
  // clang-format off
  enum class Operation {
    kNumber, kVariable,
    kNegate, kAdd, kSubtract, kMultiply, kDivide, kPower,
    kLess, kAtMost, kMore, kAtLeast, kEqual, kUnequal,
    kSin, kCos, kTan, kExp, kLog, kSqrt, kAbs, kSinh, kCosh, kTanh, kSech, kFloor,
    kAtan2, kMin, kMax, kIf
  };
  // clang-format on
  // One operation in postfix order: pops its arguments from the stack and pushes its result.
  struct PostfixStep {
    Operation operation = Operation::kNumber;
    double number = 0.0;
    int variable = 0;
  };
  static constexpr int kDeepestStack = 64;

  static int arguments_of(Operation operation);
  static double result_of(Operation operation, const double* arguments);

  std::vector<PostfixStep> steps_;
};

}  // namespace spindrift
