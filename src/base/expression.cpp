// From the text of a formula to its steps, by recursive descent: one function for each level of precedence.
#include "base/expression.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdlib>
#include <numbers>
#include <optional>

#include "base/math.h"
#include "spindrift/text.h"

namespace spindrift {

class ExpressionParser {
 public:
  ExpressionParser(std::string_view text, std::span<const std::string_view> variables)
      : text_(text), variables_(variables) {}

  Result<Expression> parse() {
    formula_.steps_.clear();
    skip_blanks();
    if (at_ == text_.size()) fail(at_, "there is no formula");
    parse_comparison();
    if (!error_ && at_ < text_.size()) fail_behind_a_value();
    if (error_) return *error_;
    return std::move(formula_);
  }

 private:
  using Operation = Expression::Operation;
  struct Function {
    std::string_view name;
    Operation operation;
  };
  static constexpr Function kFunctions[] = {
      {"sin", Operation::kSin},   {"cos", Operation::kCos},   {"tan", Operation::kTan},
      {"exp", Operation::kExp},   {"log", Operation::kLog},   {"sqrt", Operation::kSqrt},
      {"abs", Operation::kAbs},   {"sinh", Operation::kSinh}, {"cosh", Operation::kCosh},
      {"tanh", Operation::kTanh}, {"sech", Operation::kSech}, {"floor", Operation::kFloor},
      {"min", Operation::kMin},   {"max", Operation::kMax},   {"atan2", Operation::kAtan2},
      {"if", Operation::kIf}};
  struct Constant {
    std::string_view name;
    double value;
  };
  static constexpr Constant kConstants[] = {{"pi", std::numbers::pi}, {"e", std::numbers::e}};

  void parse_comparison() {
    static constexpr Function kSigns[] = {{"<=", Operation::kAtMost}, {">=", Operation::kAtLeast},
                                          {"==", Operation::kEqual},  {"!=", Operation::kUnequal},
                                          {"<", Operation::kLess},    {">", Operation::kMore}};
    parse_sum();
    for (const Function& sign : kSigns) {
      if (!takes(sign.name)) continue;
      parse_sum();
      return add(sign.operation);
    }
  }

  void parse_sum() {
    parse_chain(&ExpressionParser::parse_product, {"+", Operation::kAdd}, {"-", Operation::kSubtract});
  }
  void parse_product() {
    parse_chain(&ExpressionParser::parse_signed, {"*", Operation::kMultiply}, {"/", Operation::kDivide});
  }

  // Links with one sign or the other between them, taken from left to right.
  void parse_chain(void (ExpressionParser::*link)(), const Function& sign, const Function& opposite) {
    (this->*link)();
    while (!error_) {
      const bool is_sign = takes(sign.name);
      if (!is_sign && !takes(opposite.name)) return;
      (this->*link)();
      add(is_sign ? sign.operation : opposite.operation);
    }
  }

  void parse_signed() {
    const Depth deeper(*this);
    if (error_) return;
    if (takes("-")) {
      parse_signed();
      return add(Operation::kNegate);
    }
    if (takes("+")) return parse_signed();
    parse_power();
  }

  void parse_power() {
    parse_value();
    if (!takes("^")) return;
    parse_signed();
    add(Operation::kPower);
  }

  void parse_value() {
    skip_blanks();
    const char c = next();
    if (std::isdigit(static_cast<unsigned char>(c)) != 0 || c == '.') return parse_number();
    if (is_letter(c)) return parse_name();
    if (takes("(")) {
      const std::size_t opened = at_ - 1;
      parse_comparison();
      return close(opened);
    }
    fail(at_, at_ == text_.size() ? "the formula ends where a value should follow"
                                  : fmt::format("expected a number, a name or '(', found '{}'{}", c,
                                                c == '*' ? "; write ^ for a power" : ""));
  }

  void parse_number() {
    const std::size_t begin = at_;
    while (std::isdigit(static_cast<unsigned char>(next())) != 0 || next() == '.') ++at_;
    if (next() == 'e' || next() == 'E') {
      std::size_t digits = at_ + 1;
      if (digits < text_.size() && (text_[digits] == '+' || text_[digits] == '-')) ++digits;
      if (digits < text_.size() && std::isdigit(static_cast<unsigned char>(text_[digits])) != 0) at_ = digits;
      while (std::isdigit(static_cast<unsigned char>(next())) != 0) ++at_;
    }
    const std::string digits(text_.substr(begin, at_ - begin));
    char* rest = nullptr;
    const double number = std::strtod(digits.c_str(), &rest);  // as the readers of JSON and of scenes do
    if (*rest != '\0') return fail(begin, fmt::format("'{}' is no number", digits));
    if (!std::isfinite(number)) return fail(begin, fmt::format("{} is too large a number", digits));
    add(Operation::kNumber, number);
  }

  void parse_name() {
    const std::size_t begin = at_;
    while (is_letter(next()) || std::isdigit(static_cast<unsigned char>(next())) != 0) ++at_;
    const std::string_view name = text_.substr(begin, at_ - begin);
    if (is_call()) return parse_call(name, begin);
    for (std::size_t i = 0; i < variables_.size(); ++i)
      if (variables_[i] == name) return add(Operation::kVariable, 0.0, static_cast<int>(i));
    for (const Constant& constant : kConstants)
      if (constant.name == name) return add(Operation::kNumber, constant.value);
    if (const Function* function = find_function(name))
      return fail(begin, fmt::format("'{}' needs its argument{} in brackets: {}", name,
                                     Expression::arguments_of(function->operation) == 1 ? "" : "s", usage(*function)));
    fail_unknown(name, begin, "name", known_names());
  }

  void parse_call(std::string_view name, std::size_t begin) {
    const Function* function = find_function(name);
    if (!function) {
      for (const std::string& known : known_names())
        if (known == name)
          return fail(begin, fmt::format("'{}' is no function; write {}*(...) for a product", name, name));
      return fail_unknown(name, begin, "function", function_names());
    }
    const std::size_t opened = at_;
    takes("(");
    const int wanted = Expression::arguments_of(function->operation);
    int found = 0;
    if (!takes(")")) {
      do {
        parse_comparison();
        ++found;
      } while (!error_ && takes(","));
      close(opened);
    }
    if (error_) return;
    if (found != wanted)
      return fail(begin, fmt::format("'{}' takes {} argument{}, found {}: {}", name, wanted, wanted == 1 ? "" : "s",
                                     found, usage(*function)));
    add(function->operation);
  }

  void close(std::size_t opened) {
    if (error_ || takes(")")) return;
    if (at_ == text_.size()) return fail(opened, "this '(' is never closed");
    fail_behind_a_value();
  }

  void fail_behind_a_value() {
    const char c = next();
    const bool begins_value = is_letter(c) || std::isdigit(static_cast<unsigned char>(c)) != 0 || c == '(' || c == '.';
    fail(at_, begins_value ? fmt::format("expected an operator before '{}'; write * for a product", c)
              : c == ')'   ? std::string("this ')' closes nothing")
              : c == '='   ? std::string("unexpected '='; write == to compare")
                           : fmt::format("unexpected '{}'", c));
  }

  void fail_unknown(std::string_view name, std::size_t begin, std::string_view what, std::vector<std::string> known) {
    const std::string near = nearest_word(name, known);
    std::string all;
    for (const std::string& word : known) all += (all.empty() ? "" : ", ") + word;
    fail(begin, near.empty() ? fmt::format("unknown {} '{}'; there are {}", what, name, all)
                             : fmt::format("unknown {} '{}'; did you mean '{}'?", what, name, near));
  }

  // Only the first mistake counts.
  void fail(std::size_t at, std::string_view what) {
    if (error_) return;
    const int column = static_cast<int>(at) + 1;
    error_ = Error{.message = fmt::format("{}, in column {} of \"{}\"", what, column, text_),
                   .place = {.file = {}, .line = 0, .column = column}};
  }

  void add(Operation operation, double number = 0.0, int variable = 0) {
    if (error_) return;
    stack_ += 1 - Expression::arguments_of(operation);
    if (stack_ > Expression::kDeepestStack) return fail(at_, kTooDeep);
    formula_.steps_.push_back({operation, number, variable});
  }

  // While it lives, the parser is one level further down.
  struct Depth {
    explicit Depth(ExpressionParser& p) : parser(p) {
      if (++parser.depth_ > kDeepestNesting) parser.fail(parser.at_, kTooDeep);
    }
    ~Depth() { --parser.depth_; }
    Depth(const Depth&) = delete;
    Depth& operator=(const Depth&) = delete;
    ExpressionParser& parser;
  };

  static bool is_letter(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_'; }
  char next() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  void skip_blanks() {
    while (next() == ' ' || next() == '\t') ++at_;
  }
  bool is_call() {
    skip_blanks();
    return next() == '(';
  }
  bool takes(std::string_view sign) {
    skip_blanks();
    if (error_ || !text_.substr(at_).starts_with(sign)) return false;
    at_ += sign.size();
    skip_blanks();
    return true;
  }

  static const Function* find_function(std::string_view name) {
    for (const Function& function : kFunctions)
      if (function.name == name) return &function;
    return nullptr;
  }
  static std::string usage(const Function& function) {
    const int arguments = Expression::arguments_of(function.operation);
    return fmt::format("{}({})", function.name,
                       arguments == 1                            ? "x"
                       : arguments == 3                          ? "condition, a, b"
                       : function.operation == Operation::kAtan2 ? "y, x"
                                                                 : "a, b");
  }
  static std::vector<std::string> function_names() {
    std::vector<std::string> names;
    for (const Function& function : kFunctions) names.emplace_back(function.name);
    return names;
  }
  std::vector<std::string> known_names() const {
    std::vector<std::string> names(variables_.begin(), variables_.end());
    for (const Constant& constant : kConstants) names.emplace_back(constant.name);
    return names;
  }

  static constexpr int kDeepestNesting = 200;
  static constexpr std::string_view kTooDeep = "the formula is nested too deeply";

  std::string_view text_;
  std::span<const std::string_view> variables_;
  std::size_t at_ = 0;
  int depth_ = 0;
  int stack_ = 0;
  Expression formula_;
  std::optional<Error> error_;
};

Result<Expression> Expression::compile(std::string_view text, std::span<const std::string_view> variables) {
  return ExpressionParser(text, variables).parse();
}

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
