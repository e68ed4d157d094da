#include "scene/toml_hints.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "base/split.h"

namespace spindrift {

namespace {

constexpr std::size_t kLongestLine = 200;  // of what people write by hand and a message can repeat

bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }
bool is_letter(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_'; }
bool is_word(std::string_view text) {
  return !text.empty() && is_letter(text.front()) &&
         std::all_of(text.begin(), text.end(), [](char c) { return is_letter(c) || is_digit(c) || c == '-'; });
}

std::string_view without_comment(std::string_view text) {
  return text.find_first_of("\"'") == std::string_view::npos ? text.substr(0, text.find('#')) : text;
}

// Quotes that word processors and web pages make of " and '.
bool has_curly_quotes(std::string_view line) {
  for (const char* quote : {"\u201c", "\u201d", "\u201e", "\u2018", "\u2019"})
    if (line.find(quote) != std::string_view::npos) return true;
  return false;
}

// A bare word that is not a value of TOML.
bool needs_quotes(std::string_view item) {
  return is_word(item) && item != "true" && item != "false" && item != "inf" && item != "nan";
}

// Whether a number begins or ends with its point, as in `.5` and `1.`.
bool has_bare_point(std::string_view value) {
  for (std::size_t i = 0; i < value.size(); ++i) {
    if (value[i] != '.') continue;
    const bool after = i > 0 && is_digit(value[i - 1]), before = i + 1 < value.size() && is_digit(value[i + 1]);
    if (after != before) return true;
  }
  return false;
}

// A number with something behind it: a comma for the point, arithmetic, a unit.
std::string number_hint(std::string_view value) {
  const std::size_t end = std::min(value.find_first_not_of("+-.0123456789"), value.size());
  if (end == 0 || end == value.size()) return "";
  const std::string_view number = value.substr(0, end), rest = trimmed(value.substr(end));
  if (rest.empty()) return "";
  if (rest.front() == ',' && rest.size() > 1 && is_digit(rest[1]))
    return fmt::format("decimals take a point: {}.{}", number, rest.substr(1));
  if (rest.front() == '*' || rest.front() == '/') return "numbers are written out, nothing is computed";
  const bool is_exponent = (rest.front() == 'e' || rest.front() == 'E') && rest.size() > 1 && !is_letter(rest[1]);
  if (rest.front() == '%' || (is_letter(rest.front()) && !is_exponent))
    return fmt::format("numbers stand without a unit: {}; units are SI", number);
  return "";
}

// A list on one line, without lists and tables in it.
std::string list_hint(std::string_view key, std::string_view list) {
  if (list.find_first_of("{\"'") != std::string_view::npos || list.rfind('[') != 0) return "";
  std::string quoted, numbers;
  bool has_words = false;
  for (const std::string_view part : split(list.substr(1, list.rfind(']') - 1), ',')) {
    const std::string_view item = trimmed(part);
    const char* quote = needs_quotes(item) ? "\"" : "";
    has_words = has_words || needs_quotes(item);
    quoted += fmt::format("{}{}{}{}", quoted.empty() ? "" : ", ", quote, item, quote);
    if (numbers.empty()) numbers = number_hint(item);
  }
  return has_words ? fmt::format("words need quotes: {} = [{}]", key, quoted) : numbers;
}

std::string value_hint(std::string_view key, std::string_view value) {
  if (value.empty()) return fmt::format("'{}' has no value", key);
  if (value.front() == '"' || value.front() == '\'') return "";
  std::string small(value);
  for (char& c : small) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  if (small == "true" || small == "false") return fmt::format("write {} = {}, in small letters", key, small);
  if (is_word(value)) return fmt::format("words need quotes: {} = \"{}\"", key, value);
  if (value.front() == '(' || (value.front() == '{' && value.find('=') == std::string_view::npos))
    return "lists are written in square brackets, as [0, 1]";
  if (has_bare_point(value)) return "a number needs digits on both sides of its point: 0.5, 1.0";
  return value.front() == '[' ? list_hint(key, value) : number_hint(value);
}

}  // namespace

std::string toml_hint(std::string_view whole, std::string_view complaint) {
  const std::string_view line = trimmed(whole);
  if (line.empty() || line.size() > kLongestLine) return "";
  const auto complains_of = [&](std::string_view what) { return complaint.find(what) != std::string_view::npos; };
  if (complains_of("utf-8")) return "save the file as UTF-8 text";
  if (has_curly_quotes(line)) return "use straight quotes, \" or ', in place of curly ones";
  if (line.starts_with("//") || line.starts_with("/*") || line.starts_with(";") || line.starts_with("--"))
    return "comments begin with #";
  if (complains_of("inline table")) return "a table in braces stands on one line, as {key = value, key = value}";
  if (complains_of("closing ']'") && complaint.ends_with(fmt::format("saw '{}'", line.front())))
    return "the list above is not closed with ]";
  if (complains_of("cannot redefine"))
    return line.starts_with("[")
               ? "a table stands in a file once; those of which there may be many are written [[liquid]]"
               : "a key stands in a table once";
  if (line.starts_with("{")) return "scenes are written in TOML: a line [domain], then size = [2.0, 1.0]";
  if (line.starts_with("["))
    return line.ends_with(line.starts_with("[[") ? "]]" : "]")
               ? ""
               : "a table is written [domain], one of several [[liquid]]";
  const std::size_t sign = line.find_first_of("=:");
  if (sign == std::string_view::npos)
    return complains_of("array") ? "" : "a line is key = value, [table] or # a comment";
  const std::string_view key = trimmed(line.substr(0, sign));
  if (line[sign] == ':') return fmt::format("write {} = ..., with an equals sign", key);
  return value_hint(key, trimmed(without_comment(line.substr(sign + 1))));
}

}  // namespace spindrift
