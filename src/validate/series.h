// A curve through points, in the order of x, and what is done to whole curves.
#pragma once

#include <cstddef>
#include <vector>

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

// The part between two values of x, with ends of its own there; less if the series is shorter.
Series between_x(const Series& series, double from, double to);

}  // namespace spindrift
