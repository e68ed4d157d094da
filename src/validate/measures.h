// What can be taken of a series: one number each, by name.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "validate/case_file.h"
#include "validate/series.h"

namespace spindrift {

struct MeasureInput {
  Series of{};       // between `from` and `to` only, unless it is compared
  Series against{};  // between `from` and `to`
  double at = 0.0, level = 0.0, shift = 0.0, low = 0.0, high = 0.0;
  bool has_level = false;
  bool relative = false;
};

struct Measured {
  double value = 0.0;
  std::string note{};  // why the value is NaN
};

Measured take_measure(const std::string& name, const MeasureInput& input);

// What is wrong with how a measure is asked for: an unknown name, a key that it needs or does not have; else empty.
std::string wrong_measure(const NumberRecipe& number);

std::vector<std::string> measure_names();

}  // namespace spindrift
