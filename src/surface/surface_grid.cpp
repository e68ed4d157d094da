// A stable counting sort by tile and cell: within a cell, particles are in the order of the frame.
#include "surface/surface_grid.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

#include "exec/parallel.h"
#include "grid/tile.h"

namespace spindrift {

namespace {

constexpr std::size_t kBinGrain = 1 << 15;  // particles

// Appends the tiles of the periodic images of the nodes from `low` to `high`.
template <int D>
void want_across_sides(const SurfaceGrid<D>& grid, const VecI<D>& low, const VecI<D>& high,
                       std::vector<VecI<D>>& wanted) {
  if (!grid.is_at_seam(low) && !grid.is_at_seam(high)) return;
  for (int n = 0; n < Tile<D>::kNeighbors; ++n) {
    const VecI<D> turns = Tile<D>::neighbor_offset(n);
    VecI<D> first, last;
    bool exists = n != Tile<D>::kSelf;
    for (int a = 0; a < D; ++a) {
      exists &= turns[a] == 0 || grid.is_periodic[a];
      first[a] = std::max(low[a] + turns[a] * grid.cells[a], 0) >> Tile<D>::kLog2;
      last[a] = std::min(high[a] + turns[a] * grid.cells[a], grid.last(a) + 1) >> Tile<D>::kLog2;
    }
    if (exists) for_each_point(first, last, [&](const VecI<D>& tile) { wanted.push_back(tile); });
  }
}

}  // namespace

template <int D>
void ParticleBins<D>::find_places(const SurfaceGrid<D>& grid, std::span<const float> positions) {
  const std::size_t count = positions.size() / 3;
  resize_discard(place_, count);
  VecD<D> scale;
  for (int a = 0; a < D; ++a) scale[a] = 1.0 / grid.spacing[a];
  parallel_for(
      "find bins of particles", count,
      [&](std::size_t p) {
        BinPlace place{0, 0};
        for (int a = D - 1; a >= 0; --a) {
          const double u = positions[3 * p + a] * scale[a];
          if (!std::isfinite(u)) {
            place_[p].slot = kNowhere;
            return;
          }
          const int cell = static_cast<int>(std::clamp(u, 0.0, grid.cells[a] - 0.5)) + SurfaceGrid<D>::kFirst;
          place.slot =
              place.slot * static_cast<std::uint32_t>(extent_[a]) + static_cast<std::uint32_t>(cell >> T::kLog2);
          place.cell = (place.cell << T::kLog2) + static_cast<std::uint32_t>(cell & T::kMask);
        }
        place_[p] = place;
      },
      kBinGrain);
}

// A tile exists if one of its nodes is within reach of an occupied cell.
template <int D>
void ParticleBins<D>::make_tiles_exist(const SurfaceGrid<D>& grid, int reach) {
  static_assert(T::kSide <= 16);
  std::vector<std::array<std::uint16_t, D>> occupied(id_.size());  // a bit for every local coordinate along each axis
  for (const BinPlace& place : place_) {
    if (place.slot == kNowhere) continue;
    const VecI<D> local = T::cell_coord(static_cast<int>(place.cell));
    for (int a = 0; a < D; ++a) occupied[place.slot][a] |= static_cast<std::uint16_t>(1u << local[a]);
  }
  std::vector<VecI<D>> wanted;
  for (std::size_t slot = 0; slot < occupied.size(); ++slot) {
    if (occupied[slot][0] == 0) continue;
    VecI<D> coord, low, high;
    int rest = static_cast<int>(slot);
    for (int a = 0; a < D; ++a) {
      coord[a] = rest % extent_[a];
      rest /= extent_[a];
      low[a] = std::countr_zero(occupied[slot][a]);
      high[a] = std::bit_width(occupied[slot][a]) - 1;
    }
    for (int n = 0; n < T::kNeighbors; ++n) {
      const VecI<D> offset = T::neighbor_offset(n);
      bool near = true;
      for (int a = 0; a < D; ++a)
        near &= offset[a] == 0 || (offset[a] < 0 ? low[a] < reach : high[a] + 1 + reach >= T::kSide);
      if (near) wanted.push_back(coord + offset);
    }
    const VecI<D> first = coord * static_cast<int>(T::kSide), around = VecI<D>::filled(reach);
    want_across_sides(grid, first + low - around, first + high + around + VecI<D>::filled(1), wanted);
  }
  tiles_.reset(grid.extent());
  tiles_.rebuild(wanted);
}

template <int D>
void ParticleBins<D>::sort() {
  std::fill(id_.begin(), id_.end(), 0);
  for (int tile = 1; tile <= tiles_.count(); ++tile) {
    std::size_t slot = 0;
    for (int a = D - 1; a >= 0; --a) slot = slot * extent_[a] + tiles_.coord(tile)[a];
    id_[slot] = tile;
  }
  const auto bin = [&](const BinPlace& place) { return T::offset(id_[place.slot]) + place.cell; };
  resize_discard(begin_, T::offset(tiles_.count() + 1) + 2);
  parallel_fill("clear particle bins", begin_, 0u);
  std::uint32_t total = 0;
  for (const BinPlace& place : place_) {
    if (place.slot == kNowhere) continue;
    ++begin_[bin(place) + 2];
    ++total;
  }
  for (std::size_t b = 2; b < begin_.size(); ++b) begin_[b] += begin_[b - 1];
  resize_discard(order_, total);
  for (std::size_t p = 0; p < place_.size(); ++p)
    if (place_[p].slot != kNowhere) order_[begin_[bin(place_[p]) + 1]++] = static_cast<std::uint32_t>(p);
}

template <int D>
void ParticleBins<D>::build(const SurfaceGrid<D>& grid, std::span<const float> positions, int reach) {
  std::size_t slots = 1;
  for (int a = 0; a < D; ++a) {
    extent_[a] = (grid.extent()[a] + T::kMask) >> T::kLog2;
    slots *= extent_[a];
  }
  id_.resize(slots);
  find_places(grid, positions);
  make_tiles_exist(grid, reach);
  sort();
}

template class ParticleBins<2>;
template class ParticleBins<3>;

}  // namespace spindrift
