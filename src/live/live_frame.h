// A frame as it goes over the wire: a JSON text that lists arrays, and the arrays. See docs/live.md.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/json.h"

namespace spindrift {

// Numbers between low and high, for a component of an array.
struct NumberRange {
  double low = 0.0, high = 1.0;
};

class LiveFrame {
 public:
  JsonObject& head() { return head_; }

  // Quantised to 8 or 16 bits: `values` has `ranges.size()` components per item, of `stride` floats each. Where
  // `is_there` is given and 0, the lowest number stands for no value.
  template <class Number>
  void add(const std::string& name, std::span<const float> values, std::size_t stride,
           const std::vector<NumberRange>& ranges, std::span<const std::uint8_t> is_there = {});
  // As they are.
  void add(const std::string& name, std::span<const std::uint8_t> values, std::size_t components);
  void add(const std::string& name, std::span<const std::int8_t> values, std::size_t components);
  void add(const std::string& name, std::span<const std::uint32_t> values, std::size_t components);
  void add(const std::string& name, std::span<const float> values, std::size_t components);
  // The last array covers a grid of cells.
  void note_cells(int x, int y, int z = 0);
  void note(const char* word);                  // the last array's entry has `word`: true
  void note_quantity(const std::string& word);  // what the last array's numbers are

  std::string take();

 private:
  template <class Number>
  void add_bytes(const std::string& name, const char* type, std::span<const Number> values, std::size_t components,
                 const std::string& more);

  JsonObject head_;
  std::vector<std::string> arrays_;
  std::string bytes_;
};

}  // namespace spindrift
