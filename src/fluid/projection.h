// The parts of a projection that liquid and smoke share: inflow of the cells, solution, gradient on the faces.
#pragma once

#include <type_traits>

#include "fluid/grid_state.h"
#include "grid/halo.h"
#include "linear/pressure/pressure_solver.h"

namespace spindrift {

// rhs = inflow of each fluid cell through the open parts of its faces and from solids that move through the others,
//   sum_f s_f (a_f u_f + (1 - a_f) u_solid)        [Batty2007]
template <int D>
void find_inflow(const GridState<D>& state, CellField<float, D>& rhs);

// Solves the pressure system for `pressure` by Gauss-Seidel. With a number of sweeps in the scene, over-relaxation is
// limited so that its oscillation decays within them. Otherwise it sweeps until the tolerance is met.
template <int D>
PressureReport sweep_pressure(GridState<D>& state, CellField<double, D>& pressure, FirstGuess guess);

// Solves for state.scaled_pressure with the scene's solver, after subtracting from the right-hand side its mean over
// each closed pocket. The first guess is the last step's pressure. Falls back to pcg if multigrid does not converge.
template <int D>
PressureReport solve_pressure(GridState<D>& state);

// What the difference of q across a face depends on.
template <int D>
struct GradientView {
  TilesView<D> tiles;
  FieldView<const double, D> q;
  FieldView<const CellType, D> type;
  FaceViews<const float, D> open_area;                    // empty: all is open
  FieldView<const float, D> surface_distance, curvature;  // empty: none is known
  float tension;                                          // the value of q at the surface, for a curvature of 1
};
static_assert(std::is_trivially_copyable_v<GradientView<3>>);

template <int D>
GradientView<D> gradient_view(const GridState<D>& state, const CellField<double, D>& q, float tension = 0.0f) {
  return {state.tiles,     q,      state.type, FaceViews<const float, D>(state.open_area()), state.surface_distance,
          state.curvature, tension};
}

// The difference of q across the low faces of a tile's cells: with the ghost value at the surface, and zero where a
// face is closed or dry.
template <int D>
class FaceGradient {
 public:
  FaceGradient(const GradientView<D>& of, int tile);
  void row(int first_cell, int axis, float* out) const;  // of a row of cells of the tile

 private:
  bool has_areas_, has_surface_;
  HaloBlock<double, D, 1, 0> q_;
  HaloBlock<CellType, D, 1, 0> type_;
  HaloBlock<float, D, 1, 0> surface_, curvature_;
  float tension_;
  std::array<const float*, D> area_;
};

template <int D>
FaceGradient<D>::FaceGradient(const GradientView<D>& of, int tile)
    : has_areas_(!of.open_area.empty()), has_surface_(!of.surface_distance.empty()), tension_(of.tension) {
  load_halo(of.tiles, of.q, tile, q_);
  load_halo(of.tiles, of.type, tile, type_);
  if (has_surface_) load_halo(of.tiles, of.surface_distance, tile, surface_);
  if (tension_ != 0.0f) load_halo(of.tiles, of.curvature, tile, curvature_);
  for (std::size_t a = 0; a < D; ++a) area_[a] = has_areas_ ? of.open_area[a].tile(tile) : nullptr;
}

template <int D>
void FaceGradient<D>::row(int first_cell, int axis, float* out) const {
  using T = Tile<D>;
  const VecI<D> first = T::cell_coord(first_cell);
  const CellType *high = &type_.at(first), *low = high - HaloBlock<CellType, D, 1, 0>::stride(axis);
  const double *q = &q_.at(first), *q_low = q - HaloBlock<double, D, 1, 0>::stride(axis);
  bool has_surface = false;
  for (int x = 0; x < T::kSide; ++x) {
    const bool open = (high[x] != CellType::kSolid) & (low[x] != CellType::kSolid);
    out[x] = open ? static_cast<float>(q[x] - q_low[x]) : 0.0f;  // zero between cells of air, where q is
    has_surface |= open & (high[x] != low[x]);
  }
  if (has_surface_ && has_surface) {
    const float *here = &surface_.at(first), *there = here - HaloBlock<float, D, 1, 0>::stride(axis);
    const float *bend = &curvature_.at(first), *bend_low = bend - HaloBlock<float, D, 1, 0>::stride(axis);
    for (int x = 0; x < T::kSide; ++x) {
      if (high[x] == low[x] || high[x] == CellType::kSolid || low[x] == CellType::kSolid) continue;
      const bool is_high = high[x] == CellType::kFluid;
      const float share = is_high ? liquid_share(here[x], there[x]) : liquid_share(there[x], here[x]);
      if (tension_ != 0.0f)
        out[x] -= is_high ? tension_ * at_surface(bend[x], bend_low[x], share)
                          : -tension_ * at_surface(bend_low[x], bend[x], share);
      out[x] /= share;
    }
  }
  if (!has_areas_) return;
  const float* area = area_[axis] + first_cell;
  for (int x = 0; x < T::kSide; ++x) out[x] = area[x] > 0.0f ? out[x] : 0.0f;
}

}  // namespace spindrift
