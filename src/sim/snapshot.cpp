#include "sim/snapshot.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <numeric>
#include <utility>
#include <vector>

#include "exec/parallel.h"
#include "fluid/grid_state.h"
#include "grid/domain.h"
#include "grid/for_each_tile.h"
#include "grid/frames.h"
#include "grid/tile_map.h"

namespace spindrift {
namespace {

// A column of the state and of a frame, in numbers of four bytes.
struct CopiedColumn {
  std::vector<const std::byte*> from;  // by component
  std::byte* to = nullptr;

  void copy(std::size_t p, std::size_t i) const {
    for (std::size_t c = 0; c < from.size(); ++c) std::memcpy(to + 4 * (from.size() * i + c), from[c] + 4 * p, 4);
  }
};

// The column of an earlier frame, whose memory is used again, or a new one.
FrameColumn taken(FrameColumns& earlier, const char* name) {
  for (FrameColumn& column : earlier)
    if (column.name == name) return std::move(column);
  FrameColumn column;
  column.name = name;
  return column;
}

// A frame with room for `count` particles in the columns that the scene keeps, and how to fill its columns.
template <int D>
std::vector<CopiedColumn> add_columns(const LiquidState<D>& state, std::size_t count, ParticleFrame& frame) {
  using Kind = FrameColumn::Kind;
  frame.dimension = D;
  frame.time = state.time;
  frame.cell_size = state.domain.h;
  frame.position.resize(3 * count);
  frame.velocity.resize(3 * count);
  if (D == 2) {  // the third components
    for (std::size_t i = 0; i < count; ++i) frame.position[3 * i + 2] = frame.velocity[3 * i + 2] = 0.0f;
  }
  FrameColumns earlier = std::exchange(frame.columns, {});
  std::vector<CopiedColumn> copied;
  describe_columns(state.particles, [&](const ColumnInfo& info, const auto& column) {
    const bool is_color = info.in_frames == InFrames::kColor, is_integer = info.in_frames == InFrames::kInteger;
    if (!(is_color || is_integer || info.in_frames == InFrames::kNumber) || !info.kept(state.scene)) return;
    CopiedColumn& source = copied.emplace_back();
    for_each_component(column, [&](const auto& values, std::size_t) {
      static_assert(sizeof(values[0]) == 4);
      source.from.push_back(reinterpret_cast<const std::byte*>(values.data()));
    });
    FrameColumn& to = frame.columns.emplace_back(taken(earlier, info.name));
    to.unit = info.unit;
    to.kind = is_color ? Kind::kColor : is_integer ? Kind::kInteger : Kind::kNumber;
    to.components = static_cast<int>(source.from.size());
    to.values.resize(is_integer ? 0 : source.from.size() * count);
    to.integers.resize(is_integer ? source.from.size() * count : 0);
    source.to =
        is_integer ? reinterpret_cast<std::byte*>(to.integers.data()) : reinterpret_cast<std::byte*>(to.values.data());
  });
  if (state.scene.uses_density()) {
    FrameColumn& density = frame.columns.emplace_back(taken(earlier, "density"));
    density.unit = "";
    density.kind = Kind::kNumber;
    density.components = 1;
    density.integers.clear();
    density.values.resize(count);
  }
  return copied;
}

template <int D>
bool exists(const ParticleSet<D>& particles, std::size_t p) {
  return particles.position[0][p] < 0.5f * kRemoved;
}

// Particle p of a cell, whose tile begins at `origin`, as number i of the frame.
template <int D>
void copy_particle(const LiquidState<D>& state, std::size_t p, const VecD<D>& origin, std::size_t i,
                   ParticleFrame& frame) {
  const ParticleSet<D>& particles = state.particles;
  VecD<D> x = origin;
  for (int a = 0; a < D; ++a) x[a] += static_cast<double>(particles.position[a][p]);
  const VecD<D> world = state.domain.to_world(state.domain.wrapped(x));
  for (int a = 0; a < D; ++a) {
    frame.position[3 * i + a] = static_cast<float>(world[a]);
    frame.velocity[3 * i + a] = particles.velocity[a][p];
  }
}

template <int D>
float relative_density(const LiquidState<D>& state, int tile, int cell) {
  if (state.density.empty()) return 0.0f;
  return static_cast<float>(static_cast<double>(state.density.tile(tile)[cell]) / state.rest_density);
}

// The mean of a cell's faces, and in 2D the faces themselves; zero where the velocity is undefined.
template <int D, class State>
void copy_velocity(const State& state, const VecI<D>& cell, const CellPlace<D>& at, std::size_t i, CellValues& values) {
  for (int a = 0; a < D; ++a) {
    VecI<D> next = cell;
    ++next[a];
    const CellPlace<D> beyond(state.tiles, next);
    const auto& u = state.velocity[a];
    const float low = u.tile(at.tile)[at.index], mean = 0.5f * (low + u.tile(beyond.tile)[beyond.index]);
    values.velocity[3 * i + a] = std::isfinite(mean) ? mean : 0.0f;
    if (D == 2) values.faces[2 * i + a] = std::isfinite(low) ? low : 0.0f;
  }
}

// A cell without a tile is air or solid.
template <int D>
CellType type_without_tile(const GridState<D>& state, const VecI<D>& cell) {
  const VecD<D> center = state.domain.to_world(VecD<D>::from(cell) + VecD<D>::filled(0.5));
  for (const Solid<D>& solid : state.solids)
    if (solid.distance(center) < 0.0) return CellType::kSolid;
  return CellType::kAir;
}

// One cell of a liquid's state, and of a smoke's.
template <int D>
void make_room(const LiquidState<D>&, std::size_t count, CellValues& values) {
  values.density.assign(count, 0.0f);
  values.pressure.assign(count, 0.0f);
  values.velocity.assign(3 * count, 0.0f);
  values.faces.assign(D == 2 ? 2 * count : 0, 0.0f);
  values.temperature.clear();  // reused memory may hold smoke
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
void make_room(const SmokeState<D>& state, std::size_t count, CellValues& values) {
  values.keeps_temperature = true;
  values.keeps_fuel = state.has_fuel();
  values.density.assign(count, 0.0f);
  values.pressure.assign(count, 0.0f);
  values.temperature.assign(count, 0.0f);
  values.fuel.assign(values.keeps_fuel ? count : 0, 0.0f);
  values.velocity.assign(3 * count, 0.0f);
  values.faces.assign(D == 2 ? 2 * count : 0, 0.0f);
}

template <int D>
CellType copy_cell(const SmokeState<D>& state, const VecI<D>& cell, std::size_t i, CellValues& values) {
  const CellPlace<D> place(state.tiles, cell);
  const auto ambient = static_cast<float>(state.scene.gas.ambient_temperature);
  values.temperature[i] = ambient;
  if (place.tile == 0) {
    for (int a = 0; a < D; ++a) values.velocity[3 * i + a] = static_cast<float>(state.scene.gas.wind[a]);
    return type_without_tile(state, cell);
  }
  const CellType type = state.type.tile(place.tile)[place.index];
  if (type == CellType::kSolid) return type;
  values.density[i] = state.density().tile(place.tile)[place.index];
  values.temperature[i] += state.heat().tile(place.tile)[place.index];
  if (state.has_fuel()) values.fuel[i] = state.fuel().tile(place.tile)[place.index];
  if (state.step > 0 && state.dt > 0.0)
    values.pressure[i] = static_cast<float>(state.scene.gas.density * state.domain.h / state.dt *
                                            static_cast<double>(state.scaled_pressure.tile(place.tile)[place.index]));
  copy_velocity(state, cell, place, i, values);
  return type;
}

constexpr std::size_t kCopyGrain = 4096;

// Cell number i of a range of the domain.
template <int D>
VecI<D> cell_of_range(const Domain<D>& domain, const CellRange& range, std::size_t i) {
  VecI<D> cell;
  for (int a = 0; a < D; ++a) {
    const auto along = static_cast<std::size_t>(range.cells[a]);
    cell[a] = static_cast<int>(i % along) + range.first[a] + domain.first_cell()[a];
    i /= along;
  }
  return cell;
}

template <template <int> class State, int D>
CellFrame copy_range(const State<D>& state, const CellRange& range, CellFrame frame) {
  frame.cells = range.cells;
  frame.first = range.first;
  frame.distance.clear();
  const std::size_t count = cell_count(range.cells);
  frame.time = state.time;
  frame.cell_size = state.domain.h;
  frame.type.resize(count);
  make_room(state, count, frame);
  parallel_for(
      "copy all cells", count,
      [&](std::size_t i) { frame.type[i] = copy_cell(state, cell_of_range(state.domain, range, i), i, frame); },
      kCopyGrain);
  return frame;
}

}  // namespace

template <template <int> class State, int D>
CellFrame copy_cells(const State<D>& state, CellFrame frame) {
  CellRange all{{}, Vec<int, 3>::filled(1)};
  for (int a = 0; a < D; ++a) all.cells[a] = state.domain.cells[a];
  return copy_range(state, all, std::move(frame));
}

// With distances to the surface, if the liquid has a level set.
template <template <int> class State, int D>
CellFrame copy_region(const State<D>& state, const CellRange& range) {
  CellFrame frame = copy_range(state, range, {});
  if (state.surface_distance.empty()) return frame;
  frame.distance.resize(frame.type.size());
  for (std::size_t i = 0; i < frame.distance.size(); ++i) {
    const CellPlace<D> at(state.tiles, cell_of_range(state.domain, range, i));
    const float cells = at.tile == 0 ? 1.0f : state.surface_distance.tile(at.tile)[at.index];
    frame.distance[i] = cells * static_cast<float>(state.domain.h);
  }
  return frame;
}

template <template <int> class State, int D>
FluidCells copy_fluid_cells(const State<D>& state) {
  const VecI<D> origin = state.domain.first_cell();
  FluidCells fluid;
  fluid.time = state.time;
  fluid.cell_size = state.domain.h;
  for (int tile = 1; tile <= state.tiles.count(); ++tile) {
    const VecI<D> first = state.tiles.first_cell(tile);
    for (int c = 0; c < Tile<D>::kCells; ++c) {
      if (state.type.tile(tile)[c] != CellType::kFluid) continue;
      const VecI<D> cell = first + Tile<D>::cell_coord(c);
      Vec<int, 3> place{};
      bool is_inside = true;
      for (int a = 0; a < D; ++a) {
        place[a] = cell[a] - origin[a];
        is_inside &= place[a] >= 0 && place[a] < state.domain.cells[a];
      }
      if (is_inside) fluid.place.push_back(place);
    }
  }
  make_room(state, fluid.count(), fluid);
  parallel_for(
      "copy cells with fluid", fluid.count(),
      [&](std::size_t i) {
        VecI<D> cell;
        for (int a = 0; a < D; ++a) cell[a] = fluid.place[i][a] + origin[a];
        copy_cell(state, cell, i, fluid);
      },
      kCopyGrain);
  return fluid;
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
          end[tile] += exists(state.particles, p);
      },
      kGrain);
  std::partial_sum(end.begin(), end.end(), end.begin());
  ParticleFrame frame = std::move(memory);
  const std::vector<CopiedColumn> columns = add_columns(state, end.back(), frame);
  float* densities = state.scene.uses_density() ? frame.columns.back().values.data() : nullptr;
  for_each_tile(
      "copy particles", state.tiles,
      [&](int tile) {
        const VecD<D> origin = VecD<D>::from(state.tiles.first_cell(tile));
        const std::uint32_t* begin = state.particles.cells_of(tile);
        std::size_t i = end[tile - 1];
        for (int c = 0; c < T::kCells; ++c) {
          const float density = relative_density(state, tile, c);
          for (std::uint32_t p = begin[c]; p < begin[c + 1]; ++p) {
            if (!exists(state.particles, p)) continue;
            copy_particle(state, p, origin, i, frame);
            for (const CopiedColumn& column : columns) column.copy(p, i);
            if (densities) densities[i] = density;
            ++i;
          }
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
template CellFrame copy_cells(const SmokeState<2>&, CellFrame);
template CellFrame copy_cells(const SmokeState<3>&, CellFrame);
template CellFrame copy_region(const SmokeState<2>&, const CellRange&);
template CellFrame copy_region(const SmokeState<3>&, const CellRange&);
template FluidCells copy_fluid_cells(const SmokeState<2>&);
template FluidCells copy_fluid_cells(const SmokeState<3>&);

}  // namespace spindrift
