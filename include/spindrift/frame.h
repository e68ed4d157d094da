// Copies of the state for writers and viewers.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "spindrift/vec.h"

namespace spindrift {

// Numbers of every particle of a frame, or of every vertex of a mesh.
struct FrameColumn {
  enum class Kind { kNumber, kColor, kInteger };  // kColor: red, green, blue, 0..1

  std::string name;  // as in files: `age`
  std::string unit;  // `s`; empty: a pure number
  Kind kind = Kind::kNumber;
  int components = 1;                        // numbers per particle
  std::vector<float> values = {};            // of kNumber and kColor
  std::vector<std::uint32_t> integers = {};  // of kInteger

  bool operator==(const FrameColumn&) const = default;
};

class FrameColumns : public std::vector<FrameColumn> {
 public:
  const FrameColumn* find(std::string_view name) const;  // null if there is no such column
  // Empty if there is no such column.
  const std::vector<float>& values(std::string_view name) const;
  const std::vector<std::uint32_t>& integers(std::string_view name) const;
};

// All particles, one array for each column.
struct ParticleFrame {
  int dimension = 3;
  double time = 0.0;            // s
  double cell_size = 0.0;       // of the simulation's grid, metres
  std::vector<float> position;  // x y z per particle, metres; z = 0 in 2D
  std::vector<float> velocity;  // x y z per particle, m/s
  // The other columns that the scene keeps, also in a frame without particles: `id`, `age`, `color`, and `density`, the
  // density of the liquid at the particle over rest density.
  FrameColumns columns;

  std::size_t count() const { return position.size() / 3; }
};

enum class CellType : std::uint8_t { kAir = 0, kFluid = 1, kSolid = 2 };

// Values at the centres of cells, one array per quantity. Those that the scene does not have are empty.
struct CellValues {
  double time = 0.0;               // s
  double cell_size = 0.0;          // metres
  std::vector<float> density;      // over rest density; of the smoke in a smoke scene
  std::vector<float> pressure;     // Pa
  std::vector<float> velocity;     // x y z per cell, m/s
  std::vector<float> faces;        // x y per cell: the velocity across its left and its lower face, m/s; 2D only
  std::vector<float> temperature;  // K; smoke scenes only
  std::vector<float> fuel;         // smoke scenes with fuel only
  std::vector<float> distance;     // to the liquid's surface, m, up to a cell, negative in the liquid; of a region only
  bool keeps_temperature = false, keeps_fuel = false;  // also where there are no cells

  bool has_temperature() const { return keeps_temperature || !temperature.empty(); }
  bool has_fuel() const { return keeps_fuel || !fuel.empty(); }
};

// A box of cells of the domain.
struct CellRange {
  Vec<int, 3> first{};  // along x, y, z
  Vec<int, 3> cells{};  // how many; one along z in 2D
};

// The whole domain as a dense grid, x fastest; for pictures of 2D scenes and small tests. Or a region of it.
struct CellFrame : CellValues {
  Vec<int, 3> cells{};  // along x, y, z; one along z in 2D
  Vec<int, 3> first{};  // which cell of the domain is the first one here
  std::vector<CellType> type;
};

// The cells that hold liquid or gas, and no others: as much memory as there is fluid, however large the domain.
struct FluidCells : CellValues {
  std::vector<Vec<int, 3>> place;  // by cell: which one along x, y, z

  std::size_t count() const { return place.size(); }
};

}  // namespace spindrift
