// Reads JSON, for the program's own files.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "spindrift/error.h"

namespace spindrift {

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

// One value and nothing after it. Lines count from `first_line`, for messages.
Result<JsonValue> read_json(std::string_view text, const std::string& file, int first_line = 1);

}  // namespace spindrift
