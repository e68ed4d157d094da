// Copies of the state for writers and viewers.
#pragma once

#include <cstdint>
#include <vector>

#include "spindrift/vec.h"

namespace spindrift {

// All particles, one array per attribute. Columns the scene does not keep are empty.
struct ParticleFrame {
  // Columns that files have even while there are no particles: all frames of a run shall have the same.
  struct Kept {
    bool id = false, age = false, color = false, density = false;
  };

  int dimension = 3;
  double time = 0.0;            // s
  double cell_size = 0.0;       // of the simulation's grid, metres
  std::vector<float> position;  // x y z per particle, metres; z = 0 in 2D
  std::vector<float> velocity;  // x y z per particle, m/s
  std::vector<float> density;   // liquid density at the particle over rest density; empty if not tracked
  std::vector<std::uint32_t> id;
  std::vector<float> age;    // s
  std::vector<float> color;  // r g b per particle, 0..1
  Kept kept;

  std::size_t count() const { return position.size() / 3; }
  bool has_id() const { return kept.id || !id.empty(); }
  bool has_age() const { return kept.age || !age.empty(); }
  bool has_color() const { return kept.color || !color.empty(); }
  bool has_density() const { return kept.density || !density.empty(); }
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
