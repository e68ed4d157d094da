// Sorts the particles by tile and cell, and creates the tiles near them.
//
// A stable counting sort in two levels. Each old tile groups the particles that leave it by the neighbour tile they
// moved to (most stay). Each new tile takes its particles from its old neighbours in fixed order and sorts them by
// cell. The few that jumped further, or were added, form a list of strays. Work is divided by tiles, so the order does
// not depend on the number of threads.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "exec/scratch.h"
#include "grid/tile_map.h"
#include "particles/particle_set.h"

namespace spindrift {

struct SortReport {
  std::int64_t removed = 0;  // marked with kRemoved
  std::int64_t broken = 0;   // position was not a number, or outside of the grid
};

template <int D>
class ParticleSorter {
 public:
  // Creates tiles within `reach` cells of a particle, and removes others.
  SortReport sort(ParticleSet<D>& particles, TileMap<D>& map, int reach);

 private:
  using T = Tile<D>;
  static constexpr int kStay = T::kSelf;
  static constexpr int kStray = T::kNeighbors;  // moved further than a tile
  static constexpr int kDrop = T::kNeighbors + 1;
  static constexpr int kBuckets = T::kNeighbors + 2;
  static constexpr int kLeaves = T::kCells;  // bit of cell_: the particle does not stay in its tile

  // The particles of an old tile by bucket: ranges of grouped_, but for those that stay.
  struct Groups {
    std::array<std::uint32_t, kBuckets> begin{}, count{};
  };
  std::span<const std::uint32_t> group(int tile, int bucket) const {
    const Groups& groups = groups_[tile];
    const auto b = static_cast<std::size_t>(bucket);
    return {grouped_.data() + groups.begin[b], groups.count[b]};
  }
  std::uint32_t group_size(int tile, int bucket) const { return groups_[tile].count[bucket]; }

  // Lists of a thread, reused from tile to tile.
  struct ParticleLists {
    std::vector<std::uint32_t> movers;         // that leave it
    std::vector<std::uint32_t> before, after;  // arrivals, ordered before or after those that stay
  };

  struct Stray {
    int tile;  // occupied tile it goes to
    std::uint32_t particle;
  };

  void find_destinations(const ParticleSet<D>& particles, std::uint32_t begin, std::uint32_t end);
  std::uint32_t find_movers(std::uint32_t begin, std::uint32_t end, std::uint32_t* movers) const;
  void group_by_destination(ParticleSet<D>& particles, const TileMap<D>& map);
  template <class Visit>
  void for_each_stray(const ParticleSet<D>& particles, const TileMap<D>& map, Visit&& visit) const;
  void find_occupied_tiles(ParticleSet<D>& particles, const TileMap<D>& map);
  int origin(const TileMap<D>& map, int tile, int n) const;
  void sort_tile_by_cell(const ParticleSet<D>& particles, const TileMap<D>& map, int tile);
  void create_tiles(ParticleSet<D>& particles, TileMap<D>& map, int reach);
  void permute_columns(ParticleSet<D>& particles, std::size_t count);

  Buffer<std::uint16_t> cell_;         // destination cell inside its tile, by particle; with the bit kLeaves
  Buffer<std::uint8_t> bucket_;        // where it moved, by particle
  Buffer<std::uint32_t> grouped_;      // particles that leave each old tile, grouped by bucket
  Buffer<std::uint32_t> permutation_;  // new order -> old index
  PerThread<ParticleLists> lists_;
  std::vector<Groups> groups_;  // by old tile
  std::vector<Stray> strays_;
  std::int64_t lost_ = 0;                      // strays outside of the grid
  TileMap<D> occupied_;                        // tiles that will hold particles
  std::vector<std::uint32_t> arrivals_begin_;  // by occupied tile, into permutation_
  Buffer<std::uint32_t> occupied_cell_begin_;  // by occupied tile and cell
  std::vector<VecI<D>> box_low_, box_high_;    // cells that hold particles, by occupied tile, inside the tile
  std::vector<VecI<D>> wanted_;
  Buffer<float> spare_float_;
  Buffer<std::uint32_t> spare_index_;
};

}  // namespace spindrift
