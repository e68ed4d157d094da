// Words, numbers and line numbers of a text held in memory.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace spindrift {

class TextScanner {
 public:
  explicit TextScanner(std::string_view text, int first_line = 1) : text_(text), line_(first_line) {}

  std::string_view next_word();          // anywhere ahead; empty at the end of the text
  std::string_view next_word_on_line();  // empty when the line has no further word
  void skip_line();                      // to the beginning of the next line
  bool is_at_end() const { return at_ == text_.size(); }
  int line() const { return line_; }
  std::string_view rest() const { return text_.substr(at_); }

 private:
  std::string_view take_word();

  std::string_view text_;
  std::size_t at_ = 0;
  int line_;
};

// The whole word as a number; nothing if it is not one. The decimal point is a point in every locale.
std::optional<double> parse_number(std::string_view word);
std::optional<std::int64_t> parse_integer(std::string_view word);

}  // namespace spindrift
