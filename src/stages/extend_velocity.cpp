// Carries the velocity one face beyond the gas, into solids and across open sides.
#include <algorithm>

#include "exec/parallel.h"
#include "grid/halo.h"
#include "stages/extend.h"
#include "stages/smoke_stages.h"
#include "stages/solid_distance.h"

namespace spindrift {

namespace {

template <int D>
using Types = HaloBlock<CellType, D, 2, 1>;

// Whether a value belongs to the gas: a cell, or a face across an axis with gas on one of its sides.
template <int D>
bool is_of_gas(const Types<D>& types, VecI<D> cell, int axis) {
  if (types.at(cell) == CellType::kFluid) return true;
  if (axis == D) return false;
  --cell[axis];
  return types.at(cell) == CellType::kFluid;
}

template <int D>
bool is_inside_solid(const Types<D>& types, VecI<D> cell, int axis) {
  if (types.at(cell) != CellType::kSolid) return false;
  if (axis == D) return true;
  --cell[axis];
  return types.at(cell) == CellType::kSolid;
}

// Place of a cell near a tile in an array of all tiles.
template <int D>
std::int32_t place_of(const TileMap<D>& map, int tile, const VecI<D>& cell) {
  using T = Tile<D>;
  VecI<D> offset, local;
  for (int a = 0; a < D; ++a) {
    offset[a] = cell[a] < 0 ? -1 : cell[a] >= T::kSide ? 1 : 0;
    local[a] = cell[a] & T::kMask;
  }
  return map.neighbors(tile)[static_cast<std::size_t>(T::neighbor_index(offset))] * T::kCells + T::cell_index(local);
}

// The values of the gas next to a cell: along the axes, or if there are none, the diagonal ones.
template <int D>
void add_sources(const SmokeState<D>& state, const Types<D>& types, int tile, const VecI<D>& cell, int axis,
                 std::vector<std::int32_t>& sources) {
  using T = Tile<D>;
  const std::size_t before = sources.size();
  for (const bool diagonal : {false, true}) {
    if (sources.size() > before) return;
    for (int n = 0; n < T::kNeighbors; ++n) {
      const VecI<D> offset = T::neighbor_offset(n);
      int steps = 0;
      for (int a = 0; a < D; ++a) steps += offset[a] != 0;
      if (steps > 0 && (steps > 1) == diagonal && is_of_gas(types, cell + offset, axis))
        sources.push_back(place_of(state.tiles, tile, cell + offset));
    }
  }
}

// Whether a cell lies further out than anyone looks.
template <int D>
bool is_far_out(const Domain<D>& domain, const VecI<D>& cell) {
  for (int a = 0; a < D; ++a)
    if (cell[a] > domain.cells[a] + Domain<D>::kBorder + 1) return true;
  return false;
}

template <int D>
void plan_tile(const SmokeState<D>& state, int tile, int axis, ExtensionPlan& plan) {
  using T = Tile<D>;
  const bool is_face = axis < D;
  const bool sticks = is_face && state.scene.gas.walls == Walls::kNoSlip, moving = state.has_moving_solids();
  const float rest = is_face ? static_cast<float>(state.scene.gas.wind[axis]) : 0.0f;
  Types<D> types;
  load_halo(state.tiles, state.type, tile, types);
  for (int c = 0; c < T::kCells; ++c) {
    const VecI<D> local = T::cell_coord(c), cell = state.tiles.first_cell(tile) + local;
    if (is_of_gas(types, local, axis)) continue;
    ExtensionPlan::Entry entry{tile * T::kCells + c, static_cast<std::int32_t>(plan.sources.size()), 0, rest, 0.0f};
    const bool takes = is_face || types.at(local) == CellType::kSolid;
    if (takes && !is_far_out(state.domain, cell)) add_sources(state, types, tile, local, axis, plan.sources);
    entry.count = static_cast<std::int32_t>(plan.sources.size()) - entry.first;
    if (entry.count > 0) {
      entry.rest = 0.0f;
      entry.factor = 1.0f / static_cast<float>(entry.count);
      if (sticks && is_inside_solid(types, local, axis)) {
        VecD<D> face = VecD<D>::from(cell) + VecD<D>::filled(0.5);
        face[axis] -= 0.5;
        if (moving && state.domain.contains(cell))
          entry.rest = 2.0f * static_cast<float>(solid_velocity(state, state.domain.to_world(face))[axis]);
        entry.factor = -entry.factor;
      }
    }
    plan.entries.push_back(entry);
  }
}

void run_plan(const ExtensionPlan& plan, float* values) {
  parallel_for(
      plan.entries.size(),
      [&](std::size_t i) {
        const ExtensionPlan::Entry& entry = plan.entries[i];
        float sum = 0.0f;
        for (std::int32_t s = 0; s < entry.count; ++s)
          sum += values[plan.sources[static_cast<std::size_t>(entry.first + s)]];
        values[entry.target] = entry.rest + entry.factor * sum;
      },
      4096);
}

}  // namespace

template <int D>
void plan_extension(SmokeState<D>& state) {
  for (int axis = 0; axis <= D; ++axis) {
    std::vector<ExtensionPlan> parts(static_cast<std::size_t>(state.tiles.count()));
    parallel_for(parts.size(), [&](std::size_t i) {
      const CellType* type = state.type.tile(static_cast<int>(i) + 1);
      const bool is_gas = std::all_of(type, type + Tile<D>::kCells, [](CellType t) { return t == CellType::kFluid; });
      if (!is_gas) plan_tile(state, static_cast<int>(i) + 1, axis, parts[i]);
    });
    ExtensionPlan& plan = state.extension[static_cast<std::size_t>(axis)];
    plan = {};
    for (const ExtensionPlan& part : parts) {
      const auto shift = static_cast<std::int32_t>(plan.sources.size());
      plan.sources.insert(plan.sources.end(), part.sources.begin(), part.sources.end());
      for (ExtensionPlan::Entry entry : part.entries) {
        entry.first += shift;
        plan.entries.push_back(entry);
      }
    }
  }
}

template <int D>
void extend_quantity(const SmokeState<D>& state, CellField<float, D>& field) {
  run_plan(state.extension[static_cast<std::size_t>(D)], field.tile(0));
}

template <int D>
void extend_faces(const SmokeState<D>& state, int axis, Field<float, D, Placement::kFace>& field) {
  run_plan(state.extension[static_cast<std::size_t>(axis)], field.tile(0));
}

template <int D>
void extend_velocity(SmokeState<D>& state) {
  for (int a = 0; a < D; ++a) extend_faces(state, a, state.velocity[static_cast<std::size_t>(a)]);
}

template void plan_extension<2>(SmokeState<2>&);
template void plan_extension<3>(SmokeState<3>&);
template void extend_quantity<2>(const SmokeState<2>&, CellField<float, 2>&);
template void extend_quantity<3>(const SmokeState<3>&, CellField<float, 3>&);
template void extend_faces<2>(const SmokeState<2>&, int, Field<float, 2, Placement::kFace>&);
template void extend_faces<3>(const SmokeState<3>&, int, Field<float, 3, Placement::kFace>&);
template void extend_velocity<2>(SmokeState<2>&);
template void extend_velocity<3>(SmokeState<3>&);

}  // namespace spindrift
