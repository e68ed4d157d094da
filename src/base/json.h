// JSON for the program's own files. Numbers read back to the same bits.
#pragma once

#include <concepts>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "spindrift/error.h"

namespace spindrift {

std::string json_string(std::string_view text);  // quoted and escaped
std::string json_number(double value);           // null when not finite
std::string json_array(std::span<const double> values);
std::string json_array(const std::vector<std::string>& texts);

// Writes an object, with members in the order of add().
class JsonObject {
 public:
  JsonObject& add(std::string_view key, std::string_view text) { return add_json(key, json_string(text)); }
  JsonObject& add(std::string_view key, const char* text) { return add(key, std::string_view(text)); }
  JsonObject& add(std::string_view key, bool value) { return add_json(key, value ? "true" : "false"); }
  JsonObject& add(std::string_view key, double value) { return add_json(key, json_number(value)); }
  template <std::integral T>
  JsonObject& add(std::string_view key, T value) {
    return add_json(key, std::to_string(value));
  }
  JsonObject& add_json(std::string_view key, std::string_view json);  // a value that already is JSON

  std::string text() const { return "{" + members_ + "}"; }
  std::string indented_text() const;  // one member per line

 private:
  std::string members_;
  std::vector<std::string> lines_;
};

struct JsonValue {
  enum class Kind { kNull, kBool, kNumber, kText, kArray, kObject };
  Kind kind = Kind::kNull;
  bool boolean = false;
  double number = 0.0;
  std::string text;
  std::vector<JsonValue> items;   // of an array, or the values of an object
  std::vector<std::string> keys;  // of an object, in the order of the text

  const JsonValue* find(std::string_view key) const;  // null if there is no such member
  double number_or(std::string_view key, double fallback) const;
  std::string text_or(std::string_view key, std::string fallback) const;
};

// Reads one value and nothing after it. `first_line` numbers the lines in messages.
Result<JsonValue> read_json(std::string_view text, const std::string& file, int first_line = 1);

}  // namespace spindrift
