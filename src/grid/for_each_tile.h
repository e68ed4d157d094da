// Loops over the tiles of a map. A body reads and writes its own tile; one that writes around it goes colour by colour.
#pragma once

#include <algorithm>
#include <cstdint>
#include <type_traits>

#include "exec/parallel.h"
#include "grid/tile_map.h"

namespace spindrift {

// Calls body(tile) for every tile, in any order, on any thread; `grain` tiles at a time.
template <int D, class Body>
void for_each_tile(const char* name, const TileMap<D>& map, Body&& body, std::size_t grain = 1) {
  parallel_for(name, map.count(), [&](std::size_t i) { body(static_cast<int>(i) + 1); }, grain);
}

// The same colour by colour: two tiles of one colour are at least a tile apart, so no two threads write to one place,
// and what reaches a cell from several tiles reaches it in a fixed order.
template <int D, class Body>
void for_each_tile_by_color(const char* name, const TileMap<D>& map, Body&& body, std::size_t grain = 1) {
  for (int color = 0; color < TileMap<D>::kColors; ++color) {
    const std::vector<int>& tiles = map.color(color);
    parallel_for(name, tiles.size(), [&](std::size_t i) { body(tiles[i]); }, grain);
  }
}

// Combines part(tile) of all tiles in a fixed order.
template <int D, class T, class Part, class Combine>
T reduce_tiles(const char* name, const TileMap<D>& map, const T& identity, Part&& part, Combine&& combine,
               std::size_t grain = 1) {
  return parallel_reduce(
      name, map.count(), identity, [&](std::size_t i) { return part(static_cast<int>(i) + 1); }, combine, grain);
}

// The sum of part(tile): a std::int64_t if that counts, else a double.
template <int D, class Part>
auto sum_tiles(const char* name, const TileMap<D>& map, Part&& part, std::size_t grain = 1) {
  using Sum = std::conditional_t<std::is_integral_v<decltype(part(1))>, std::int64_t, double>;
  return reduce_tiles(name, map, Sum{}, part, [](Sum a, Sum b) { return a + b; }, grain);
}

// The largest part(tile), at least `least`.
template <int D, class T, class Part>
T max_tiles(const char* name, const TileMap<D>& map, T least, Part&& part, std::size_t grain = 1) {
  return reduce_tiles(name, map, least, part, [](T a, T b) { return std::max(a, b); }, grain);
}

}  // namespace spindrift
