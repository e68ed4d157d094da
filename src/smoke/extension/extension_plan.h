// How values beyond the gas follow from those in it: value = rest + sum of weight times value. A list for each tile,
// since it is run tile by tile; see extend.h for what is planned.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "grid/tile_lists.h"

namespace spindrift {

template <int D>
class ExtensionPlan {
 public:
  struct Term {
    std::int32_t place;      // as an index into the values of all tiles
    std::int32_t component;  // of the velocity
    float weight;
  };
  struct PlannedValue {
    std::int32_t target;      // as an index into the values of all tiles
    std::int32_t first_term;  // in the list of the thread that planned it
    float rest;
    std::uint16_t thread;
    std::uint8_t terms;
    std::uint8_t component;  // of the velocity; D: a quantity
  };
  static constexpr int kMostTerms = std::numeric_limits<std::uint8_t>::max();

  // Adds entries to the list of one tile, those of quantities last.
  class Writer {
   public:
    void begin(std::int32_t target, int component) {
      entries_.push_back({target, static_cast<std::int32_t>(terms_.size()), 0.0f,
                          static_cast<std::uint16_t>(thread_number()), 0, static_cast<std::uint8_t>(component)});
    }
    void add_term(const Term& term) {  // to the entry that began last
      terms_.push_back(term);
      ++entries_.back().terms;
    }
    void set_rest(float rest) { entries_.back().rest = rest; }

   private:
    friend class ExtensionPlan;
    Writer(std::vector<PlannedValue>& entries, std::vector<Term>& terms) : entries_(entries), terms_(terms) {}
    std::vector<PlannedValue>& entries_;
    std::vector<Term>& terms_;
  };

  // Plans anew: plan(tile, writer) for every tile.
  template <class Plan>
  void build(const char* name, const TileMap<D>& map, Plan&& plan) {
    terms_.prepare();
    terms_.for_each([](std::vector<Term>& terms) { terms.clear(); });
    entries_.build(name, map,
                   [&](int tile, auto& list) { plan(tile, Writer(list.with_earlier_tiles(), terms_.here())); });
  }

  std::span<const PlannedValue> faces_of(int tile) const { return {entries_[tile].begin(), first_cell(tile)}; }
  std::span<const PlannedValue> cells_of(int tile) const { return {first_cell(tile), entries_[tile].end()}; }
  std::span<const Term> terms_of(const PlannedValue& entry) const {
    return std::span<const Term>(terms_.of(entry.thread)).subspan(entry.first_term, entry.terms);
  }

 private:
  auto first_cell(int tile) const {
    const std::span<const PlannedValue> all = entries_[tile];
    return std::partition_point(all.begin(), all.end(), [](const PlannedValue& entry) { return entry.component < D; });
  }

  TileLists<PlannedValue> entries_;
  mutable PerThread<std::vector<Term>> terms_;
};

}  // namespace spindrift
