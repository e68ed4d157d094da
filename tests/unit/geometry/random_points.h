// Points for tests, the same in every run.
#pragma once

#include <random>

#include "spindrift/vec.h"

namespace spindrift::geometry_tests {

class RandomPoints {
 public:
  explicit RandomPoints(unsigned seed = 1) : generator_(seed) {}

  template <int D>
  VecD<D> in_box(double low, double high) {
    VecD<D> x;
    for (int i = 0; i < D; ++i) x[i] = low + (high - low) * number();
    return x;
  }
  double number() { return static_cast<double>(generator_()) / 4294967296.0; }  // from 0 to below 1

 private:
  std::mt19937 generator_;
};

}  // namespace spindrift::geometry_tests
