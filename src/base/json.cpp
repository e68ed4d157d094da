#include "base/json.h"

#include <fmt/format.h>

#include <cmath>

namespace spindrift {

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

}  // namespace spindrift
