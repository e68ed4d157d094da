// Conjugate gradients with MIC(0), in double precision: the modified incomplete Cholesky preconditioner of level zero
// [Bridson2015, sec. 5.4].
//
// The factor is applied by forward and backward substitution in the order of tiles and cells. A tile needs only its
// neighbours on the low (or high) side, so tiles on one diagonal plane of the tile grid are independent: threads share
// a plane, and the arithmetic is that of the serial sweep, bit for bit.
#include <algorithm>
#include <array>
#include <cmath>
#include <type_traits>
#include <utility>

#include "exec/parallel.h"
#include "grid/for_each_tile.h"
#include "grid/halo.h"
#include "linear/conjugate_gradients.h"
#include "linear/pressure/pressure_solver.h"

namespace spindrift {

namespace {

// tau: share of dropped fill-in that is moved to the diagonal; with 1 pivots may vanish, 0 is plain incomplete
// Cholesky. sigma: pivots below this share of the diagonal are replaced by the diagonal [Bridson2015, fig. 5.4].
constexpr double kTau = 0.97, kSigma = 0.25;

// A counting sort of the tiles by the sum of their coordinates.
template <int D>
void find_planes(const TileMap<D>& map, DiagonalPlanes& planes) {
  const auto plane_of = [&](int tile) {
    int sum = 0;
    for (int a = 0; a < D; ++a) sum += map.coord(tile)[a];
    return sum;
  };
  int last = -1;
  for (int tile = 1; tile <= map.count(); ++tile) last = std::max(last, plane_of(tile));
  auto& [tiles, begin] = planes;
  begin.assign(last + 3, 0);
  for (int tile = 1; tile <= map.count(); ++tile) ++begin[plane_of(tile) + 2];
  for (std::size_t i = 1; i < begin.size(); ++i) begin[i] += begin[i - 1];
  tiles.resize(map.count());
  for (int tile = 1; tile <= map.count(); ++tile) tiles[begin[plane_of(tile) + 1]++] = tile;
  begin.pop_back();  // begin[i] has advanced to the begin of the next
}

// Calls body(tile) for the tiles of one plane after the other, from the low end or from the high end.
template <class Body>
void for_each_tile_by_plane(const char* name, const DiagonalPlanes& planes, bool from_low, Body&& body) {
  const int count = static_cast<int>(planes.begin.size()) - 1;
  for (int i = 0; i < count; ++i) {
    const int plane = from_low ? i : count - 1 - i, first = planes.begin[plane];
    const int* tiles = planes.tiles.data() + first;
    parallel_for(name, planes.begin[plane + 1] - first, [&](std::size_t k) { body(tiles[k]); });
  }
}

// The substitutions stop at periodic sides: there the ring of a block is zero.
template <int D, class Block>
void drop_wrapped(const TilesView<D>& tiles, int tile, int side, Block& block) {
  for (int a = 0; a < D; ++a) {
    const int end = side == 0 ? 0 : tiles.extent[a] - 1;
    if (!tiles.is_periodic[a] || tiles.coord(tile)[a] != end) continue;
    const int ring = side == 0 ? 0 : Block::kExtent - 1, stride = Block::stride(a);
    for (std::size_t i = 0; i < block.values.size(); ++i)
      if (static_cast<int>(i) / stride % Block::kExtent == ring) block.values[i] = 0;
  }
}

// factor = 1 / e with e_i = A_ii - sum_a c_a^2 f_low - tau sum_a c_a (sum_{b != a} c_b of the low cell) f_low.
template <int D>
void factorize_tile(const PressureMatrixView<D>& matrix, const FieldView<float, D>& factor, int tile) {
  using T = Tile<D>;
  HaloBlock<float, D, 1, 0> factors;
  std::array<HaloBlock<float, D, 1, 1>, D> coupling;
  load_halo(matrix.tiles, factor, tile, factors);
  drop_wrapped(matrix.tiles, tile, 0, factors);
  for (int a = 0; a < D; ++a) load_halo(matrix.tiles, matrix.coupling[a], tile, coupling[a]);
  for (int c = 0; c < T::kCells; ++c) {
    const VecI<D> cell = T::cell_coord(c);
    float& here = factors.at(cell);
    const double diagonal = matrix.diagonal.tile(tile)[c];
    here = 0.0f;
    if (diagonal > 0.0) {
      double e = diagonal;
      for (int a = 0; a < D; ++a) {
        const double to_low = coupling[a].at(cell);
        if (to_low == 0.0) continue;
        VecI<D> low = cell;
        --low[a];
        const double f = factors.at(low);
        double dropped = 0.0;
        for (int b = 0; b < D; ++b) {
          if (b == a) continue;
          VecI<D> beside = low;
          ++beside[b];
          dropped += coupling[b].at(beside);
        }
        e -= to_low * (to_low + kTau * dropped) * f;
      }
      here = static_cast<float>(1.0 / (e < kSigma * diagonal ? diagonal : e));
    }
    factor.tile(tile)[c] = here;
  }
}

// z = M^-1 r.
template <int D>
struct SubstitutionView {
  PressureMatrixView<D> matrix;
  FieldView<const float, D> factor;
  FieldView<const double, D> r;
  FieldView<double, D> z;
};
static_assert(std::is_trivially_copyable_v<SubstitutionView<3>>);

// y_i = f_i (r_i + sum_a c_a y_low), which stands in z
template <int D>
void substitute_forward(const SubstitutionView<D>& of, int tile) {
  using T = Tile<D>;
  using LowBlock = HaloBlock<double, D, 1, 0>;
  LowBlock y;
  load_halo(of.matrix.tiles, of.z, tile, y);
  drop_wrapped(of.matrix.tiles, tile, 0, y);
  const double* r = of.r.tile(tile);
  const float* factor = of.factor.tile(tile);
  double* out = of.z.tile(tile);
  for (int c = 0; c < T::kCells; ++c) {
    double* here = &y.at(T::cell_coord(c));
    double sum = r[c];
    for (int a = 0; a < D; ++a)
      sum += static_cast<double>(of.matrix.coupling[a].tile(tile)[c]) * here[-LowBlock::stride(a)];
    out[c] = *here = factor[c] * sum;
  }
}

// z_i = y_i + f_i sum_a c_a(high) z_high
template <int D>
void substitute_backward(const SubstitutionView<D>& of, int tile) {
  using T = Tile<D>;
  using HighBlock = HaloBlock<double, D, 0, 1>;
  HighBlock z;
  load_halo(of.matrix.tiles, of.z, tile, z);
  drop_wrapped(of.matrix.tiles, tile, 1, z);
  std::array<HaloBlock<float, D, 0, 1>, D> coupling;
  for (int a = 0; a < D; ++a) load_halo(of.matrix.tiles, of.matrix.coupling[a], tile, coupling[a]);
  const float* factor = of.factor.tile(tile);
  double* out = of.z.tile(tile);
  for (int c = T::kCells - 1; c >= 0; --c) {
    const int at = HighBlock::index(T::cell_coord(c));
    double sum = 0.0;
    for (int a = 0; a < D; ++a) {
      const int high = at + HighBlock::stride(a);
      sum += static_cast<double>(coupling[a].values[high]) * z.values[high];
    }
    out[c] = z.values[at] += factor[c] * sum;
  }
}

// Computes system.factor and its planes from the matrix.
template <int D>
void factorize_mic0(const TileMap<D>& map, PressureSystem<D>& system) {
  find_planes(map, system.planes);
  system.factor.resize(map.count());
  const PressureMatrixView<D> matrix = matrix_view(map, system);
  const FieldView<float, D> factor = system.factor;
  for_each_tile_by_plane("MIC(0) factorize", system.planes, true,
                         [&](int tile) { factorize_tile(matrix, factor, tile); });
}

// system.preconditioned = M^-1 system.residual
template <int D>
void apply_mic0(const TileMap<D>& map, PressureSystem<D>& system) {
  const SubstitutionView<D> of{matrix_view(map, system), system.factor, system.residual, system.preconditioned};
  for_each_tile_by_plane("MIC(0) substitute forward", system.planes, true,
                         [&](int tile) { substitute_forward(of, tile); });
  for_each_tile_by_plane("MIC(0) substitute backward", system.planes, false,
                         [&](int tile) { substitute_backward(of, tile); });
}

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

// The passes of the iteration (conjugate_gradients.h). The image of the direction shares memory with z, which is unused
// until the next turn.
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

  // Returns the squares of the right-hand side and of the residual of the present pressure.
  std::pair<double, double> start() {
    const float* rhs = system_.rhs.tile(0);
    const double rhs_square = sum_over_cells(
        "MIC(0) square of inflow", [&](std::size_t k) { return s_[k] = q_[k], static_cast<double>(rhs[k]) * rhs[k]; });
    apply_matrix();
    for_each_cell("MIC(0) first residual", [&](std::size_t k) { r_[k] = rhs[k] - z_[k]; });
    // Otherwise the rounding error in a pocket's mean would dominate once all else has converged.
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
  static constexpr std::size_t kGrain = 4;  // tiles

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
