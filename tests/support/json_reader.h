// JSON with members by name. tests/python reads the program's files with a reader of its own.
#pragma once

#include <string>
#include <vector>

namespace spindrift::testing {

struct JsonMember;

struct Json {
  enum class Kind { kNull, kBool, kNumber, kString, kArray, kObject };  // as in JsonValue
  Kind kind = Kind::kNull;
  bool boolean = false;
  double number = 0.0;
  std::string string;
  std::vector<Json> items;
  std::vector<JsonMember> members;  // in the order of the text

  bool has(const std::string& key) const;
  const Json& operator[](const std::string& key) const;  // throws std::out_of_range
  std::vector<std::string> keys() const;
};

struct JsonMember {
  std::string key;
  Json value;
};

Json parse_json(const std::string& text);                     // throws std::runtime_error
std::vector<Json> parse_json_lines(const std::string& text);  // every line must end with a line break

}  // namespace spindrift::testing
