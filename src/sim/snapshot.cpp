#include "sim/snapshot.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "grid/for_each_tile.h"
#include "sim/copy_cells.h"

namespace spindrift {
namespace {

// Room for `count` particles in the columns that the state keeps.
template <int D>
ParticleFrame empty_frame(const LiquidState<D>& state, std::size_t count, ParticleFrame frame) {
  const Physics& scene = state.scene;
  frame.dimension = D;
  frame.time = state.time;
  frame.cell_size = state.domain.h;
  frame.kept = {.id = scene.has_column(Column::kId),
                .age = scene.has_column(Column::kAge),
                .color = scene.has_column(Column::kColor),
                .density = scene.uses_density()};
  frame.position.resize(3 * count);
  frame.velocity.resize(3 * count);
  frame.id.resize(frame.kept.id ? count : 0);
  frame.age.resize(frame.kept.age ? count : 0);
  frame.color.resize(frame.kept.color ? 3 * count : 0);
  frame.density.resize(frame.kept.density ? count : 0);
  if (D == 2) {  // the third components
    for (std::size_t i = 0; i < count; ++i) frame.position[3 * i + 2] = frame.velocity[3 * i + 2] = 0.0f;
  }
  return frame;
}

template <int D>
bool is_there(const ParticleSet<D>& particles, std::size_t p) {
  return particles.position[0][p] < 0.5f * kRemoved;
}

// Particle p of a cell, whose tile begins at `origin`, as number i of the frame.
template <int D>
void copy_particle(const LiquidState<D>& state, std::size_t p, const VecD<D>& origin, float density, std::size_t i,
                   ParticleFrame& frame) {
  const ParticleSet<D>& particles = state.particles;
  VecD<D> x = origin;
  for (int a = 0; a < D; ++a) x[a] += static_cast<double>(particles.position[a][p]);
  const VecD<D> world = state.domain.to_world(state.domain.wrapped(x));
  for (int a = 0; a < D; ++a) {
    frame.position[3 * i + a] = static_cast<float>(world[a]);
    frame.velocity[3 * i + a] = particles.velocity[a][p];
  }
  if (!frame.id.empty()) frame.id[i] = particles.id[p];
  if (!frame.age.empty()) frame.age[i] = particles.age[p];
  if (!frame.color.empty())
    for (std::size_t c = 0; c < 3; ++c) frame.color[3 * i + c] = particles.color[c][p];
  if (!frame.density.empty()) frame.density[i] = density;
}

template <int D>
float relative_density(const LiquidState<D>& state, int tile, int cell) {
  if (state.density.empty()) return 0.0f;
  return static_cast<float>(static_cast<double>(state.density.tile(tile)[cell]) / state.rest_density);
}

}  // namespace

template <int D>
void make_room(const LiquidState<D>&, std::size_t count, CellValues& values) {
  values.density.assign(count, 0.0f);
  values.pressure.assign(count, 0.0f);
  values.velocity.assign(3 * count, 0.0f);
  values.faces.assign(D == 2 ? 2 * count : 0, 0.0f);
  values.temperature.clear();  // what lay here may have been smoke
  values.fuel.clear();
  values.keeps_temperature = values.keeps_fuel = false;
}

template <int D>
CellType copy_cell(const LiquidState<D>& state, const VecI<D>& cell, std::size_t i, CellValues& values) {
  const CellPlace<D> at(state.tiles, cell);
  if (at.tile == 0) return type_without_tile(state, cell);
  values.density[i] = relative_density(state, at.tile, at.index);
  if (state.step > 0) {
    const double pascal =
        state.pressure_dt > 0.0 ? state.scene.fluid.density * state.domain.h / state.pressure_dt : 0.0;
    values.pressure[i] = static_cast<float>(pascal * state.scaled_pressure.tile(at.tile)[at.index]);
    copy_velocity(state, cell, at, i, values);
  }
  return state.type.tile(at.tile)[at.index];
}

template <int D>
ParticleFrame copy_particles(const LiquidState<D>& state, ParticleFrame memory) {
  using T = Tile<D>;
  constexpr std::size_t kGrain = 16;
  std::vector<std::size_t> end(state.tiles.count() + 1, 0);  // of a tile's particles in the frame
  for_each_tile(
      "count particles", state.tiles,
      [&](int tile) {
        for (std::uint32_t p = state.particles.tile_begin(tile); p < state.particles.tile_end(tile); ++p)
          end[tile] += is_there(state.particles, p);
      },
      kGrain);
  std::partial_sum(end.begin(), end.end(), end.begin());
  ParticleFrame frame = empty_frame(state, end.back(), std::move(memory));
  for_each_tile(
      "copy particles", state.tiles,
      [&](int tile) {
        const VecD<D> origin = VecD<D>::from(state.tiles.first_cell(tile));
        const std::uint32_t* begin = state.particles.cells_of(tile);
        std::size_t i = end[tile - 1];
        for (int c = 0; c < T::kCells; ++c) {
          const float density = relative_density(state, tile, c);
          for (std::uint32_t p = begin[c]; p < begin[c + 1]; ++p)
            if (is_there(state.particles, p)) copy_particle(state, p, origin, density, i++, frame);
        }
      },
      kGrain);
  return frame;
}

template ParticleFrame copy_particles<2>(const LiquidState<2>&, ParticleFrame);
template ParticleFrame copy_particles<3>(const LiquidState<3>&, ParticleFrame);
template CellFrame copy_cells(const LiquidState<2>&, CellFrame);
template CellFrame copy_cells(const LiquidState<3>&, CellFrame);
template CellFrame copy_region(const LiquidState<2>&, const CellRange&);
template CellFrame copy_region(const LiquidState<3>&, const CellRange&);
template FluidCells copy_fluid_cells(const LiquidState<2>&);
template FluidCells copy_fluid_cells(const LiquidState<3>&);

}  // namespace spindrift
