#include "base/expression.h"

#include <algorithm>
#include <cmath>

#include "base/math.h"

namespace spindrift {

int Expression::arguments_of(Operation operation) {
  using enum Operation;
  if (operation == kNumber || operation == kVariable) return 0;
  if (operation == kNegate || (operation >= kSin && operation <= kFloor)) return 1;
  return operation == kIf ? 3 : 2;
}

double Expression::result_of(Operation operation, const double* a) {
  switch (operation) {
    case Operation::kNumber:
    case Operation::kVariable:
      return 0.0;  // have no arguments
    case Operation::kNegate:
      return -a[0];
    case Operation::kAdd:
      return a[0] + a[1];
    case Operation::kSubtract:
      return a[0] - a[1];
    case Operation::kMultiply:
      return a[0] * a[1];
    case Operation::kDivide:
      return a[0] / a[1];
    case Operation::kPower:
      return math::pow(a[0], a[1]);
    case Operation::kLess:
      return a[0] < a[1] ? 1.0 : 0.0;
    case Operation::kAtMost:
      return a[0] <= a[1] ? 1.0 : 0.0;
    case Operation::kMore:
      return a[0] > a[1] ? 1.0 : 0.0;
    case Operation::kAtLeast:
      return a[0] >= a[1] ? 1.0 : 0.0;
    case Operation::kEqual:
      return a[0] == a[1] ? 1.0 : 0.0;
    case Operation::kUnequal:
      return a[0] != a[1] ? 1.0 : 0.0;
    case Operation::kSin:
      return math::sin(a[0]);
    case Operation::kCos:
      return math::cos(a[0]);
    case Operation::kTan:
      return math::tan(a[0]);
    case Operation::kExp:
      return math::exp(a[0]);
    case Operation::kLog:
      return math::log(a[0]);
    case Operation::kSqrt:
      return std::sqrt(a[0]);
    case Operation::kAbs:
      return std::abs(a[0]);
    case Operation::kSinh:
      return math::sinh(a[0]);
    case Operation::kCosh:
      return math::cosh(a[0]);
    case Operation::kTanh:
      return math::tanh(a[0]);
    case Operation::kSech:
      return math::sech(a[0]);
    case Operation::kFloor:
      return std::floor(a[0]);
    case Operation::kAtan2:
      return math::atan2(a[0], a[1]);
    case Operation::kMin:
      return a[1] < a[0] ? a[1] : a[0];
    case Operation::kMax:
      return a[1] > a[0] ? a[1] : a[0];
    case Operation::kIf:
      return a[0] != 0.0 ? a[1] : a[2];
  }
  return 0.0;
}

double Expression::operator()(std::span<const double> values) const {
  double stack[kDeepestStack];
  int top = 0;
  for (const PostfixStep& step : steps_) {
    if (step.operation == Operation::kNumber) {
      stack[top++] = step.number;
    } else if (step.operation == Operation::kVariable) {
      stack[top++] = values[static_cast<std::size_t>(step.variable)];
    } else {
      top -= arguments_of(step.operation);
      stack[top] = result_of(step.operation, stack + top);
      ++top;
    }
  }
  return stack[0];
}

bool Expression::uses(int variable) const {
  return std::any_of(steps_.begin(), steps_.end(), [&](const PostfixStep& step) {
    return step.operation == Operation::kVariable && step.variable == variable;
  });
}

bool Expression::is_constant() const {
  return std::none_of(steps_.begin(), steps_.end(),
                      [](const PostfixStep& step) { return step.operation == Operation::kVariable; });
}

}  // namespace spindrift
