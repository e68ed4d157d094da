// Conjugate gradients with MIC(0), in double precision.
#include <cmath>
#include <utility>

#include "grid/for_each_tile.h"
#include "grid/halo.h"
#include "linear/conjugate_gradients.h"
#include "linear/pressure/mic0.h"

namespace spindrift {

namespace {

// out = A direction on the cells of a tile; returns direction . out.
template <int D>
double apply_matrix_to_tile(const PressureMatrixView<D>& matrix, const FieldView<const double, D>& direction, int tile,
                            double* out) {
  using T = Tile<D>;
  using DirectionBlock = HaloBlock<double, D, 1, 1>;
  DirectionBlock s;
  load_halo(matrix.tiles, direction, tile, s);
  const float* diagonal = matrix.diagonal.tile(tile);
  double sum = 0.0;
  for (int c = 0; c < T::kCells; ++c) out[c] = diagonal[c] * s.at(T::cell_coord(c));
  for (int a = 0; a < D; ++a) {
    using CouplingBlock = HaloBlock<float, D, 0, 1>;
    CouplingBlock coupling;
    load_halo(matrix.tiles, matrix.coupling[a], tile, coupling);
    for (int c = 0; c < T::kCells; ++c) {
      const VecI<D> cell = T::cell_coord(c);
      const float* to = &coupling.at(cell);
      const double* here = &s.at(cell);
      out[c] -=
          to[0] * here[-DirectionBlock::stride(a)] + to[CouplingBlock::stride(a)] * here[DirectionBlock::stride(a)];
    }
  }
  for (int c = 0; c < T::kCells; ++c) sum += s.at(T::cell_coord(c)) * out[c];
  return sum;
}

// The passes of the iteration (conjugate_gradients.h). The image of the direction goes where z was, which is free until
// the next turn.
template <int D>
class MicGradients {
 public:
  MicGradients(const TileMap<D>& map, PressureSystem<D>& system, CellField<double, D>& pressure)
      : map_(map),
        system_(system),
        q_(pressure.tile(0)),
        r_(system.residual.tile(0)),
        s_(system.direction.tile(0)),
        z_(system.preconditioned.tile(0)) {}

  // Returns the squares of the right-hand side and of the residual of the pressure as it is.
  std::pair<double, double> start() {
    const float* rhs = system_.rhs.tile(0);
    const double rhs_square = sum_over_cells(
        "MIC(0) square of inflow", [&](std::size_t k) { return s_[k] = q_[k], static_cast<double>(rhs[k]) * rhs[k]; });
    apply_matrix();
    for_each_cell("MIC(0) first residual", [&](std::size_t k) { r_[k] = rhs[k] - z_[k]; });
    // What rounding left of a closed pocket's mean would make the residual grow again once all else has converged.
    remove_pocket_means(system_.pockets, r_, kWholePocket);
    return {rhs_square, sum_over_cells("MIC(0) square of residual", [&](std::size_t k) { return r_[k] * r_[k]; })};
  }

  double precondition() {
    apply_mic0(map_, system_);
    return sum_over_cells("MIC(0) residual by preconditioned", [&](std::size_t k) { return r_[k] * z_[k]; });
  }
  void turn(double beta) {
    for_each_cell("MIC(0) turn direction", [&](std::size_t k) { s_[k] = z_[k] + (beta == 0.0 ? 0.0 : beta * s_[k]); });
  }
  double apply_matrix() {
    const PressureMatrixView<D> matrix = matrix_view(map_, system_);
    const FieldView<const double, D> direction = system_.direction;
    const FieldView<double, D> image = system_.preconditioned;
    return sum_tiles("MIC(0) apply matrix", map_,
                     [&](int tile) { return apply_matrix_to_tile(matrix, direction, tile, image.tile(tile)); });
  }
  double advance(double alpha) {
    return sum_over_cells("MIC(0) advance pressure", [&](std::size_t k) {
      q_[k] += alpha * s_[k];
      r_[k] -= alpha * z_[k];
      return r_[k] * r_[k];
    });
  }

 private:
  using T = Tile<D>;
  static constexpr std::size_t kGrain = 4;  // tiles: a pass over vectors is short

  // Calls body(i) with the index of every stored value, tile by tile, and sums what it returns.
  template <class Body>
  double sum_over_cells(const char* name, Body&& body) const {
    return sum_tiles(
        name, map_,
        [&](int tile) {
          double sum = 0.0;
          for (std::size_t k = T::offset(tile); k < T::offset(tile + 1); ++k) sum += body(k);
          return sum;
        },
        kGrain);
  }
  template <class Body>
  void for_each_cell(const char* name, Body&& body) const {
    for_each_tile(
        name, map_,
        [&](int tile) {
          for (std::size_t k = T::offset(tile); k < T::offset(tile + 1); ++k) body(k);
        },
        kGrain);
  }

  const TileMap<D>& map_;
  PressureSystem<D>& system_;
  double *q_, *r_, *s_, *z_;
};

}  // namespace

template <int D>
PressureReport solve_pcg(const TileMap<D>& map, PressureSystem<D>& system, double tolerance, int max_iterations,
                         CellField<double, D>& pressure, FirstGuess guess) {
  for (auto* field : {&system.residual, &system.direction, &system.preconditioned}) field->resize(map.count());
  factorize_mic0(map, system);
  if (guess == FirstGuess::kZero || !is_better_than_zero(map, system, pressure)) {
    pressure.resize(map.count());
    pressure.fill(0.0);
  }
  MicGradients<D> gradients(map, system, pressure);
  const auto [rhs_square, residual_square] = gradients.start();
  const double goal = tolerance * tolerance * rhs_square;
  const auto done = conjugate_gradients(gradients, residual_square, goal, max_iterations);
  return {done.iterations, done.relative_residual(rhs_square), done.residual_square <= goal};
}

template PressureReport solve_pcg<2>(const TileMap<2>&, PressureSystem<2>&, double, int, CellField<double, 2>&,
                                     FirstGuess);
template PressureReport solve_pcg<3>(const TileMap<3>&, PressureSystem<3>&, double, int, CellField<double, 3>&,
                                     FirstGuess);

}  // namespace spindrift
