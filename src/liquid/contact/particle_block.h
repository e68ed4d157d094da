// The particles of a tile and of the ring of cells around it, copied into one block, row by row: what pushing them
// apart works on.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "grid/halo.h"
#include "liquid/contact/stop_at_solids.h"
#include "particles/particles_view.h"

namespace spindrift {

struct ParticleRange {
  std::uint32_t first, last;
};

inline constexpr std::uint32_t kDummies = 64;  // particles behind the others, far from all of them

template <int D>
struct ParticleBlock {
  using Cells = HaloBlock<std::uint32_t, D, 1, 1>;

  std::array<std::vector<float>, D> x;
  std::vector<std::uint8_t> column;  // number of the particle's cell along x, in the tile's own rows
  Cells begin, end;                  // range of each cell's particles in the block
  std::uint32_t dummies = 0;         // where they begin

  void load(const TilesView<D>& tiles, const ParticlesView<D>& particles, int tile);
  // Those that moved; none through a solid.
  void store(const WayView<D>& way, const ParticlesView<D>& particles, int tile) const;

 private:
  bool row_may_meet_solid(const WayView<D>& way, const ParticlesView<D>& particles, int to, int cell, int length,
                          const ParticleRange& range, std::uint32_t first_in_block, const VecF<D>& offset) const;
  void store_beside_solids(const WayView<D>& way, const ParticlesView<D>& particles, int to, const ParticleRange& range,
                           std::uint32_t first_in_block, const VecF<D>& offset) const;
};

}  // namespace spindrift
