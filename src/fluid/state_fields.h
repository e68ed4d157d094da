// What follows from the list of a state's fields, State::describe_fields: the watch over what rows read and write,
// checkpoints, and the memory that an edit of the scene frees.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "base/archive.h"
#include "base/check.h"
#include "base/hash.h"
#include "fluid/grid_state.h"
#include "fluid/solids.h"
#include "fluid/stage.h"
#include "geometry/solid.h"
#include "grid/field.h"
#include "grid/tile_map.h"
#include "spindrift/vec.h"

namespace spindrift {

// Calls visit(std::span<std::byte>) for each piece of memory of a value.
template <class T, class Visit>
  requires std::is_arithmetic_v<T>
void visit_bytes(T& number, Visit&& visit) {
  visit(std::as_writable_bytes(std::span(&number, 1)));
}
template <class T, class Allocator, class Visit>
  requires std::is_trivially_copyable_v<T>
void visit_bytes(std::vector<T, Allocator>& values, Visit&& visit) {
  visit(std::as_writable_bytes(std::span(values)));
}
template <class Value, int D, Placement P, class Visit>
void visit_bytes(Field<Value, D, P>& field, Visit&& visit) {
  if (!field.empty()) visit(std::as_writable_bytes(std::span(field.data()).subspan(Tile<D>::kCells)));  // not the dummy
}
template <class T, std::size_t N, class Visit>
void visit_bytes(std::array<T, N>& parts, Visit&& visit) {
  for (T& part : parts) visit_bytes(part, visit);
}

template <class T, int N, class Visit>
void visit_bytes(Vec<T, N>& vec, Visit&& visit) {
  visit_bytes(vec.at, visit);
}
template <class T, class Visit>
void visit_bytes(std::optional<T>& value, Visit&& visit) {
  if (value) visit_bytes(*value, visit);
}

inline std::uint64_t hash_bytes(std::uint64_t hash, std::span<const std::byte> bytes) {
  hash = hash_combine(hash, bytes.size());
  std::size_t i = 0;
  for (; i + 8 <= bytes.size(); i += 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes.data() + i, 8);
    hash = hash_combine(hash, word);
  }
  for (; i < bytes.size(); ++i) hash = hash_combine(hash, std::to_integer<std::uint64_t>(bytes[i]));
  return hash;
}

template <class Value>
std::uint64_t hash_of(Value& value) {
  std::uint64_t hash = 0;
  visit_bytes(value, [&](std::span<const std::byte> bytes) { hash = hash_bytes(hash, bytes); });
  return hash;
}
template <int D>
std::uint64_t hash_of(TileMap<D>& map) {
  std::uint64_t hash = 0;
  for (int tile = 1; tile <= map.count(); ++tile)
    for (int a = 0; a < D; ++a) hash = hash_combine(hash, static_cast<std::uint64_t>(map.coord(tile)[a]));
  return hash;
}
// Of positions and motions: a rigid motion is determined by that of D + 1 points.
template <int D>
std::uint64_t hash_of(std::vector<Solid<D>>& solids) {
  std::uint64_t hash = solids.size();
  for (const Solid<D>& solid : solids)
    for (int i = 0; i <= D; ++i) {
      VecD<D> point{};
      if (i < D) point[i] = 1.0;
      VecD<D> place = solid.placed(point), velocity = solid.velocity(place);
      hash = hash_combine(hash_combine(hash, hash_of(place)), hash_of(velocity));
      hash = hash_combine(hash, static_cast<std::uint64_t>(solid.exists()));
    }
  return hash;
}

// Calls visit(info, field) for each field that rows name.
template <class State, class Visit>
void visit_fields(State& state, Visit&& visit) {
  State::describe_fields(state, [&](const FieldInfo& info, auto& value) {
    if (!info.name.empty()) visit(info, value);
  });
}

// Checks that a row changes only fields that it names as written. Fields of lifetime kStep hold NaN until a row writes
// them, so that a row that reads one too early shows. Slow: for checked builds and tests.
template <class State>
class FieldWatch {
 public:
  explicit FieldWatch(State& state) : state_(state) {
    visit_fields(state_, [&](const FieldInfo& info, auto& value) {
      if constexpr (requires { visit_bytes(value, [](std::span<std::byte>) {}); })
        if (info.life == Lifetime::kStep)
          visit_bytes(value,
                      [](std::span<std::byte> bytes) { std::fill(bytes.begin(), bytes.end(), std::byte{0xff}); });
    });
  }

  // Runs the row. Returns a field that the row changed but does not name, if there is one.
  std::optional<std::string> run(const Stage<State>& row) {
    const auto before = hashes_of_others(row);
    row.run(state_);
    for (const auto& [name, hash] : hashes_of_others(row))
      if (before.at(name) != hash) return name;
    return std::nullopt;
  }

 private:
  std::map<std::string, std::uint64_t> hashes_of_others(const Stage<State>& row) {
    std::map<std::string, std::uint64_t> hashes;
    visit_fields(state_, [&](const FieldInfo& info, auto& value) {
      if (!names_field(row.writes, info.name)) hashes.emplace(info.name, hash_of(value));
    });
    return hashes;
  }

  State& state_;
};

template <class Archive, class Map>
void archive_tiles(Archive& archive, Map& tiles) {
  std::vector<std::remove_cvref_t<decltype(tiles.coord(0))>> coords;
  for (int t = 1; t <= tiles.count(); ++t) coords.push_back(tiles.coord(t));
  archive.array("tiles", coords);
  if constexpr (Archive::kLoads) {
    tiles.rebuild(coords);
    bool is_same = tiles.count() == static_cast<int>(coords.size());
    for (int t = 1; is_same && t <= tiles.count(); ++t)
      is_same = tiles.coord(t) == coords[static_cast<std::size_t>(t) - 1];
    if (!is_same) archive.refuse("tiles", "lie outside of the domain or out of order");
  }
}

template <class T>
constexpr bool kIsField = requires(T& field) { field.tiles(); };  // on the tiles
template <class Value, std::size_t N>
constexpr bool kIsField<std::array<Value, N>> = kIsField<Value>;

template <class T>
constexpr bool kIsArray =  // of numbers
    requires(T& array) {
      requires std::is_arithmetic_v<typename ScalarOf<typename T::value_type>::type>;
      array.data();
    };

inline void check_number(StateLoader& archive, double value, double least, const std::string& name) {
  if (!(std::isfinite(value) && value >= least)) archive.refuse(name, "is out of range");
}

// Saves a field, or loads it and refuses what does not fit the state. Components have a number after their name.
template <class Archive, class State, class Value>
void archive_field(Archive& archive, State& state, const FieldInfo& info, const std::string& name, Value& value) {
  using Plain = std::remove_const_t<Value>;
  if constexpr (std::is_arithmetic_v<Plain>) {
    archive.value(name, value);
    if constexpr (Archive::kLoads) check_number(archive, static_cast<double>(value), info.least, name);
  } else if constexpr (requires { std::tuple_size<Plain>::value; }) {
    for (std::size_t i = 0; i < value.size(); ++i)
      archive_field(archive, state, info, name + "_" + std::to_string(i), value[i]);
  } else if constexpr (kIsField<Plain>) {
    archive.array(name, value.data());
    if constexpr (Archive::kLoads) {
      const auto whole = (static_cast<std::size_t>(state.tiles.count()) + 1) * Plain::kCells;
      const bool fits = value.data().size() == whole && (!info.kept || info.kept(state.scene));
      const bool may_be_empty = info.kept != nullptr;  // before the first step, and after an edit
      if (!fits && !(value.empty() && may_be_empty)) archive.refuse(name, "does not fit the tiles");
    }
  } else if constexpr (requires { value.extent_tiles(); }) {
    archive_tiles(archive, value);
  } else if constexpr (kIsArray<Plain>) {
    archive.array(name, value);
  } else {
    SPINDRIFT_CHECK(false);  // checkpoints do not hold this type
  }
}

template <class Archive, class State>
void archive_fields(Archive& archive, State& state) {
  std::remove_const_t<State>::describe_fields(state, [&](const FieldInfo& info, auto& value) {
    if (!info.saved_as.empty()) archive_field(archive, state, info, info.saved_as, value);
  });
}

// Empties the fields that the scene no longer uses. The next step allocates new ones.
template <class State>
void drop_unused_fields(State& state) {
  State::describe_fields(state, [&]<class Value>(const FieldInfo& info, Value& value) {
    if constexpr (kIsField<Value>)
      if (info.kept && !info.kept(state.scene)) value = {};
  });
}

// Stages take the velocity of a solid cell from its solid.
template <int D>
bool has_solid_cell_without_a_solid(const GridState<D>& state) {
  if (!state.solids.empty()) return false;
  for (int t = 1; t <= state.tiles.count(); ++t)
    for (int c = 0; c < Tile<D>::kCells; ++c)
      if (state.type.tile(t)[c] == CellType::kSolid &&
          state.domain.contains(state.tiles.first_cell(t) + Tile<D>::cell_coord(c)))
        return true;
  return false;
}

template <int D>
void check_grid(StateLoader& archive, const GridState<D>& state) {
  for (const CellType type : state.type.data())
    if (type > CellType::kSolid) archive.refuse("cell_type", "holds a value that is no cell type");
  if (!archive.error() && has_solid_cell_without_a_solid(state))
    archive.refuse("cell_type", "has solid cells where the scene has no solid");
}

// Refuses inconsistent data; else poses the solids and samples the distance to them.
template <class State>
Status check_and_complete(StateLoader& archive, State& state, void (*check)(StateLoader&, const State&)) {
  if (!archive.error()) check(archive, state);
  if (archive.error()) return *archive.error();
  for (auto& solid : state.solids) solid.move_to(state.time, state.dt);
  carry_solids(state);
  return Done{};
}

}  // namespace spindrift
