#include "support/json_reader.h"

#include <cstdlib>
#include <cstring>
#include <stdexcept>
#include <utility>

namespace spindrift::testing {
namespace {

class Parser {
 public:
  explicit Parser(const std::string& text) : next_(text.c_str()), end_(next_ + text.size()) {}

  Json whole() {
    Json value = parse_value();
    skip_space();
    if (next_ != end_) throw std::runtime_error("text behind the JSON value");
    return value;
  }

 private:
  void skip_space() {
    while (next_ != end_ && std::strchr(" \t\r\n", *next_)) ++next_;
  }
  bool take(char c) {
    skip_space();
    if (next_ == end_ || *next_ != c) return false;
    ++next_;
    return true;
  }
  void expect(char c) {
    if (!take(c))
      throw std::runtime_error(std::string("expected ") + c + " before: " + std::string(next_).substr(0, 20));
  }
  bool take_word(const char* word) {
    const std::size_t length = std::strlen(word);
    if (std::strncmp(next_, word, length) != 0) return false;
    next_ += length;
    return true;
  }

  Json parse_value() {
    skip_space();
    Json value;
    if (take('{')) return parse_object();
    if (take('[')) return parse_array();
    if (take('"')) {
      value.kind = Json::Kind::kString;
      value.string = parse_string();
    } else if (take_word("true")) {
      value.kind = Json::Kind::kBool;
      value.boolean = true;
    } else if (take_word("false")) {
      value.kind = Json::Kind::kBool;
    } else if (!take_word("null")) {
      char* end = nullptr;
      value.kind = Json::Kind::kNumber;
      value.number = std::strtod(next_, &end);
      if (end == next_ || !std::strchr("-0123456789", *next_)) throw std::runtime_error("not a JSON value");
      next_ = end;
    }
    return value;
  }

  Json parse_object() {
    Json value;
    value.kind = Json::Kind::kObject;
    if (take('}')) return value;
    do {
      expect('"');
      std::string key = parse_string();
      expect(':');
      if (value.has(key)) throw std::runtime_error("the key " + key + " stands twice");
      value.members.push_back({std::move(key), parse_value()});
    } while (take(','));
    expect('}');
    return value;
  }

  Json parse_array() {
    Json value;
    value.kind = Json::Kind::kArray;
    if (take(']')) return value;
    do value.items.push_back(parse_value());
    while (take(','));
    expect(']');
    return value;
  }

  std::string parse_string() {
    std::string out;
    while (next_ != end_ && *next_ != '"') {
      char c = *next_++;
      if (static_cast<unsigned char>(c) < 0x20) throw std::runtime_error("a bare control character in a string");
      if (c == '\\') c = parse_escape();
      out += c;
    }
    if (next_ == end_) throw std::runtime_error("a string without end");
    ++next_;
    return out;
  }

  char parse_escape() {
    const char c = *next_++;
    const char* const letters = "nrtbf";
    if (const char* found = std::strchr(letters, c)) return "\n\r\t\b\f"[found - letters];
    if (c != 'u') return c;
    const std::string digits(next_, 4);
    next_ += 4;
    return static_cast<char>(std::strtol(digits.c_str(), nullptr, 16));
  }

  const char* next_;
  const char* end_;
};

}  // namespace

bool Json::has(const std::string& key) const {
  for (const auto& member : members)
    if (member.key == key) return true;
  return false;
}

const Json& Json::operator[](const std::string& key) const {
  for (const auto& member : members)
    if (member.key == key) return member.value;
  throw std::out_of_range("no key " + key);
}

std::vector<std::string> Json::keys() const {
  std::vector<std::string> names;
  for (const auto& member : members) names.push_back(member.key);
  return names;
}

Json parse_json(const std::string& text) { return Parser(text).whole(); }

std::vector<Json> parse_json_lines(const std::string& text) {
  std::vector<Json> lines;
  std::size_t begin = 0;
  while (begin < text.size()) {
    const std::size_t end = text.find('\n', begin);
    if (end == std::string::npos) throw std::runtime_error("the last line is not complete");
    lines.push_back(parse_json(text.substr(begin, end - begin)));
    begin = end + 1;
  }
  return lines;
}

}  // namespace spindrift::testing
