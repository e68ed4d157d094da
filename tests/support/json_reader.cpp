#include "support/json_reader.h"

#include <stdexcept>
#include <utility>

#include "base/json.h"

namespace spindrift::testing {
namespace {

Json json_of(const JsonValue& value) {
  Json json{static_cast<Json::Kind>(value.kind), value.boolean, value.number, value.text, {}, {}};
  for (std::size_t i = 0; i < value.items.size(); ++i)
    if (value.kind == JsonValue::Kind::kObject) {
      if (json.has(value.keys[i])) throw std::runtime_error("the key " + value.keys[i] + " stands twice");
      json.members.push_back({value.keys[i], json_of(value.items[i])});
    } else {
      json.items.push_back(json_of(value.items[i]));
    }
  return json;
}

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

Json parse_json(const std::string& text) {
  const auto value = read_json(text, "");
  if (!value) throw std::runtime_error(value.error().message);
  return json_of(*value);
}

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
