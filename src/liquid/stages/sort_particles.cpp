// Sorts the particles by tile and cell. Tiles near particles exist afterwards, and all fields have memory for them. The
// pressure, the last velocity and the distances to solids are kept for tiles that existed before.
#include <algorithm>
#include <limits>

#include "exec/parallel.h"
#include "fluid/solids.h"
#include "grid/for_each_tile.h"
#include "liquid/liquid_step.h"

namespace spindrift {

namespace {

// Cells beyond the particles that find_curvature reads.
constexpr int kCurvatureReach = 6;

template <int D>
void resize_fields(LiquidState<D>& state) {
  const int tiles = state.tiles.count();
  for (std::size_t a = 0; a < D; ++a) {
    state.velocity[a].resize(tiles);
    if (state.transferred_velocity[a].empty()) state.transferred_velocity[a].swap(state.velocity_change[a]);
    state.transferred_velocity[a].resize(tiles);
    state.known[a].resize(tiles);
  }
  state.type.resize(tiles);
  carry_field(state.tiles, state.scratch, state.scaled_pressure, 0.0);
  if (state.scene.uses_leapfrog())
    for (auto* fields : {&state.last_velocity, &state.last_acceleration, &state.acceleration_before_last})
      for (auto& last : *fields) carry_field(state.tiles, state.scratch, last, std::numeric_limits<float>::quiet_NaN());
  if (state.scene.detaches_cells()) carry_field(state.tiles, state.scratch, state.detached, std::uint8_t{0});
  if (state.scene.uses_density()) state.density.resize(tiles);
  if (state.scene.uses_level_set()) state.surface_distance.resize(tiles);
  if (state.scene.uses_surface_tension()) state.curvature.resize(tiles);
  if (state.scene.uses_density_projection() || state.scene.uses_leapfrog())
    for (auto& drift : state.drift) {
      drift.resize(tiles);
      drift.fill(0.0f);
    }
}

}  // namespace

template <int D>
void sort_particles(LiquidState<D>& state) {
  // Transfers reach up to two cells beyond the particles, the extrapolation its number of layers.
  int reach = std::max(2, state.extrapolation_layers());
  if (state.scene.uses_surface_tension()) reach = std::max(reach, kCurvatureReach);
  const SortReport report = state.sorter.sort(state.particles, state.tiles, reach);
  if (report.broken > 0) {
    state.failure = Error{ErrorCode::kRunFailed,
                          std::to_string(report.broken) + " particles have left the grid or are not numbers"};
    return;
  }
  carry_solids(state);
  resize_fields(state);
}

template void sort_particles<2>(LiquidState<2>&);
template void sort_particles<3>(LiquidState<3>&);

}  // namespace spindrift
