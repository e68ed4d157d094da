#include "liquid/density/liquid_octants.h"

#include <algorithm>
#include <cmath>
#include <type_traits>

#include "grid/for_each_tile.h"
#include "grid/halo.h"

namespace spindrift {

namespace {

// Of an octant in a liquid cell: with none at all a lone particle would have no mass, and the matrix a zero row.
constexpr float kLeastShare = 1.0f / 64.0f;
// An octant that the surface halves has half of the density at rest. From a quarter to three quarters of it the share
// goes from none to all: the kernel smears the surface over twice its own width.
constexpr float kSteepness = 2.0f;
constexpr float kReach[3] = {9.0f / 32.0f, 22.0f / 32.0f,
                             1.0f / 32.0f};  // of a low octant's weights in the cells -1, 0, 1

// What octants are found from.
template <int D>
struct OctantView {
  TilesView<D> tiles;
  FieldView<const CellType, D> type;
  ParticlesView<D, const float> particles;
  float particles_per_cell;  // of liquid at rest
};
static_assert(std::is_trivially_copyable_v<OctantView<3>>);

// Adds the particles of one cell to the octants of another. `shift` is the place of the other cell's centre, in the
// coordinates of the particles' tile.
template <int D>
void count_particles(const ParticlesView<D, const float>& particles, int tile, int cell, const VecF<D>& shift,
                     float* counts) {
  const std::uint32_t* begin = particles.cells_of(tile) + cell;
  for (std::uint32_t p = begin[0]; p < begin[1]; ++p) {
    float w[D][2];
    for (int a = 0; a < D; ++a) {
      const float x = particles.position[a][p] - shift[a];
      w[a][0] = std::max(0.0f, 1.0f - std::abs(x + 0.25f));
      w[a][1] = std::max(0.0f, 1.0f - std::abs(x - 0.25f));
    }
    for (int o = 0; o < (1 << D); ++o) {
      float weight = 1.0f;
      for (int a = 0; a < D; ++a) weight *= w[a][(o >> a) & 1];
      counts[o] += weight;
    }
  }
}

// The octants of a cell with air beside it.
template <int D>
Octants<D> surface_octants(const OctantView<D>& of, int tile, const VecI<D>& cell, const CellType* type) {
  using T = Tile<D>;
  using Types = HaloBlock<CellType, D, 1>;
  float counts[1 << D] = {}, open[1 << D] = {};
  for (int n = 0; n < T::kNeighbors; ++n) {
    const VecI<D> offset = T::neighbor_offset(n);
    VecI<D> tile_offset, inside;
    VecF<D> shift;
    for (int a = 0; a < D; ++a) {
      const int at = cell[a] + offset[a];
      tile_offset[a] = at >> T::kLog2;
      inside[a] = at & T::kMask;
      shift[a] = static_cast<float>(cell[a] - tile_offset[a] * T::kSide) + 0.5f;
    }
    const int there = of.tiles.neighbors(tile)[T::neighbor_index(tile_offset)];
    if (there != 0) count_particles(of.particles, there, T::cell_index(inside), shift, counts);
    if (type[Types::index(offset) - Types::index(VecI<D>{})] == CellType::kSolid) continue;
    for (int o = 0; o < (1 << D); ++o) {
      float weight = 1.0f;
      for (int a = 0; a < D; ++a) weight *= kReach[((o >> a) & 1) != 0 ? 1 - offset[a] : 1 + offset[a]];
      open[o] += weight;
    }
  }
  Octants<D> octants;
  for (int o = 0; o < (1 << D); ++o) {
    const float density = counts[o] / (of.particles_per_cell * open[o]);
    const float share = std::clamp(kSteepness * density - 0.5f, kLeastShare, 1.0f);
    octants[o] = static_cast<std::uint8_t>(std::lround(kFullOctant * share));
  }
  return octants;
}

template <int D>
void fill_tile(const OctantView<D>& of, int tile, Octants<D>* octants) {
  using T = Tile<D>;
  using Types = HaloBlock<CellType, D, 1>;
  Types types;
  load_halo(of.tiles, of.type, tile, types);
  Octants<D> full;
  full.fill(kFullOctant);
  for (int c = 0; c < T::kCells; ++c) {
    const VecI<D> cell = T::cell_coord(c);
    const CellType* type = &types.at(cell);
    octants[c] = {};
    if (*type != CellType::kFluid) continue;
    bool has_air = false;
    for (int n = 0; n < T::kNeighbors; ++n)
      has_air |= type[Types::index(T::neighbor_offset(n)) - Types::index(VecI<D>{})] == CellType::kAir;
    octants[c] = has_air ? surface_octants(of, tile, cell, type) : full;
  }
}

}  // namespace

template <int D>
void fill_octants(const LiquidState<D>& state, CellField<Octants<D>, D>& octants) {
  octants.resize(state.tiles.count());
  const OctantView<D> of{state.tiles, state.type, state.particles.view(), static_cast<float>(state.particles_per_cell)};
  const FieldView<Octants<D>, D> to = octants;
  for_each_tile("fill octants", state.tiles, [&](int tile) { fill_tile(of, tile, to.tile(tile)); });
}

template void fill_octants<2>(const LiquidState<2>&, CellField<Octants<2>, 2>&);
template void fill_octants<3>(const LiquidState<3>&, CellField<Octants<3>, 3>&);

}  // namespace spindrift
