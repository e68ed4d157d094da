// Dense and sparse copies of the cells of a state. The state's kind says how one cell is copied:
//
//   void make_room(const State&, std::size_t count, CellValues&);                 // arrays of this length
//   CellType copy_cell(const State&, const VecI<D>&, std::size_t, CellValues&);   // one cell into place i
#pragma once

#include <cmath>
#include <utility>

#include "exec/parallel.h"
#include "fluid/grid_state.h"
#include "grid/domain.h"
#include "grid/frames.h"
#include "grid/tile_map.h"
#include "spindrift/frame.h"

namespace spindrift {

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

// Of a cell where there is no tile: only solids can be there.
template <int D>
CellType type_without_tile(const GridState<D>& state, const VecI<D>& cell) {
  const VecD<D> center = state.domain.to_world(VecD<D>::from(cell) + VecD<D>::filled(0.5));
  for (const Solid<D>& solid : state.solids)
    if (solid.distance(center) < 0.0) return CellType::kSolid;
  return CellType::kAir;
}

constexpr std::size_t kCopyGrain = 4096;

// The cell of the grid that is number i of a range of the domain.
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

template <template <int> class State, int D>
CellFrame copy_cells(const State<D>& state, CellFrame frame) {
  CellRange all{{}, Vec<int, 3>::filled(1)};
  for (int a = 0; a < D; ++a) all.cells[a] = state.domain.cells[a];
  return copy_range(state, all, std::move(frame));
}

// With the distances to the surface, of a liquid whose surface is known.
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

}  // namespace spindrift
