// A list for every tile: cells at solids, particles to move, what a few tiles have much of and most have none of.
// Tiles are looked at in parallel, and each thread appends to one long list of its own; the lists of the tiles are
// parts of those. So there is no memory per tile, and none is taken once the lists have grown. What a tile's list holds
// does not depend on the threads, where it lies does.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "exec/per_thread.h"
#include "grid/for_each_tile.h"

namespace spindrift {

template <class T>
class TileLists {
 public:
  // The list of a tile while it is made: what others have appended before it is not in sight.
  class List {
   public:
    void push_back(const T& item) { items_.push_back(item); }
    auto begin() const { return items_.begin() + static_cast<std::ptrdiff_t>(first_); }
    auto end() const { return items_.end(); }

    std::vector<T>& with_earlier_tiles() { return items_; }  // for those who know where their own items begin

   private:
    friend class TileLists;
    explicit List(std::vector<T>& items) : items_(items), first_(items.size()) {}

    std::vector<T>& items_;
    std::size_t first_;
  };

  // find(tile, list) appends what it finds in the tile to its list.
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

  // Drops the items of a tile for which is_done(item); the others keep their order.
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
