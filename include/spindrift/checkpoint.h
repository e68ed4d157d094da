// The full state of a simulation between two sub-steps, as named arrays of numbers. `Simulation::save` makes one and
// `Simulation::resume` goes on from it with the same bits.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace spindrift {

// One array. The type is a letter and the bytes of a number, as NumPy writes it: f4 f8 i4 i8 u1 u4 u8, and S1 for text.
struct Section {
  std::string name;
  std::string type;
  std::vector<std::byte> bytes;
};

struct Checkpoint {
  std::vector<Section> sections;

  const Section* find(std::string_view name) const {
    for (const Section& section : sections)
      if (section.name == name) return &section;
    return nullptr;
  }
};

}  // namespace spindrift
