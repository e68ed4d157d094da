// Curves through points, and measures of a curve by name.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "validate/case_file.h"

namespace spindrift {

struct Series {
  std::vector<double> x, y;

  std::size_t size() const { return x.size(); }
  bool empty() const { return x.empty(); }
  void add(double at, double value) {
    x.push_back(at);
    y.push_back(value);
  }
};

Series sorted(const Series& series);                  // by x; points that are not finite are left out
Series accumulated(Series series);                    // each y is the sum of all up to it
Series smoothed(const Series& series, double width);  // the mean over `width` around each point

double value_at(const Series& series, double x);  // between points linearly; NaN beyond the ends
double integral(const Series& series);            // by trapezoids

// The part between two values of x, with interpolated ends; less if the series is shorter.
Series between_x(const Series& series, double from, double to);

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

// The mistake in a measure: an unknown name, a missing or unknown key; else empty.
std::string wrong_measure(const NumberRecipe& number);

std::vector<std::string> measure_names();

}  // namespace spindrift
