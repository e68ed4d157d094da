// A row of a time step: its name, its function, and the fields of the state that it reads and writes. FieldWatch checks
// that a row keeps to these fields.
#pragma once

#include <array>
#include <cstddef>
#include <cstring>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "base/hash.h"
#include "exec/buffer.h"
#include "fluid/grid_state.h"
#include "geometry/solid.h"
#include "grid/field.h"
#include "grid/tile_map.h"
#include "spindrift/scene.h"
#include "spindrift/vec.h"

namespace spindrift {

template <class State>
struct Stage {
  const char* name;
  void (*run)(State&);
  bool (*runs_in)(const Physics& scene);
  // Names of fields with blanks between them. A name covers fields that have it before a dot: `particles` covers
  // `particles.velocity`.
  const char* reads;
  const char* writes;
};

// The name of a row from that of its function: "move solids" from "move_solids".
template <std::size_t N>
struct RowName {
  char text[N];
  consteval RowName(const char (&function)[N]) {
    for (std::size_t i = 0; i < N; ++i) text[i] = function[i] == '_' ? ' ' : function[i];
  }
};
template <RowName name>
consteval const char* row_name() {
  return name.text;
}

// A line ROW(function, runs if, reads, writes) of a table of rows (liquid_step.h, smoke_step.h) as a Stage. `runs_if`
// is an expression of `scene`.
#define SPINDRIFT_STAGE(function, runs_if, reads, writes) \
  {row_name<#function>(), function<D>, []([[maybe_unused]] const Physics& scene) { return runs_if; }, reads, writes},

// The rows of a table that a scene runs.
template <class State>
std::vector<Stage<State>> rows_of(std::span<const Stage<State>> table, const Physics& scene) {
  std::vector<Stage<State>> rows;
  for (const Stage<State>& row : table)
    if (row.runs_in(scene)) rows.push_back(row);
  return rows;
}

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

// Whether a list of names, with blanks between them, covers a field: by its name, or by the part before its dot.
inline bool names_field(std::string_view list, std::string_view field) {
  for (std::size_t begin = 0; begin < list.size();) {
    const std::size_t end = std::min(list.find(' ', begin), list.size());
    const std::string_view name = list.substr(begin, end - begin);
    if (field == name || (field.starts_with(name) && field.size() > name.size() && field[name.size()] == '.'))
      return true;
    begin = end + 1;
  }
  return false;
}

// Checks that a row changes only fields that it names as written. Fields of lifetime kStep hold NaN until a row writes
// them, so that a row that reads one too early shows. Slow: for checked builds and tests.
// `visit_fields(state, visit)` calls visit(name, lifetime, value) for each field of a state.
template <class State>
class FieldWatch {
 public:
  explicit FieldWatch(State& state) : state_(state) {
    visit_fields(state_, [&](std::string_view, Lifetime lifetime, auto& value) {
      if constexpr (requires { visit_bytes(value, [](std::span<std::byte>) {}); })
        if (lifetime == Lifetime::kStep)
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
    visit_fields(state_, [&](std::string_view name, Lifetime, auto& value) {
      if (!names_field(row.writes, name)) hashes.emplace(name, hash_of(value));
    });
    return hashes;
  }

  State& state_;
};

// The fields that liquid and smoke share, by the names that the rows use.
template <int D, class Visit>
void visit_shared_fields(GridState<D>& state, Visit&& visit) {
  using enum Lifetime;
  visit("solids", kState, state.solids);
  visit("solid_samples.fixed_distance", kState, state.static_solids.distance);
  visit("solid_samples.fixed_area", kState, state.static_solids.open_area);
  visit("solid_samples.distance", kState, state.all_solids.distance);
  visit("solid_samples.area", kState, state.all_solids.open_area);
  visit("frame.pivot", kState, state.frame.pivot);
  visit("frame.gravity", kState, state.frame.gravity);
  visit("frame.spin", kState, state.frame.spin);
  visit("frame.spin_up", kState, state.frame.spin_up);
  visit("scaled_pressure", kState, state.scaled_pressure);  // the first guess of the next step
  visit("scaled_pressure.dt", kState, state.pressure_dt);
  visit("pressure_system.rhs", kState, state.pressure_system.rhs);
  visit("pressure_system.diagonal", kState, state.pressure_system.diagonal);
  visit("pressure_system.coupling", kState, state.pressure_system.coupling);
  visit("cells_changed", kState, state.cells_changed);
  visit("fluid_cells", kState, state.fluid_cells);
  visit("max_speed", kState, state.max_speed);
}

}  // namespace spindrift
