// Frames with known content, for the tests of writers.
#pragma once

#include <algorithm>
#include <string_view>

#include "base/hash.h"
#include "spindrift/frame.h"

namespace spindrift::testing {

// A column that a test changes; it must exist.
inline FrameColumn& column_of(FrameColumns& columns, std::string_view name) {
  return *std::find_if(columns.begin(), columns.end(), [&](const FrameColumn& column) { return column.name == name; });
}

// Particles at random places in a box of one metre, every column filled.
inline ParticleFrame random_particles(std::size_t count, int dimension = 3) {
  ParticleFrame frame;
  frame.dimension = dimension;
  frame.time = 1.5;
  frame.cell_size = 0.1;
  std::uint64_t key = 0;
  const auto random = [&] { return random_unit(++key); };
  FrameColumn id{"id", "", FrameColumn::Kind::kInteger}, age{"age", "s"}, density{"density", ""};
  FrameColumn color{"color", "", FrameColumn::Kind::kColor, 3};
  for (std::size_t i = 0; i < count; ++i) {
    for (int a = 0; a < 3; ++a) frame.position.push_back(a < dimension ? random() : 0.0f);
    for (int a = 0; a < 3; ++a) frame.velocity.push_back(a < dimension ? random() - 0.5f : 0.0f);
    for (int a = 0; a < 3; ++a) color.values.push_back(random());
    id.integers.push_back(static_cast<std::uint32_t>(i * 7));
    age.values.push_back(random());
    density.values.push_back(random());
  }
  frame.columns.assign({id, age, color, density});
  return frame;
}

// A small grid whose lower half is fluid between solid sides.
inline CellFrame half_full_cells(const Vec<int, 3>& cells, double cell_size) {
  CellFrame frame;
  frame.cells = cells;
  frame.cell_size = cell_size;
  for (int z = 0; z < cells[2]; ++z)
    for (int y = 0; y < cells[1]; ++y)
      for (int x = 0; x < cells[0]; ++x) {
        const bool is_solid = x == 0 || x == cells[0] - 1, is_fluid = !is_solid && 2 * y < cells[1];
        frame.type.push_back(is_solid ? CellType::kSolid : is_fluid ? CellType::kFluid : CellType::kAir);
        frame.density.push_back(is_fluid ? 1.0f : 0.0f);
        frame.pressure.push_back(is_fluid ? static_cast<float>(1000 * (cells[1] - y)) : 0.0f);
        for (int a = 0; a < 3; ++a)
          frame.velocity.push_back(is_fluid ? static_cast<float>(x + 10 * y + 100 * z + a) : 0.0f);
      }
  return frame;
}

// A box of cells that are all wet, with the values of half_full_cells.
inline FluidCells fluid_box(const Vec<int, 3>& cells, double cell_size) {
  FluidCells fluid;
  fluid.cell_size = cell_size;
  for (int z = 0; z < cells[2]; ++z)
    for (int y = 0; y < cells[1]; ++y)
      for (int x = 0; x < cells[0]; ++x) {
        fluid.place.push_back({{x, y, z}});
        fluid.density.push_back(1.0f);
        fluid.pressure.push_back(static_cast<float>(1000 * (cells[1] - y)));
        for (int a = 0; a < 3; ++a) fluid.velocity.push_back(static_cast<float>(x + 10 * y + 100 * z + a));
      }
  return fluid;
}

}  // namespace spindrift::testing
