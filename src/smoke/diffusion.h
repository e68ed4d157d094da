// Diffusion ds/dt = k Laplacian(s) over a step of any length: a stabilised Runge-Kutta method [Meyer2014, RKL1]. Its
// stages are explicit, and s of them reach (s^2 + s) / 2 times as far as one: stable for any k at a cost that grows
// with the root.
//   y_j = mu_j y_{j-1} + nu_j y_{j-2} + mu_j w dt L y_{j-1},   mu_j = 2 - 1/j,  nu_j = 1/j - 1,  w = 2 / (s^2 + s)
// As mu_j + nu_j = 1, it conserves what L conserves and preserves uniform fields.
#pragma once

#include <cmath>

#include "grid/halo.h"

namespace spindrift {

// A field in a stage: y_{j-1}, y_{j-2} and where y_j goes.
template <int D>
struct DiffusedField {
  FieldView<const float, D> now, before;
  FieldView<float, D> to;
};

// A tile of it, with a ring of neighbours.
template <int D>
struct DiffusedTile {
  using Block = HaloBlock<float, D, 1, 1>;
  Block now;
  const float* before;
  float* to;

  DiffusedTile(const TilesView<D>& tiles, const DiffusedField<D>& field, int tile)
      : before(field.before.tile(tile)), to(field.to.tile(tile)) {
    load_halo(tiles, field.now, tile, now);
  }
};

struct DiffusionStage {
  float now, before;  // weights of y_{j-1} and y_{j-2}
  float share;        // weight of the sum of differences to the neighbours

  float next(float y, float y_before, float differences) const {
    return now * y + before * y_before + share * differences;
  }
};

class DiffusionStages {
 public:
  DiffusionStages(double coefficient, double dt, double h, int dimension) : number_(coefficient * dt / (h * h)) {
    // Of the longest step for which the stages are stable; one stage reaches h^2 / (2 D coefficient). At 1 the shortest
    // wave would change its sign in each step and never decay, at less there are more stages.
    constexpr double kStable = 0.8;
    while (0.5 * kStable * count_ * (count_ + 1.0) < 2.0 * dimension * number_) ++count_;
  }
  int count() const { return count_; }
  DiffusionStage stage(int j) const {  // from 1
    const double now = 2.0 - 1.0 / j, width = 2.0 / (count_ * (count_ + 1.0));
    return {static_cast<float>(now), static_cast<float>(1.0 - now), static_cast<float>(now * width * number_)};
  }

 private:
  double number_;  // coefficient dt / h^2
  int count_ = 1;
};

}  // namespace spindrift
