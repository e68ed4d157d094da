#include "base/json.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <optional>

namespace spindrift {

namespace {

constexpr int kDeepestNesting = 64;

class JsonReader {
 public:
  explicit JsonReader(std::string_view text) : text_(text) {}

  bool read_document(JsonValue& value) {
    if (!read_value(value, 0)) return false;
    skip_blanks();
    return at_ == text_.size() || fail("something follows the end");
  }
  std::size_t at() const { return at_; }
  const std::string& problem() const { return problem_; }

 private:
  bool fail(const char* problem) {
    if (problem_.empty()) problem_ = problem;
    return false;
  }
  void skip_blanks() {
    while (at_ < text_.size() && std::string_view(" \t\r\n").find(text_[at_]) != std::string_view::npos) ++at_;
  }
  bool take(char c) {
    skip_blanks();
    if (at_ >= text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }
  bool take_word(std::string_view word) {
    if (!text_.substr(at_).starts_with(word)) return false;
    at_ += word.size();
    return true;
  }

  bool read_value(JsonValue& value, int depth) {
    if (depth > kDeepestNesting) return fail("nested too deeply");
    skip_blanks();
    if (at_ >= text_.size()) return fail("ends too early");
    switch (text_[at_]) {
      case '{':
        return read_object(value, depth);
      case '[':
        return read_array(value, depth);
      case '"':
        value.kind = JsonValue::Kind::kText;
        return read_text(value.text);
      default:
        return read_plain(value);
    }
  }
  bool read_plain(JsonValue& value) {
    if (take_word("null")) return true;
    value.kind = JsonValue::Kind::kBool;
    value.boolean = text_[at_] == 't';
    if (take_word("true") || take_word("false")) return true;
    value.kind = JsonValue::Kind::kNumber;
    const char c = text_[at_];
    if (c != '-' && (c < '0' || c > '9')) return fail("is not a value");
    // Not every C++ library has from_chars for numbers with a point.
    const std::size_t end = std::min(text_.find_first_not_of("+-.0123456789eE", at_), text_.size());
    const std::string digits(text_.substr(at_, end - at_));
    char* rest = nullptr;
    value.number = std::strtod(digits.c_str(), &rest);
    if (*rest != '\0' || !std::isfinite(value.number)) return fail("is not a number");
    at_ = end;
    return true;
  }
  bool read_object(JsonValue& value, int depth) {
    value.kind = JsonValue::Kind::kObject;
    ++at_;
    if (take('}')) return true;
    do {
      skip_blanks();
      std::string& key = value.keys.emplace_back();
      if (at_ >= text_.size() || text_[at_] != '"' || !read_text(key)) return fail("needs a name in quotes");
      if (!take(':')) return fail("needs a colon");
      if (!read_value(value.items.emplace_back(), depth + 1)) return false;
    } while (take(','));
    return take('}') || fail("needs a comma or the end of the object");
  }
  bool read_array(JsonValue& value, int depth) {
    value.kind = JsonValue::Kind::kArray;
    ++at_;
    if (take(']')) return true;
    do {
      if (!read_value(value.items.emplace_back(), depth + 1)) return false;
    } while (take(','));
    return take(']') || fail("needs a comma or the end of the list");
  }
  bool read_text(std::string& out) {
    for (++at_; at_ < text_.size(); ++at_) {
      const char c = text_[at_];
      if (c == '"') {
        ++at_;
        return true;
      }
      if (static_cast<unsigned char>(c) < 0x20) return fail("has a control character in a text");
      if (c != '\\') {
        out += c;
      } else if (!read_escape(out)) {
        return false;
      }
    }
    return fail("ends within a text");
  }
  bool read_escape(std::string& out) {
    constexpr std::string_view kLetters = "\"\\/bfnrt", kMeanings = "\"\\/\b\f\n\r\t";
    if (++at_ >= text_.size()) return fail("ends within a text");
    if (const std::size_t i = kLetters.find(text_[at_]); i != std::string_view::npos) {
      out += kMeanings[i];
      return true;
    }
    unsigned code = 0;
    if (text_[at_] != 'u' || at_ + 4 >= text_.size()) return fail("has an unknown escape");
    const char* digits = text_.data() + at_ + 1;
    if (const auto parsed = std::from_chars(digits, digits + 4, code, 16); parsed.ptr != digits + 4)
      return fail("has an unknown escape");
    at_ += 4;
    if (code < 0x80) {
      out += static_cast<char>(code);
    } else {
      out += '?';  // our own files escape nothing beyond ASCII
    }
    return true;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::string problem_;
};

}  // namespace

std::string json_string(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    switch (c) {
      case '"':
        out += "\\\"";
        break;
      case '\\':
        out += "\\\\";
        break;
      case '\n':
        out += "\\n";
        break;
      case '\r':
        out += "\\r";
        break;
      case '\t':
        out += "\\t";
        break;
      default:
        if (static_cast<unsigned char>(c) < 0x20) {
          out += fmt::format("\\u{:04x}", static_cast<unsigned>(c));
        } else {
          out += c;
        }
    }
  }
  return out + '"';
}

std::string json_number(double value) {
  return std::isfinite(value) ? fmt::format("{}", value) : "null";  // fmt: the shortest digits that read back
}

std::string json_array(std::span<const double> values) {
  std::string out = "[";
  for (std::size_t i = 0; i < values.size(); ++i) out += (i ? ", " : "") + json_number(values[i]);
  return out + "]";
}

std::string json_array(const std::vector<std::string>& texts) {
  std::string out = "[";
  for (std::size_t i = 0; i < texts.size(); ++i) out += (i ? ", " : "") + json_string(texts[i]);
  return out + "]";
}

JsonObject& JsonObject::add_json(std::string_view key, std::string_view json) {
  std::string member = json_string(key);
  member += ": ";
  member += json;
  members_ += (members_.empty() ? "" : ", ") + member;
  lines_.push_back(std::move(member));
  return *this;
}

std::string JsonObject::indented_text() const {
  std::string out = "{\n";
  for (std::size_t i = 0; i < lines_.size(); ++i) out += "  " + lines_[i] + (i + 1 < lines_.size() ? ",\n" : "\n");
  return out + "}\n";
}

const JsonValue* JsonValue::find(std::string_view key) const {
  for (std::size_t i = 0; i < keys.size(); ++i)
    if (keys[i] == key) return &items[i];
  return nullptr;
}

double JsonValue::number_or(std::string_view key, double fallback) const {
  const JsonValue* value = find(key);
  return value && value->kind == Kind::kNumber ? value->number : fallback;
}

std::string JsonValue::text_or(std::string_view key, std::string fallback) const {
  const JsonValue* value = find(key);
  return value && value->kind == Kind::kText ? value->text : fallback;
}

Result<JsonValue> read_json(std::string_view text, const std::string& file, int first_line) {
  JsonValue value;
  JsonReader reader(text);
  if (reader.read_document(value)) return value;
  const std::string_view before = text.substr(0, reader.at());
  const int line = first_line + static_cast<int>(std::count(before.begin(), before.end(), '\n'));
  const std::size_t line_start = before.rfind('\n') + 1;  // 0 if there is none
  return Error{ErrorCode::kBadInput,
               "broken JSON: it " + reader.problem(),
               {file, line, static_cast<int>(before.size() - line_start) + 1}};
}

}  // namespace spindrift
