// The particles: one array per attribute, sorted by tile and cell.
// A position counts in cells from the low corner of the particle's tile, so that its precision does not depend on the
// size of the domain. Between a move and the next sort it may lie outside of [0, Tile::kSide).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <tuple>
#include <type_traits>
#include <vector>

#include "exec/buffer.h"
#include "grid/field.h"
#include "grid/for_each_tile.h"
#include "grid/tile.h"
#include "spindrift/scene.h"

namespace spindrift {

// First coordinate of a particle that the next sort discards.
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

// The particles as tile kernels take them: bare pointers to the columns, which the compiler keeps in registers across
// vector stores. A pointer is null if the scene does not keep the column. Value is const if the kernel only reads.
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

// Properties of the liquid or source that a particle comes from; by default the fluid's.
struct OwnTraits {
  std::optional<double> viscosity;
  std::optional<Color> color;
};

double color_at_first(const Physics& scene, const OwnTraits& traits, std::size_t component);
double viscosity_at_first(const Physics& scene, const OwnTraits& traits, std::size_t component);

// How frames and files hold a column.
enum class InFrames { kNever, kPosition, kVelocity, kNumber, kColor, kInteger };

struct ColumnInfo {
  const char* name;
  const char* unit;
  InFrames in_frames;
  int (*kept)(const Physics& scene);  // 0: not kept. If an edit changes the number, contents are replaced
  Lifetime life;
  // The value of a new particle; null: given by ParticleSet::add.
  double (*at_first)(const Physics& scene, const OwnTraits& traits, std::size_t component);
};

// Whether a scene asks for a column by its word.
template <Column column>
int asks(const Physics& scene) {
  return int{scene.has_column(column)};
}

// The columns of particles, one line each. Calls visit(info, column) for each; a column is a buffer, or an array of
// them. Sorting, checkpoint, hash, frames, files and estimates follow from this table.
template <class Set, class Visit>
void describe_columns(Set& p, Visit&& visit) {
  using enum InFrames;
  using enum Lifetime;
  const auto always = [](const Physics&) { return 1; };
  const auto is_apic = [](const Physics& scene) { return int{scene.solver.transfer == Transfer::kApic}; };
  const auto asks_color = [](const Physics& s) { return s.has_column(Column::kColor) ? 1 + s.has_own_colors() : 0; };
  const auto has_own = [](const Physics& scene) { return int{scene.has_own_viscosities()}; };
  const auto zero = [](const Physics&, const OwnTraits&, std::size_t) { return 0.0; };
  // clang-format off
  //                name             unit   in frames  kept               life    value of a new particle
  visit(ColumnInfo{"position",      "m",    kPosition, always,            kState, nullptr}, p.position);
  visit(ColumnInfo{"velocity",      "m/s",  kVelocity, always,            kState, nullptr}, p.velocity);
  visit(ColumnInfo{"affine",        "1/s",  kNever,    is_apic,           kState, zero}, p.affine);
  visit(ColumnInfo{"grid_velocity", "m/s",  kNever,    always,            kStep,  nullptr}, p.grid_velocity);
  visit(ColumnInfo{"id",            "",     kInteger,  asks<Column::kId>,  kState, nullptr}, p.id);
  visit(ColumnInfo{"age",           "s",    kNumber,   asks<Column::kAge>, kState, zero}, p.age);
  visit(ColumnInfo{"color",         "",     kColor,    asks_color,        kState, color_at_first}, p.color);
  visit(ColumnInfo{"viscosity",     "Pa s", kNever,    has_own,           kState, viscosity_at_first}, p.viscosity);
  // clang-format on
}

template <class Column>
constexpr bool kHasComponents = !std::is_arithmetic_v<typename std::remove_cvref_t<Column>::value_type>;

// Calls visit(buffer, component) for a column of describe_columns.
template <class Column, class Visit>
void for_each_component(Column& column, Visit&& visit) {
  if constexpr (kHasComponents<Column>)
    for (std::size_t c = 0; c < column.size(); ++c) visit(column[c], c);
  else
    visit(column, std::size_t{0});
}

template <int D>
struct ParticleSet {
  std::array<Buffer<float>, D> position;
  std::array<Buffer<float>, D> velocity;       // m/s
  std::array<Buffer<float>, D * D> affine;     // APIC: row a, column b = d u_a / d x_b, 1/s; else empty
  std::array<Buffer<float>, D> grid_velocity;  // of the grid at the particle; between the transfer and the move
  Buffer<std::uint32_t> id;                    // optional columns: empty if the scene does not keep them
  Buffer<float> age;                           // s
  std::array<Buffer<float>, 3> color;          // 0..1
  Buffer<float> viscosity;                     // Pa s; empty if all liquid has the same

  // Particles of cell c of tile t are [cell_begin[t * kCells + c], cell_begin[t * kCells + c + 1]).
  Buffer<std::uint32_t> cell_begin = Buffer<std::uint32_t>(Tile<D>::kCells + 1, 0u);

  // Tiles of the particles added since the last sort, which are behind the sorted ones.
  std::vector<VecI<D>> added_tiles;

  std::size_t count() const { return position[0].size(); }
  std::size_t sorted_count() const { return count() - added_tiles.size(); }
  CellRanges<D> ranges() const { return {cell_begin.data()}; }
  const std::uint32_t* cells_of(int tile) const { return ranges().cells_of(tile); }
  std::uint32_t* cells_of(int tile) { return cell_begin.data() + Tile<D>::offset(tile); }
  std::uint32_t tile_begin(int tile) const { return ranges().tile_begin(tile); }
  std::uint32_t tile_end(int tile) const { return ranges().tile_end(tile); }
  std::uint32_t next_id = 0;

  void reserve(std::size_t count, const Physics& scene);

  // Adds a particle at a position in cells of the grid, including its border (Domain::to_cells).
  void add(const VecD<D>& cell_position, const VecF<D>& velocity, const Physics& scene, const OwnTraits& traits = {});

  // For tile kernels; valid until particles are added or sorted.
  ParticlesView<D> view() { return view_of<float>(*this); }
  ParticlesView<D, const float> view() const { return view_of<const float>(*this); }

  // Calls visit(buffer) for every buffer in use that outlives a step.
  template <class Visit>
  void for_each_buffer(Visit&& visit) {
    describe_columns(*this, [&](const ColumnInfo& info, auto& column) {
      if (info.life != Lifetime::kState) return;
      for_each_component(column, [&](auto& values, std::size_t) {
        if (!values.empty()) visit(values);
      });
    });
  }

 private:
  template <class Value, class Set>
  static ParticlesView<D, Value> view_of(Set& set) {
    const auto column = [](auto& values) -> Value* { return values.empty() ? nullptr : values.data(); };
    const auto columns = [&](auto& several) {
      std::array<Value*, std::tuple_size_v<std::remove_cvref_t<decltype(several)>>> result;
      for (std::size_t i = 0; i < result.size(); ++i) result[i] = column(several[i]);
      return result;
    };
    return {set.ranges(),        columns(set.position),      columns(set.velocity),
            columns(set.affine), columns(set.grid_velocity), column(set.age),
            columns(set.color),  column(set.viscosity)};
  }
};

// Sets every cell of a field to value(begin, end) of the particles that it holds.
template <int D, class Value>
void fill_by_particles(const char* name, const TileMap<D>& map, const CellRanges<D>& particles,
                       CellField<float, D>& field, Value&& value) {
  const FieldView<float, D> to = field;
  for_each_tile(
      name, map,
      [&](int tile) {
        const std::uint32_t* begin = particles.cells_of(tile);
        for (int c = 0; c < Tile<D>::kCells; ++c) to.tile(tile)[c] = value(begin[c], begin[c + 1]);
      },
      4);
}

}  // namespace spindrift
