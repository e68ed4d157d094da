// Conjugate gradients with MIC(0), in double precision.
//
// The factor is applied by forward and backward substitution in the order of tiles and cells. A tile needs only its
// neighbours on the low (or high) side, so tiles on one diagonal plane of the tile grid are independent: threads share
// a plane, and the arithmetic is that of the serial sweep, bit for bit.
#include <algorithm>
#include <cmath>

#include "grid/for_each_tile.h"
#include "grid/halo.h"
#include "linear/conjugate_gradients.h"
#include "linear/pressure/pressure_solver.h"

namespace spindrift {

namespace {

constexpr double kTau = 0.97;    // share of dropped fill-in moved to the diagonal [Bridson2015, fig. 5.4]
constexpr double kSigma = 0.25;  // smallest pivot, as a share of the diagonal, before MIC falls back to the diagonal

template <int D>
using Planes = std::vector<std::vector<int>>;

template <int D>
Planes<D> diagonal_planes(const TileMap<D>& map) {
  Planes<D> planes;
  for (int tile = 1; tile <= map.count(); ++tile) {
    std::size_t sum = 0;
    for (int a = 0; a < D; ++a) sum += static_cast<std::size_t>(map.coord(tile)[a]);
    if (sum >= planes.size()) planes.resize(sum + 1);
    planes[sum].push_back(tile);
  }
  return planes;
}

// The substitutions know no way around a periodic side: there the ring of a block counts as empty.
template <int D, class Block>
void drop_wrapped(const TileMap<D>& map, int tile, int side, Block& block) {
  for (int a = 0; a < D; ++a) {
    const int end = side == 0 ? 0 : map.extent_tiles()[a] - 1;
    if (!map.is_periodic()[a] || map.coord(tile)[a] != end) continue;
    const int ring = side == 0 ? 0 : Block::kExtent - 1, stride = Block::stride(a);
    for (std::size_t i = 0; i < block.values.size(); ++i)
      if (static_cast<int>(i) / stride % Block::kExtent == ring) block.values[i] = 0;
  }
}

// factor = 1 / e with e_i = A_ii - sum_a c_a^2 f_low - tau sum_a c_a (sum_{b != a} c_b of the low cell) f_low.
template <int D>
void factorize(const TileMap<D>& map, PressureSystem<D>& system, const Planes<D>& planes) {
  using T = Tile<D>;
  system.factor.resize(map.count());
  for (const std::vector<int>& plane : planes)
    parallel_for("factorize", plane.size(), [&](std::size_t i) {
      const int tile = plane[i];
      using Factors = HaloBlock<float, D, 1, 0>;
      using Couplings = HaloBlock<float, D, 1, 1>;
      Factors factors;
      std::array<Couplings, D> coupling;
      load_halo(map, system.factor, tile, factors);
      drop_wrapped(map, tile, 0, factors);
      for (std::size_t a = 0; a < D; ++a) load_halo(map, system.coupling[a], tile, coupling[a]);
      for (int c = 0; c < T::kCells; ++c) {
        const VecI<D> cell = T::cell_coord(c);
        float& factor = factors.at(cell);
        const double diagonal = system.diagonal.tile(tile)[c];
        factor = 0.0f;
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
          factor = static_cast<float>(1.0 / (e < kSigma * diagonal ? diagonal : e));
        }
        system.factor.tile(tile)[c] = factor;
      }
    });
}

// z = M^-1 r: forward y_i = f_i (r_i + sum_a c_a y_low), backward z_i = y_i + f_i sum_a c_a(high) z_high.
template <int D>
void apply_preconditioner(const TileMap<D>& map, PressureSystem<D>& system, const Planes<D>& planes) {
  using T = Tile<D>;
  for (const std::vector<int>& plane : planes)
    parallel_for("apply preconditioner", plane.size(), [&](std::size_t i) {
      const int tile = plane[i];
      using Block = HaloBlock<double, D, 1, 0>;
      Block y;
      load_halo(map, system.preconditioned, tile, y);
      drop_wrapped(map, tile, 0, y);
      const double* r = system.residual.tile(tile);
      const float* factor = system.factor.tile(tile);
      double* out = system.preconditioned.tile(tile);
      for (int c = 0; c < T::kCells; ++c) {
        double* here = &y.at(T::cell_coord(c));
        double sum = r[c];
        for (int a = 0; a < D; ++a)
          sum += static_cast<double>(system.coupling[a].tile(tile)[c]) * here[-Block::stride(a)];
        out[c] = *here = factor[c] * sum;
      }
    });
  for (auto plane = planes.rbegin(); plane != planes.rend(); ++plane)
    parallel_for("apply preconditioner", plane->size(), [&](std::size_t i) {
      const int tile = (*plane)[i];
      using Block = HaloBlock<double, D, 0, 1>;
      Block z;
      load_halo(map, system.preconditioned, tile, z);
      drop_wrapped(map, tile, 1, z);
      std::array<HaloBlock<float, D, 0, 1>, D> coupling;
      for (std::size_t a = 0; a < D; ++a) load_halo(map, system.coupling[a], tile, coupling[a]);
      const float* factor = system.factor.tile(tile);
      double* out = system.preconditioned.tile(tile);
      for (int c = T::kCells - 1; c >= 0; --c) {
        const int at = Block::index(T::cell_coord(c));
        double sum = 0.0;
        for (int a = 0; a < D; ++a) {
          const auto high = static_cast<std::size_t>(at + Block::stride(a));
          sum += static_cast<double>(coupling[a].values[high]) * z.values[high];
        }
        out[c] = z.values[at] += factor[c] * sum;
      }
    });
}

// out = A direction; returns direction . out.
template <int D>
double apply_matrix(const TileMap<D>& map, PressureSystem<D>& system, CellField<double, D>& out) {
  using T = Tile<D>;
  return sum_tiles("apply matrix", map, [&](int tile) {
    using Block = HaloBlock<double, D, 1, 1>;
    Block s;
    load_halo(map, system.direction, tile, s);
    const float* diagonal = system.diagonal.tile(tile);
    double* result = out.tile(tile);
    double sum = 0.0;
    for (int c = 0; c < T::kCells; ++c) result[c] = diagonal[c] * s.at(T::cell_coord(c));
    for (int a = 0; a < D; ++a) {
      using Couplings = HaloBlock<float, D, 0, 1>;
      Couplings coupling;
      load_halo(map, system.coupling[a], tile, coupling);
      for (int c = 0; c < T::kCells; ++c) {
        const VecI<D> cell = T::cell_coord(c);
        const float* to = &coupling.at(cell);
        const double* here = &s.at(cell);
        result[c] -= to[0] * here[-Block::stride(a)] + to[Couplings::stride(a)] * here[Block::stride(a)];
      }
    }
    for (int c = 0; c < T::kCells; ++c) sum += s.at(T::cell_coord(c)) * result[c];
    return sum;
  });
}

// The passes of the iteration (conjugate_gradients.h). The image of the direction goes where z was, which is free until
// the next turn.
template <int D>
class MicGradients {
 public:
  MicGradients(const TileMap<D>& map, PressureSystem<D>& system, const Planes<D>& planes,
               CellField<double, D>& pressure)
      : map_(map),
        system_(system),
        planes_(planes),
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
    for (const auto& pocket : system_.pockets) {
      double sum = 0.0;
      for (const std::int32_t k : pocket) sum += r_[k];
      for (const std::int32_t k : pocket) r_[k] -= sum / static_cast<double>(pocket.size());
    }
    return {rhs_square, sum_over_cells("MIC(0) square of residual", [&](std::size_t k) { return r_[k] * r_[k]; })};
  }

  double precondition() {
    apply_preconditioner(map_, system_, planes_);
    return sum_over_cells("MIC(0) residual by preconditioned", [&](std::size_t k) { return r_[k] * z_[k]; });
  }
  void turn(double beta) {
    for_each_cell("MIC(0) turn direction", [&](std::size_t k) { s_[k] = z_[k] + (beta == 0.0 ? 0.0 : beta * s_[k]); });
  }
  double apply_matrix() { return spindrift::apply_matrix(map_, system_, system_.preconditioned); }
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
  const Planes<D>& planes_;
  double *q_, *r_, *s_, *z_;
};

}  // namespace

template <int D>
PressureReport solve_pcg(const TileMap<D>& map, PressureSystem<D>& system, double tolerance, int max_iterations,
                         CellField<double, D>& pressure, FirstGuess guess) {
  for (auto* field : {&system.residual, &system.direction, &system.preconditioned}) field->resize(map.count());
  const Planes<D> planes = diagonal_planes(map);
  factorize(map, system, planes);

  if (guess == FirstGuess::kZero || !is_better_than_zero(map, system, pressure)) {
    pressure.resize(map.count());
    pressure.fill(0.0);
  }
  MicGradients<D> gradients(map, system, planes, pressure);
  const auto [rhs_square, residual_square] = gradients.start();
  const double goal = tolerance * tolerance * rhs_square;
  const auto done = conjugate_gradients(gradients, residual_square, goal, max_iterations);
  return {done.iterations, rhs_square == 0.0 ? 0.0 : std::sqrt(done.residual_square / rhs_square),
          done.residual_square <= goal};
}

template PressureReport solve_pcg<2>(const TileMap<2>&, PressureSystem<2>&, double, int, CellField<double, 2>&,
                                     FirstGuess);
template PressureReport solve_pcg<3>(const TileMap<3>&, PressureSystem<3>&, double, int, CellField<double, 3>&,
                                     FirstGuess);

}  // namespace spindrift
