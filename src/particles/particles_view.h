// The particles as tile kernels take them: bare pointers to their columns, which the compiler keeps in registers across
// vector stores, and where the particles of each cell begin.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "grid/tile.h"

namespace spindrift {

// Put into the first coordinate of a particle that the next sort shall drop.
inline constexpr float kRemoved = 1e9f;

// Particles of cell c of tile t are [cells_of(t)[c], cells_of(t)[c + 1]).
template <int D>
struct CellRanges {
  const std::uint32_t* cell_begin = nullptr;

  const std::uint32_t* cells_of(int tile) const { return cell_begin + Tile<D>::offset(tile); }
  std::uint32_t tile_begin(int tile) const { return *cells_of(tile); }
  std::uint32_t tile_end(int tile) const { return tile_begin(tile + 1); }
  bool is_empty(int tile) const { return tile_begin(tile) == tile_end(tile); }
};

// The columns of a ParticleSet; null where the scene does not keep one. Of a const Value where a kernel only reads
// them.
template <int D, class Value = float>
struct ParticlesView : CellRanges<D> {
  std::array<Value*, D> position, velocity;
  std::array<Value*, D * D> affine;
  std::array<Value*, D> grid_velocity;
  Value* age;
  std::array<Value*, 3> color;
  Value* viscosity;

  bool is_removed(std::uint32_t p) const { return position[0][p] >= 0.5f * kRemoved; }
  template <class Number>
  Vec<Number, D> place(std::uint32_t p) const {  // in cells from the corner of its tile
    Vec<Number, D> x;
    for (int a = 0; a < D; ++a) x[a] = static_cast<Number>(position[a][p]);
    return x;
  }
};

static_assert(std::is_trivially_copyable_v<CellRanges<3>> && std::is_trivially_copyable_v<ParticlesView<3>>);

}  // namespace spindrift
