// Loops over the tiles of a map. A body writes its own tile only; bodies that write to neighbours run by colour.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <type_traits>
#include <vector>

#include "exec/parallel.h"
#include "exec/scratch.h"
#include "grid/field.h"
#include "grid/tile_map.h"

namespace spindrift {

// Calls body(tile) for every tile, in any order, on any thread; `grain` tiles at a time.
template <int D, class Body>
void for_each_tile(const char* name, const TileMap<D>& map, Body&& body, std::size_t grain = 1) {
  parallel_for(name, map.count(), [&](std::size_t i) { body(static_cast<int>(i) + 1); }, grain);
}

// Colour by colour: tiles of one colour are at least a tile apart, so no two threads write to one place, and
// contributions of several tiles arrive in a fixed order.
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

// Carries a field over a rebuild of the map: existing tiles keep their values, new ones are filled with `fresh`.
template <int D, class Value, Placement P>
void carry_field(const TileMap<D>& map, Scratch& scratch, Field<Value, D, P>& field, Value fresh) {
  const auto loan = scratch.borrow<Field<Value, D, P>>();
  Field<Value, D, P>& carried = *loan;
  carried.resize(map.count());
  for_each_tile(
      "carry field", map,
      [&](int tile) {
        const int previous = map.previous(tile);
        if (previous != 0 && !field.empty()) {
          std::copy_n(field.tile(previous), Tile<D>::kCells, carried.tile(tile));
        } else {
          std::fill_n(carried.tile(tile), Tile<D>::kCells, fresh);
        }
      },
      8);
  field.swap(carried);
}

// A list for every tile, for items that most tiles do not have, such as cells at solids. Each thread appends to one
// long list, and a tile's list is a part of it: no memory per tile, and no allocation once the lists have grown. A
// tile's items do not depend on the threads, their place in memory does.
template <class T>
class TileLists {
 public:
  // The list of a tile while it is built; items of earlier tiles are hidden.
  class List {
   public:
    void push_back(const T& item) { items_.push_back(item); }
    auto begin() const { return items_.begin() + static_cast<std::ptrdiff_t>(first_); }
    auto end() const { return items_.end(); }

    std::vector<T>& with_earlier_tiles() { return items_; }  // the caller knows where its items begin

   private:
    friend class TileLists;
    explicit List(std::vector<T>& items) : items_(items), first_(items.size()) {}

    std::vector<T>& items_;
    std::size_t first_;
  };

  // find(tile, list) appends the items of a tile to its list.
  template <int D, class Find>
  void build(const char* name, const TileMap<D>& map, Find&& find, std::size_t grain = 4) {
    items_.prepare();
    items_.for_each([](std::vector<T>& list) { list.clear(); });
    parts_.assign(map.count() + 1, {});
    for_each_tile(
        name, map,
        [&](int tile) {
          std::vector<T>& items = items_.here();
          const auto begin = static_cast<std::uint32_t>(items.size());
          List list(items);
          find(tile, list);
          parts_[tile] = {thread_number(), begin, static_cast<std::uint32_t>(items.size()) - begin};
        },
        grain);
  }

  bool empty() const { return parts_.empty(); }  // never built
  std::span<T> operator[](int tile) {
    const ListPart& part = parts_[tile];
    return std::span<T>(items_.of(part.thread)).subspan(part.begin, part.count);
  }
  std::span<const T> operator[](int tile) const { return const_cast<TileLists&>(*this)[tile]; }

  // Removes the items of a tile for which is_done(item); the others keep their order.
  template <class IsDone>
  void erase_if(int tile, IsDone&& is_done) {
    const std::span<T> list = (*this)[tile];
    parts_[tile].count = static_cast<std::uint32_t>(std::remove_if(list.begin(), list.end(), is_done) - list.begin());
  }

 private:
  struct ListPart {
    int thread = 0;
    std::uint32_t begin = 0, count = 0;
  };

  mutable PerThread<std::vector<T>> items_;
  std::vector<ListPart> parts_ = {};  // by tile
};

}  // namespace spindrift
