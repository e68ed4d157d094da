// Red-black Gauss-Seidel with over-relaxation. The seeds relax the face velocities; relaxing the pressure instead does
// the same arithmetic (each sweep of theirs adds its correction to an implied pressure) with a third of the memory.
// Pressure is zero in air and solids, so no coefficient is needed toward them; between fluid cells there is one only where
// solids cut the faces.
#include <algorithm>

#include "exec/parallel.h"
#include "linear/multigrid_operator.h"
#include "linear/pressure_solver.h"
#include "linear/split_layout.h"

namespace spindrift {

namespace {

// One colour of one tile: q = (1 - o) q + o / diagonal (rhs + sum of neighbours), all couplings being 1.
template <int D>
void relax_tile(const TileMap<D>& map, int tile, int color, float keep, float* pressure, const float* rhs,
                const float* weight) {
  using S = Split<D>;
  const TilePlaces<D> places(map, tile);
  auto relax_row = [&](int row, auto odd) {
    const RowPlaces<D> at(places, color, row);
    const auto beside = S::load(pressure + at.beside);
    auto sum = S::load(rhs + at.own) + beside;
    if constexpr (odd)
      sum += shift_down(beside, pressure[at.high[0]]);
    else
      sum += shift_up(beside, pressure[at.low[0]]);
    for (int a = 1; a < D; ++a) sum += S::load(pressure + at.low[a]) + S::load(pressure + at.high[a]);
    S::store(pressure + at.own, keep * S::load(pressure + at.own) + S::load(weight + at.own) * sum);
  };
  for (int row = 0; row < S::kRows; row += 2) {  // rows alternate in parity
    const bool odd = (color ^ S::row_parity(row)) & 1;
    relax_row(row + odd, std::false_type{});
    relax_row(row + !odd, std::true_type{});
  }
}

// The same with the couplings of cut faces.
template <int D>
void relax_cut_tile(const TileMap<D>& map, int tile, int color, float keep, PressureSystem<D>& system) {
  using S = Split<D>;
  const TilePlaces<D> places(map, tile);
  float* pressure = system.split_pressure.data();
  for (int row = 0; row < S::kRows; ++row) {
    const RowPlaces<D> at(places, color, row);
    const bool odd = (color ^ S::row_parity(row)) & 1;
    const auto sum = S::load(system.split_rhs.data() + at.own) + neighbor_sum<D>(system.split_coupling, at, odd, pressure);
    S::store(pressure + at.own, keep * S::load(pressure + at.own) + S::load(system.split_weight.data() + at.own) * sum);
  }
}

}  // namespace

template <int D>
PressureReport solve_gauss_seidel(const TileMap<D>& map, PressureSystem<D>& system, int sweeps, double over_relaxation,
                                  CellField<double, D>& pressure) {
  using T = Tile<D>;
  pressure.resize(map.count());
  to_split(map, system.rhs, system.split_rhs);
  to_split(map, system.diagonal, system.split_weight);
  const float o = static_cast<float>(over_relaxation);
  parallel_transform(system.split_weight, [o](float d) { return d > 0.0f ? o / d : 0.0f; });
  resize_discard(system.split_pressure, system.split_rhs.size());
  parallel_fill(system.split_pressure, 0.0f);

  std::vector<int> wet;  // tiles with an equation in them
  for (int tile = 1; tile <= map.count(); ++tile) {
    const float* weight = system.split_weight.data() + static_cast<std::size_t>(tile) * T::kCells;
    if (std::any_of(weight, weight + T::kCells, [](float w) { return w > 0.0f; })) wet.push_back(tile);
  }
  constexpr std::size_t kGrain = 16384 / T::kCells;  // less work than that is not worth waking a thread
  if (!system.has_unit_couplings)
    for (std::size_t a = 0; a < D; ++a) to_split(map, system.coupling[a], system.split_coupling[a]);
  for (int half = 0; half < 2 * sweeps; ++half)
    parallel_for(wet.size(), [&](std::size_t i) {
      if (system.has_unit_couplings)
        relax_tile<D>(map, wet[i], half & 1, 1.0f - o, system.split_pressure.data(), system.split_rhs.data(),
                      system.split_weight.data());
      else
        relax_cut_tile<D>(map, wet[i], half & 1, 1.0f - o, system);
    }, kGrain);
  from_split(map, system.split_pressure, pressure);
  return {sweeps, relative_residual(map, system, pressure), true};
}

template PressureReport solve_gauss_seidel<2>(const TileMap<2>&, PressureSystem<2>&, int, double, CellField<double, 2>&);
template PressureReport solve_gauss_seidel<3>(const TileMap<3>&, PressureSystem<3>&, int, double, CellField<double, 3>&);

}  // namespace spindrift
