#include "api/snapshot.h"

#include <algorithm>
#include <cmath>

namespace spindrift {

template <int D>
ParticleFrame copy_particles(const LiquidState<D>& state) {
  const ParticleSet<D>& particles = state.particles;
  ParticleFrame frame;
  frame.dimension = D;
  const std::size_t count = particles.count();
  frame.position.reserve(3 * count);
  frame.velocity.reserve(3 * count);
  auto append = [&](std::size_t p, const VecD<D>& origin, float density) {
    if (particles.position[0][p] >= 0.5f * kRemoved) return;
    VecD<D> x = origin;
    for (int a = 0; a < D; ++a) x[a] += static_cast<double>(particles.position[static_cast<std::size_t>(a)][p]);
    const VecD<D> world = state.domain.to_world(x);
    for (int a = 0; a < 3; ++a) {
      frame.position.push_back(a < D ? static_cast<float>(world[std::min(a, D - 1)]) : 0.0f);
      frame.velocity.push_back(a < D ? particles.velocity[static_cast<std::size_t>(std::min(a, D - 1))][p] : 0.0f);
    }
    if (!particles.id.empty()) frame.id.push_back(particles.id[p]);
    if (!particles.age.empty()) frame.age.push_back(particles.age[p]);
    if (!particles.color[0].empty())
      for (const auto& channel : particles.color) frame.color.push_back(channel[p]);
    if (!state.density.empty()) frame.density.push_back(density);
  };
  for (int tile = 1; tile <= state.tiles.count(); ++tile) {
    const VecD<D> origin = VecD<D>::from(state.tiles.first_cell(tile));
    for (int c = 0; c < Tile<D>::kCells; ++c) {
      const std::size_t cell = static_cast<std::size_t>(tile) * Tile<D>::kCells + static_cast<std::size_t>(c);
      const float density = state.density.empty()
                                ? 0.0f
                                : static_cast<float>(static_cast<double>(state.density.tile(tile)[c]) / state.rest_density);
      for (std::uint32_t p = particles.cell_begin[cell]; p < particles.cell_begin[cell + 1]; ++p) append(p, origin, density);
    }
  }
  return frame;
}

template <int D>
CellFrame copy_cells(const LiquidState<D>& state) {
  CellFrame frame;
  frame.cells = Vec<int, 3>::filled(1);
  std::size_t count = 1;
  for (int a = 0; a < D; ++a) {
    frame.cells[a] = state.domain.cells[a];
    count *= static_cast<std::size_t>(frame.cells[a]);
  }
  frame.cell_size = state.domain.h;
  frame.type.assign(count, CellType::kAir);
  frame.density.assign(count, 0.0f);
  frame.pressure.assign(count, 0.0f);
  frame.velocity.assign(3 * count, 0.0f);
  const double pascal = state.dt > 0.0 ? state.scene.fluid.density * state.domain.h / state.dt : 0.0;
  for (std::size_t i = 0; i < count; ++i) {
    VecI<D> cell, coord, local;
    std::size_t rest = i;
    for (int a = 0; a < D; ++a) {
      cell[a] = static_cast<int>(rest % static_cast<std::size_t>(frame.cells[a])) + Domain<D>::kBorder;
      rest /= static_cast<std::size_t>(frame.cells[a]);
      coord[a] = cell[a] >> Tile<D>::kLog2;
      local[a] = cell[a] & Tile<D>::kMask;
    }
    const int tile = state.tiles.find(coord);
    if (tile == 0) {  // dry: only solids can be there
      const VecD<D> center = state.domain.to_world(VecD<D>::from(cell) + VecD<D>::filled(0.5));
      for (const Solid<D>& solid : state.solids)
        if (solid.distance(center) < 0.0) frame.type[i] = CellType::kSolid;
      continue;
    }
    const int c = Tile<D>::cell_index(local);
    frame.type[i] = state.type.tile(tile)[c];
    if (!state.density.empty())
      frame.density[i] = static_cast<float>(static_cast<double>(state.density.tile(tile)[c]) / state.rest_density);
    if (state.step == 0) continue;
    frame.pressure[i] = static_cast<float>(pascal * state.pressure.tile(tile)[c]);
    for (int a = 0; a < D; ++a) {
      VecI<D> next = cell;
      ++next[a];
      VecI<D> next_coord, next_local;
      for (int b = 0; b < D; ++b) {
        next_coord[b] = next[b] >> Tile<D>::kLog2;
        next_local[b] = next[b] & Tile<D>::kMask;
      }
      const auto& u = state.velocity[static_cast<std::size_t>(a)];
      const float mean = 0.5f * (u.tile(tile)[c] + u.tile(state.tiles.find(next_coord))[Tile<D>::cell_index(next_local)]);
      frame.velocity[3 * i + static_cast<std::size_t>(a)] = std::isfinite(mean) ? mean : 0.0f;
    }
  }
  return frame;
}

template ParticleFrame copy_particles<2>(const LiquidState<2>&);
template ParticleFrame copy_particles<3>(const LiquidState<3>&);
template CellFrame copy_cells<2>(const LiquidState<2>&);
template CellFrame copy_cells<3>(const LiquidState<3>&);

}  // namespace spindrift
