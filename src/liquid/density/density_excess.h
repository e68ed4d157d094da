// The excess of the density of particles over that of liquid at rest.
#pragma once

#include <algorithm>
#include <cstring>
#include <optional>
#include <type_traits>

#include "fluid/solids.h"
#include "geometry/fractions.h"
#include "grid/halo.h"
#include "liquid/liquid_state.h"

namespace spindrift {

inline constexpr float kMostExcess = 0.5f;  // a crowd spreads over several steps

// What the excess becomes. Velocities persist, so in a gap they must be no larger through the open part of a cell's
// faces than out of an open cell. Displacements need no such limit.
enum class Spread { kVelocities, kDisplacements };

template <int D>
struct DensityView {
  SolidsView<D> solids;
  FieldView<const CellType, D> type;
  FieldView<const float, D> density;  // per cell
  float per_rest;                     // 1 / rho_0
};
static_assert(std::is_trivially_copyable_v<DensityView<3>>);

template <int D>
DensityView<D> density_view(const LiquidState<D>& state) {
  return {state.solids_view(), state.type, state.density, static_cast<float>(1.0 / state.rest_density)};
}

// Adds factor (rho / rho_0 - 1), times the open share of the cell, to the fluid cells of a tile: a cut cell with the
// excess of a whole one would never come to rest. A cell that touches air is thin because the surface passes through
// it: only a positive excess counts there.
template <int D>
void add_density_excess(const DensityView<D>& of, int tile, float factor, Spread spread, float* to) {
  using T = Tile<D>;
  using Types = HaloBlock<CellType, D, 1, 1>;
  Types types;
  load_halo(of.solids.tiles, of.type, tile, types);
  const bool has_air =
      std::memchr(types.values.data(), static_cast<int>(CellType::kAir), types.values.size()) != nullptr;
  const float rest = of.per_rest;
  const float* density = of.density.tile(tile);
  const float* solid = of.solids.empty() ? nullptr : of.solids.distance.tile(tile);
  if (solid && std::none_of(solid, solid + T::kCells, [](float d) { return volume_fraction_outside(d) < 1.0f; }))
    solid = nullptr;
  if (!solid && !has_air && !is_dry<D>(of.type.tile(tile)) &&
      std::memchr(of.type.tile(tile), static_cast<int>(CellType::kSolid), T::kCells) ==
          nullptr) {  // inside of the liquid
    for (int c = 0; c < T::kCells; ++c)
      to[c] += factor * std::clamp(density[c] * rest - 1.0f, -kMostExcess, kMostExcess);
    return;
  }
  const std::optional<OpenNeighbors<D>> neighbors =
      solid && spread == Spread::kVelocities ? std::make_optional<OpenNeighbors<D>>(of.solids, tile) : std::nullopt;
  const auto room = [&](int c) {
    const float whole = volume_fraction_outside(solid[c]);
    if (whole == 1.0f || !neighbors) return whole;
    float openings = 0.0f;
    neighbors->for_each(T::cell_coord(c), [&](const VecI<D>&, float area) { openings += area; });
    return std::min(whole, openings);
  };
  for (int c = 0; c < T::kCells; ++c) {
    const CellType* here = &types.at(T::cell_coord(c));
    if (*here != CellType::kFluid) continue;
    float excess = std::clamp(density[c] * rest - 1.0f, -kMostExcess, kMostExcess);
    if (excess < 0.0f && has_air)
      for (int n = 0; n < T::kNeighbors; ++n)
        if (here[Types::index(T::neighbor_offset(n)) - Types::index(VecI<D>{})] == CellType::kAir) excess = 0.0f;
    to[c] += factor * excess * (solid ? room(c) : 1.0f);
  }
}

}  // namespace spindrift
