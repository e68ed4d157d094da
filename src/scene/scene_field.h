// How one key of a scene file is described: name, unit, range, default and meaning. Each settings struct lists its keys
// once, in a function template `describe(settings, visitor)` (scene_fields.h, scene_shape_fields.h); the reader, the
// writer and the manual are visitors of that list. A visitor offers
//
//   value(field, member)        bool, int, int64, double, text, enumeration, vector, optional, list of words
//   kind(field, member)         the word that decides which other keys there are
//   rotation(field, member)     degrees about the axes: a number in 2D, three in 3D
//   domain_size(field, domain)  the list whose length makes the scene 2D or 3D
//   shape(member)               the keys of a shape, among the keys of the table that holds it
//   table(field, member)        [key]
//   tables(field, member)       [[key]], or a list of tables inside another one
#pragma once

#include <limits>
#include <string>
#include <string_view>

namespace spindrift {

// Which numbers a key accepts. Every condition is positive, so that NaN never passes.
struct Range {
  double min = -std::numeric_limits<double>::infinity();
  double max = std::numeric_limits<double>::infinity();
  bool holds_min = true;
  bool holds_max = true;

  bool contains(double value) const;
  std::string text() const;  // `greater than 0`, `between 0 and 1`; empty if anything goes
};

constexpr Range between(double min, double max) { return {.min = min, .max = max}; }
constexpr Range strictly_between(double min, double max) {
  return {.min = min, .max = max, .holds_min = false, .holds_max = false};
}
constexpr Range at_least(double min) { return {.min = min}; }
constexpr Range above(double min) { return {.min = min, .holds_min = false}; }
constexpr Range above(double min, double max) { return {.min = min, .max = max, .holds_min = false}; }

inline constexpr Range kAnyValue{};

// What the numbers of physics may be: wider than any scene needs, and narrow enough that single precision holds them
// and what is computed of them.
inline constexpr Range kSizes = between(1e-6, 1e6);          // m, of the domain
inline constexpr Range kPositions = between(-1e7, 1e7);      // m
inline constexpr Range kLengths = between(1e-9, 1e7);        // m
inline constexpr Range kDirections = between(-1e6, 1e6);     // of any length
inline constexpr Range kSpeeds = between(-1e6, 1e6);         // m/s, degrees/s
inline constexpr Range kAccelerations = between(-1e6, 1e6);  // m/s^2
inline constexpr Range kAngles = between(-1e6, 1e6);         // degrees
inline constexpr Range kDensities = between(1e-6, 1e6);      // kg/m^3
inline constexpr Range kAmounts = between(0, 1e6);           // what may be none, and is never much
inline constexpr double kLeastLength = 1e-9;                 // of a vector with a direction
inline constexpr std::string_view kNoUnit = "";

// Written in this order, a list of fields reads as a table.
struct Field {
  std::string_view key;
  std::string_view unit;
  Range range;
  std::string_view meaning;
  std::string_view fallback = "";  // the default in words, where a number would not tell
  bool is_required = false;
  bool needs_3d = false;  // has no meaning in a 2D scene
};

// A key without unit and range: words, texts, yes or no, tables.
constexpr Field plain(std::string_view key, std::string_view meaning, std::string_view fallback = "") {
  return {key, kNoUnit, kAnyValue, meaning, fallback};
}
constexpr Field required(Field field) {
  field.is_required = true;
  return field;
}
constexpr Field only_in_3d(Field field) {
  field.needs_3d = true;
  return field;
}

// A number as it reads best: shortest digits that give the same bits, and a point in it if it is not a whole number
// type.
std::string number_text(double value);

}  // namespace spindrift
