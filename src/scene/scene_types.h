// What type a key's value has: a word for programs (key_list.h) and some for the manual.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "spindrift/scene.h"

namespace spindrift {

struct ValueType {
  std::string_view kind, text;
};

inline ValueType type_of(bool) { return {"truth", "true or false"}; }
inline ValueType type_of(int) { return {"integer", "whole number"}; }
inline ValueType type_of(std::int64_t) { return {"integer", "whole number"}; }
inline ValueType type_of(double) { return {"number", "number"}; }
inline ValueType type_of(const std::string&) { return {"text", "text"}; }
inline ValueType type_of(const Vec3d&) { return {"vector", "vector"}; }
inline ValueType type_of(const StartVelocity&) { return {"vector", "vector of numbers or formulas"}; }
inline ValueType type_of(const Color&) { return {"vector", "3 numbers"}; }
inline ValueType type_of(const std::vector<std::string>&) { return {"words", "list of texts"}; }
inline ValueType type_of(const std::vector<double>&) { return {"words", "list of numbers"}; }
template <class Enum>
  requires std::is_enum_v<Enum>
ValueType type_of(Enum) {
  return {"word", "word"};
}
template <class Enum>
ValueType type_of(const std::vector<Enum>&) {
  return {"words", "list of words"};
}
template <class T>
ValueType type_of(const std::optional<T>&) {
  return type_of(T{});
}

}  // namespace spindrift
