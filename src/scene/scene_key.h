// How one key of a scene file is described: name, unit, range, default and meaning. Each settings struct lists its keys
// once, in a function template `describe(settings, visitor)` (scene_keys.h, scene_shape_keys.h); the reader, the
// writer and the manual are visitors of that list. A visitor offers
//
//   value(key, member)        bool, int, int64, double, text, enumeration, vector, optional, list of words
//   kind(key, member)         the word that decides which other keys there are
//   rotation(key, member)     degrees about the axes: a number in 2D, three in 3D
//   domain_size(key, domain)  the list whose length makes the scene 2D or 3D
//   shape(member)               the keys of a shape, among the keys of the table that holds it
//   table(key, member)        [key]
//   tables(key, member)       [[key]], or a list of tables inside another one
#pragma once

#include <limits>
#include <string>
#include <string_view>

namespace spindrift {

// Which numbers a key accepts. Every condition is positive, so that NaN never passes.
struct KeyRange {
  double min = -std::numeric_limits<double>::infinity();
  double max = std::numeric_limits<double>::infinity();
  bool holds_min = true;
  bool holds_max = true;

  bool contains(double value) const;
  std::string text() const;  // `greater than 0`, `between 0 and 1`; empty if anything goes
};

constexpr KeyRange between(double min, double max) { return {.min = min, .max = max}; }
constexpr KeyRange strictly_between(double min, double max) {
  return {.min = min, .max = max, .holds_min = false, .holds_max = false};
}
constexpr KeyRange at_least(double min) { return {.min = min}; }
constexpr KeyRange above(double min) { return {.min = min, .holds_min = false}; }
constexpr KeyRange above(double min, double max) { return {.min = min, .max = max, .holds_min = false}; }

inline constexpr KeyRange kAnyValue{};

// What the numbers of physics may be: wider than any scene needs, and narrow enough that single precision holds them
// and what is computed of them.
inline constexpr KeyRange kSizes = between(1e-6, 1e6);          // m, of the domain
inline constexpr KeyRange kPositions = between(-1e7, 1e7);      // m
inline constexpr KeyRange kLengths = between(1e-9, 1e7);        // m
inline constexpr KeyRange kDirections = between(-1e6, 1e6);     // of any length
inline constexpr KeyRange kSpeeds = between(-1e6, 1e6);         // m/s, degrees/s
inline constexpr KeyRange kAccelerations = between(-1e6, 1e6);  // m/s^2
inline constexpr KeyRange kAngles = between(-1e6, 1e6);         // degrees
inline constexpr KeyRange kDensities = between(1e-6, 1e6);      // kg/m^3
inline constexpr KeyRange kAmounts = between(0, 1e6);           // what may be none, and is never much
inline constexpr double kLeastLength = 1e-9;                    // of a vector with a direction
inline constexpr std::string_view kNoUnit = "";

// Written in this order, a list of keys reads as a table.
struct SceneKey {
  std::string_view name;
  std::string_view unit;
  KeyRange range;
  std::string_view meaning;
  std::string_view fallback = "";  // the default in words, where a number would not tell
  bool is_required = false;
  bool needs_3d = false;       // has no meaning in a 2D scene
  bool is_fixed = false;       // cannot change while the scene runs
  std::string_view hint = "";  // what a message about a wrong value ends with
};

// A key without unit and range: words, texts, yes or no, tables.
constexpr SceneKey plain(std::string_view name, std::string_view meaning, std::string_view fallback = "") {
  return {name, kNoUnit, kAnyValue, meaning, fallback};
}
constexpr SceneKey required(SceneKey key) {
  key.is_required = true;
  return key;
}
constexpr SceneKey with_hint(SceneKey key, std::string_view hint) {
  key.hint = hint;
  return key;
}
constexpr SceneKey only_in_3d(SceneKey key) {
  key.needs_3d = true;
  return key;
}

constexpr SceneKey fixed(SceneKey key) {
  key.is_fixed = true;
  return key;
}

// A number as it reads best: shortest digits that give the same bits, and a point in it if it is not a whole number
// type.
std::string number_text(double value);

}  // namespace spindrift
