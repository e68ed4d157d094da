// How one key of a scene file is described: name, unit, range, meaning, which scenes have it, what it affects. Each
// settings struct lists its keys once, in a function template `describe(settings, visitor)` (scene_keys.h,
// scene_list_keys.h). Reader, writer, manual, hints, warnings and the difference of scenes are visitors of that list. A
// visitor offers
//
//   value(key, member)        bool, int, int64, double, text, enumeration, vector, optional, list of words
//   kind(key, member)         the word that decides which other keys there are
//   rotation(key, member)     degrees about the axes: a number in 2D, three in 3D
//   domain_size(key, domain)  the list whose length makes the scene 2D or 3D
//   shape(member)             the keys of a shape, among the keys of the table that holds it
//   table(key, member)        [key]
//   tables(key, member)       [[key]], or a list of tables inside another one
#pragma once

#include <limits>
#include <string>
#include <string_view>

#include "spindrift/scene.h"

namespace spindrift {

// Which numbers a key accepts. Every condition is positive, so that NaN never passes.
struct KeyRange {
  double min = -std::numeric_limits<double>::infinity();
  double max = std::numeric_limits<double>::infinity();
  bool holds_min = true;
  bool holds_max = true;

  bool contains(double value) const;
  std::string text() const;      // `greater than 0`, `between 0 and 1`; empty if anything goes
  std::string interval() const;  // `(0, 1]`; likewise
};

constexpr KeyRange between(double min, double max) { return {.min = min, .max = max}; }
constexpr KeyRange strictly_between(double min, double max) {
  return {.min = min, .max = max, .holds_min = false, .holds_max = false};
}
constexpr KeyRange at_least(double min) { return {.min = min}; }
constexpr KeyRange at_most(double max) { return {.max = max}; }
constexpr KeyRange above(double min, double max) { return {.min = min, .max = max, .holds_min = false}; }

inline constexpr KeyRange kAnyValue{};

// Ranges of physical quantities: wider than any scene needs, and narrow enough for single precision, derived values
// included.
inline constexpr KeyRange kSizes = between(1e-6, 1e6);          // m, of the domain
inline constexpr KeyRange kPositions = between(-1e7, 1e7);      // m
inline constexpr KeyRange kLengths = between(1e-9, 1e7);        // m
inline constexpr KeyRange kDirections = between(-1e6, 1e6);     // of any length
inline constexpr KeyRange kSpeeds = between(-1e6, 1e6);         // m/s, degrees/s
inline constexpr KeyRange kAccelerations = between(-1e6, 1e6);  // m/s^2
inline constexpr KeyRange kAngles = between(-1e6, 1e6);         // degrees
inline constexpr KeyRange kDensities = between(1e-6, 1e6);      // kg/m^3
inline constexpr KeyRange kAmounts = between(0, 1e6);           // may be zero
inline constexpr double kLeastLength = 1e-9;                    // of a vector with a direction
inline constexpr std::string_view kNoUnit = "";

enum class Affects { kFluid, kOutputs, kNeither };  // what changes with the key's value
enum class ReadBy { kBoth, kLiquid, kSmoke };       // kind of scene

// A key with a condition has no effect in a scene for which it does not hold.
struct Condition {
  bool (*holds)(const Scene&);
  std::string_view text;  // `solver.pressure = "gauss_seidel"`
};

// What a line of the table may say besides the five texts and numbers that it begins with. Traits are joined by `|`.
struct KeyTraits {
  bool is_required = false;
  bool needs_3d = false;
  bool is_fixed = false;           // cannot change while the scene runs
  bool is_expert = false;          // described at the end of the manual
  std::string_view hint = "";      // end of messages about a wrong value
  std::string_view synonyms = "";  // what other programs call it, with blanks between them
  KeyRange usual{};                // numbers outside are possible, but rarely meant. Zero always is usual
  std::string_view usual_hint = "";
  const Condition* condition = nullptr;
  Affects effect = Affects::kFluid;
  ReadBy reader = ReadBy::kBoth;

  bool is_read_by(bool is_smoke) const { return reader == ReadBy::kBoth || (reader == ReadBy::kSmoke) == is_smoke; }
};

inline constexpr KeyTraits kRequired{.is_required = true};
inline constexpr KeyTraits kIn3d{.needs_3d = true};
inline constexpr KeyTraits kFixed{.is_fixed = true};
inline constexpr KeyTraits kExpert{.is_expert = true};
inline constexpr KeyTraits kForLiquid{.reader = ReadBy::kLiquid};
inline constexpr KeyTraits kForSmoke{.reader = ReadBy::kSmoke};
inline constexpr KeyTraits kForOutputs{.effect = Affects::kOutputs};
inline constexpr KeyTraits kForNeither{.effect = Affects::kNeither};
constexpr KeyTraits also(std::string_view words) { return {.synonyms = words}; }
constexpr KeyTraits hinted(std::string_view text) { return {.hint = text}; }
constexpr KeyTraits usually(KeyRange range, std::string_view text) { return {.usual = range, .usual_hint = text}; }
constexpr KeyTraits only_with(const Condition& condition) { return {.condition = &condition}; }

constexpr KeyTraits operator|(const KeyTraits& a, const KeyTraits& b) {
  return {.is_required = a.is_required || b.is_required,
          .needs_3d = a.needs_3d || b.needs_3d,
          .is_fixed = a.is_fixed || b.is_fixed,
          .is_expert = a.is_expert || b.is_expert,
          .hint = a.hint.empty() ? b.hint : a.hint,
          .synonyms = a.synonyms.empty() ? b.synonyms : a.synonyms,
          .usual = a.usual_hint.empty() ? b.usual : a.usual,
          .usual_hint = a.usual_hint.empty() ? b.usual_hint : a.usual_hint,
          .condition = a.condition ? a.condition : b.condition,
          .effect = a.effect == Affects::kFluid ? b.effect : a.effect,
          .reader = a.reader == ReadBy::kBoth ? b.reader : a.reader};
}

// One line of the table.
struct SceneKey : KeyTraits {
  std::string_view name, unit;
  KeyRange range;
  std::string_view meaning;
  std::string_view fallback;  // the default in words, where a number would not tell

  constexpr SceneKey(std::string_view key_name, std::string_view key_unit, const KeyRange& key_range,
                     std::string_view key_meaning, std::string_view key_fallback = "", const KeyTraits& traits = {})
      : KeyTraits(traits),
        name(key_name),
        unit(key_unit),
        range(key_range),
        meaning(key_meaning),
        fallback(key_fallback) {}
  constexpr SceneKey(std::string_view key_name, std::string_view key_unit, const KeyRange& key_range,
                     std::string_view key_meaning, const KeyTraits& traits)
      : SceneKey(key_name, key_unit, key_range, key_meaning, "", traits) {}
};

constexpr SceneKey operator|(const SceneKey& key, const KeyTraits& more) {
  return {key.name, key.unit, key.range, key.meaning, key.fallback, static_cast<const KeyTraits&>(key) | more};
}

// A key without unit and range: words, texts, yes or no, tables.
constexpr SceneKey plain(std::string_view name, std::string_view meaning, std::string_view fallback = "",
                         const KeyTraits& traits = {}) {
  return {name, kNoUnit, kAnyValue, meaning, fallback, traits};
}
constexpr SceneKey plain(std::string_view name, std::string_view meaning, const KeyTraits& traits) {
  return plain(name, meaning, "", traits);
}

// A number as it reads best: shortest digits that give the same bits, with a point.
std::string number_text(double value);

}  // namespace spindrift
