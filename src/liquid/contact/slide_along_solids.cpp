#include "liquid/contact/slide_along_solids.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "fluid/solids/solid_distance.h"
#include "grid/for_each_tile.h"
#include "grid/halo.h"

namespace spindrift {

namespace {

constexpr float kSampledDepth =
    2.5f;  // cells: no particle samples closed faces farther inside of a solid, by any kernel

template <int D>
bool is_near_solid(const LiquidState<D>& state, int tile) {
  const float* distance = state.solid_distance().tile(tile);
  return std::any_of(distance, distance + Tile<D>::kCells, [](float d) { return d < kSampledDepth; });
}

// Whether a face lies on or behind a wall of the domain.
template <int D>
bool is_wall(const Domain<D>& domain, VecI<D> cell, int axis) {
  if (is_behind_wall(domain, cell)) return true;
  --cell[axis];
  return is_behind_wall(domain, cell);
}

// A face and the velocity that it takes.
struct Slide {
  int axis, cell;
  float velocity;
};

// The velocity across the low face of a cell, without its part into or out of the solid.
template <int D>
float sliding_velocity(const LiquidState<D>& state, const std::array<HaloBlock<float, D, 1, 1>, D>& u, int tile,
                       const VecI<D>& local, int axis) {
  const VecI<D> cell = state.tiles.first_cell(tile) + local;
  VecD<D> face = VecD<D>::from(cell) + VecD<D>::filled(0.5);
  face[axis] -= 0.5;
  const VecD<D> world = state.domain.to_world(face);
  const Solid<D>* solid = nullptr;
  distance_to_solids(state, world, &solid);
  const VecD<D> normal = solid->normal(world, kNormalStep * state.domain.h), of_solid = solid->velocity(world);
  VecD<D> v;
  for (int b = 0; b < D; ++b) {
    if (b == axis) {
      v[b] = static_cast<double>(u[b].at(local));
      continue;
    }
    double sum = 0.0;  // the four faces of component b around this one
    int count = 0;
    for (int i = 0; i < 4; ++i) {
      VecI<D> at = local;
      at[axis] -= i & 1;
      at[b] += i >> 1;
      const float value = u[b].at(at);
      if (std::isnan(value)) continue;
      sum += static_cast<double>(value);
      ++count;
    }
    v[b] = count > 0 ? sum / count : of_solid[b];
  }
  v -= normal * dot(v - of_solid, normal);
  return static_cast<float>(v[axis]);
}

}  // namespace

template <int D>
void undefine_closed_faces(LiquidState<D>& state, ClosedFaces& faces) {
  faces.build(
      "undefine closed faces", state.tiles,
      [&](int tile, ClosedFaces::List& found) {
        if (!is_near_solid(state, tile)) return;
        using Diagonals = HaloBlock<float, D, 1, 0>;
        Diagonals diagonals;
        load_halo(state.tiles, state.pressure_system.diagonal, tile, diagonals);
        for (int a = 0; a < D; ++a) {
          const float* area = (*state.open_area())[a].tile(tile);
          std::uint8_t* known = state.known[a].tile(tile);
          const float* velocity = state.velocity[a].tile(tile);
          const float* change = state.velocity_change[a].tile(tile);
          for (int c = 0; c < Tile<D>::kCells; ++c) {
            if (!known[c] || area[c] != 0.0f) continue;
            const VecI<D> cell = Tile<D>::cell_coord(c);
            const float* diagonal =
                &diagonals.at(cell);  // zero in a chamber of a single cell: it has nothing else to go by
            const bool has_flow = diagonal[0] > 0.0f || diagonal[-Diagonals::stride(a)] > 0.0f;
            if (!has_flow || is_wall(state.domain, state.tiles.first_cell(tile) + cell, a)) continue;
            known[c] = 0;
            if (change[c] != 0.0f) found.push_back({a, c, velocity[c] - change[c]});  // else no particle reached it
          }
        }
      },
      1);
}

template <int D>
void slide_along_solids(LiquidState<D>& state, const ClosedFaces& faces) {
  using T = Tile<D>;
  const auto slides = state.scratch.template borrow<TileLists<Slide>>();
  slides->build(
      "find sliding velocities", state.tiles,
      [&](int tile, TileLists<Slide>::List& found) {
        if (!is_near_solid(state, tile)) return;
        std::array<HaloBlock<float, D, 1, 1>, D> u;
        for (std::size_t a = 0; a < D; ++a) load_halo(state.tiles, state.velocity[a], tile, u[a]);
        const float* distance = state.solid_distance().tile(tile);
        for (int a = 0; a < D; ++a) {
          const float* area = (*state.open_area())[a].tile(tile);
          const std::uint8_t* known = state.known[a].tile(tile);
          for (int c = 0; c < T::kCells; ++c) {
            if (!known[c] || area[c] != 0.0f || distance[c] < -kSampledDepth) continue;
            const VecI<D> cell = T::cell_coord(c), place = state.tiles.first_cell(tile) + cell;
            if (is_wall(state.domain, place, a)) continue;
            found.push_back({a, c, sliding_velocity<D>(state, u, tile, cell, a)});
          }
        }
      },
      1);
  for_each_tile("slide along solids", state.tiles, [&](int tile) {
    for (const Slide& slide : (*slides)[tile]) {
      const int axis = slide.axis;
      float& u = state.velocity[axis].tile(tile)[slide.cell];
      state.velocity_change[axis].tile(tile)[slide.cell] += slide.velocity - u;
      u = slide.velocity;
      if (!state.drift[axis].empty()) state.drift[axis].tile(tile)[slide.cell] = 0.0f;
    }
    for (const ClosedFace& face : faces[tile]) {
      const int axis = face.axis;
      const float u = state.velocity[axis].tile(tile)[face.cell];
      if (!std::isnan(u)) state.velocity_change[axis].tile(tile)[face.cell] = u - face.transferred;
    }
  });
}

template void undefine_closed_faces<2>(LiquidState<2>&, ClosedFaces&);
template void undefine_closed_faces<3>(LiquidState<3>&, ClosedFaces&);
template void slide_along_solids<2>(LiquidState<2>&, const ClosedFaces&);
template void slide_along_solids<3>(LiquidState<3>&, const ClosedFaces&);

}  // namespace spindrift
