// Words are runs of characters other than blanks and line ends. A backslash at the end of a line joins it to the next.
#include "formats/meshes/text_scanner.h"

#include <charconv>

namespace spindrift {

namespace {

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f'; }

template <class T>
std::optional<T> parse_whole(std::string_view word) {
  if (!word.empty() && word.front() == '+') word.remove_prefix(1);
  T value{};
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (error != std::errc{} || end != word.data() + word.size()) return std::nullopt;
  return value;
}

}  // namespace

std::string_view TextScanner::take_word() {
  const std::size_t begin = at_;
  while (at_ < text_.size() && !is_blank(text_[at_]) && text_[at_] != '\n') ++at_;
  return text_.substr(begin, at_ - begin);
}

std::string_view TextScanner::next_word_on_line() {
  while (at_ < text_.size()) {
    const std::string_view ahead = rest();
    if (is_blank(ahead[0])) {
      ++at_;
    } else if (ahead.starts_with("\\\n") || ahead.starts_with("\\\r\n")) {
      at_ = text_.find('\n', at_) + 1;
      ++line_;
    } else {
      break;
    }
  }
  return take_word();
}

std::string_view TextScanner::next_word() {
  std::string_view word = next_word_on_line();
  while (word.empty() && !is_at_end()) {
    skip_line();
    word = next_word_on_line();
  }
  return word;
}

void TextScanner::skip_line() {
  const std::size_t line_end = text_.find('\n', at_);
  if (line_end == std::string_view::npos) {
    at_ = text_.size();
  } else {
    at_ = line_end + 1;
    ++line_;
  }
}

std::optional<double> parse_number(std::string_view word) { return parse_whole<double>(word); }
std::optional<std::int64_t> parse_integer(std::string_view word) { return parse_whole<std::int64_t>(word); }

}  // namespace spindrift
