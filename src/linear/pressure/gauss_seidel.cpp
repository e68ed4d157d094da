// Red-black Gauss-Seidel with over-relaxation. [Mueller2022] relaxes face velocities cell by cell; relaxing the
// pressure makes the same corrections with a third of the memory. Taking one colour at a time allows threads and SIMD,
// but leaves a larger residual when strongly over-relaxed and stopped early. Pressure is zero in air and solids, so
// couplings to them are not stored; couplings between fluid cells differ from 1 only where solids cut the faces.
#include <algorithm>
#include <cmath>
#include <type_traits>

#include "exec/parallel.h"
#include "linear/pressure/pressure_solver.h"
#include "linear/pressure/split_layout.h"

namespace spindrift {

namespace {

// Data of a half sweep, in the split layout.
template <int D>
struct SweepView {
  TilesView<D> tiles;
  float* pressure;
  const float *rhs, *weight;  // weight: o / diagonal, zero where there is no equation
  float keep;                 // 1 - o
};
static_assert(std::is_trivially_copyable_v<SweepView<3>>);

// One colour of one tile: q = (1 - o) q + o / diagonal (rhs + sum of neighbours), all couplings being 1. Rows are taken
// in order along y, so that a row of neighbours is loaded once and serves three times: above, beside and below.
template <int D>
void relax_tile(const SweepView<D>& of, int tile, int color) {
  using S = Split<D>;
  constexpr int kSide = Tile<D>::kSide;
  float* pressure = of.pressure;
  const float *rhs = of.rhs, *weight = of.weight, keep = of.keep;
  const TilePlaces<D> places(of.tiles, tile);
  auto relax_rows = [&](int first, auto first_is_odd) {
    const RowPlaces<D> start(places, color, first);
    auto low = S::load(pressure + start.low[1]), beside = S::load(pressure + start.beside);
    const float* before = pressure + start.low[0];
    const float* after = pressure + start.high[0];
    const float* last_high = pressure + RowPlaces<D>(places, color, first + kSide - 1).high[1];
#pragma GCC unroll 16
    for (int i = 0; i < kSide; ++i) {
      const std::size_t row = i * S::kHalf, own = start.own + row;
      const auto high = S::load(i + 1 < kSide ? pressure + start.beside + row + S::kHalf : last_high);
      auto sum = S::load(rhs + own) + beside;
      sum += (i + first_is_odd) % 2 != 0 ? shift_down(beside, after[row]) : shift_up(beside, before[row]);
      sum += low + high;
      if constexpr (D == 3) {
        const RowPlaces<D> at(places, color, first + i);
        sum += S::load(pressure + at.low[D - 1]) + S::load(pressure + at.high[D - 1]);
      }
      S::store(pressure + own, keep * S::load(pressure + own) + S::load(weight + own) * sum);
      low = beside;
      beside = high;
    }
  };
  for (int first = 0; first < S::kRows; first += kSide)
    if ((color ^ S::row_parity(first)) & 1)
      relax_rows(first, std::integral_constant<int, 1>{});
    else
      relax_rows(first, std::integral_constant<int, 0>{});
}

// Where solids cut faces: with the couplings of the tile, or with 1 for all of them. In this order of sums both give
// the same bits.
template <int D, class Coupling>
void relax_tile_beside_solids(const SweepView<D>& of, int tile, int color, const Coupling& coupling) {
  float* pressure = of.pressure;
  const float *rhs = of.rhs, *weight = of.weight, keep = of.keep;
  for_each_eight(TilePlaces<D>(of.tiles, tile), color, coupling, pressure, [&](const EightPlaces<D>& at, Float8 sum) {
    sum += load8(rhs + at.own);
    store8(pressure + at.own, keep * load8(pressure + at.own) + load8(weight + at.own) * sum);
  });
}

}  // namespace

template <int D>
PressureReport solve_gauss_seidel(const TileMap<D>& map, PressureSystem<D>& system, int sweeps, double over_relaxation,
                                  CellField<double, D>& pressure, FirstGuess guess, double tolerance) {
  using T = Tile<D>;
  if (guess == FirstGuess::kZero) {
    pressure.resize(map.count());
    pressure.fill(0.0);
  } else {
    scale_guess(map, system, pressure);
  }
  to_split(map, system.rhs, system.split_rhs);
  to_split(map, system.diagonal, system.split_weight);
  const float o = static_cast<float>(over_relaxation);
  parallel_transform("Gauss-Seidel weights", system.split_weight, [o](float d) { return d > 0.0f ? o / d : 0.0f; });
  to_split(map, pressure, system.split_pressure);

  std::vector<int>& wet = system.wet_tiles;
  wet.clear();
  for (int tile = 1; tile <= map.count(); ++tile) {
    const float* weight = system.split_weight.data() + T::offset(tile);
    if (std::any_of(weight, weight + T::kCells, [](float w) { return w > 0.0f; })) wet.push_back(tile);
  }
  if (!system.has_unit_couplings)
    for (int a = 0; a < D; ++a) to_split(map, system.coupling[a], system.split_coupling[a]);
  const SweepView<D> sweep{map, system.split_pressure.data(), system.split_rhs.data(), system.split_weight.data(),
                           1.0f - o};
  const std::array<const float*, D> coupling = begins<D>(system.split_coupling);
  const std::uint8_t* is_cut = system.has_unit_couplings ? nullptr : system.is_cut.data();
  const int* tiles = wet.data();
  const auto half_sweep = [&](int half) {
    parallel_for(
        "Gauss-Seidel half sweep", wet.size(),
        [&](std::size_t i) {
          if (!is_cut)
            relax_tile(sweep, tiles[i], half & 1);
          else if (is_cut[tiles[i]])
            relax_tile_beside_solids(sweep, tiles[i], half & 1, coupling);
          else
            relax_tile_beside_solids(sweep, tiles[i], half & 1, 1.0f);
        },
        2 * grain_of_pass<D>((wet.size() + 1) / 2));  // of half the values
  };
  if (tolerance == 0.0) {
    for (int half = 0; half < 2 * sweeps; ++half) half_sweep(half);
    from_split(map, system.split_pressure, pressure);
    return {sweeps, relative_residual(map, system, pressure), true};
  }
  // Sweeps in single precision find a correction from the residual, which is summed up in double precision.
  constexpr int kSweepsBetweenChecks = 10;
  for (int done = 0;;) {
    const double residual = relative_residual(map, system, pressure);
    if (residual <= tolerance || done >= sweeps || !std::isfinite(residual))
      return {done, residual, residual <= tolerance};
    fill_residual(map, system, pressure, system.residual);
    to_split(map, system.residual, system.split_rhs);
    parallel_fill("clear Gauss-Seidel correction", system.split_pressure, 0.0f);
    const int next = std::min(done + kSweepsBetweenChecks, sweeps);
    for (int half = 2 * done; half < 2 * next; ++half) half_sweep(half);
    done = next;
    system.direction.resize(map.count());
    from_split(map, system.split_pressure, system.direction);
    const FieldView<const double, D> correction = system.direction;
    const FieldView<double, D> q = pressure;
    for_each_tile("add Gauss-Seidel correction", map, [&](int tile) {
      for (int c = 0; c < T::kCells; ++c) q.tile(tile)[c] += correction.tile(tile)[c];
    });
  }
}

template PressureReport solve_gauss_seidel<2>(const TileMap<2>&, PressureSystem<2>&, int, double, CellField<double, 2>&,
                                              FirstGuess, double);
template PressureReport solve_gauss_seidel<3>(const TileMap<3>&, PressureSystem<3>&, int, double, CellField<double, 3>&,
                                              FirstGuess, double);

}  // namespace spindrift
