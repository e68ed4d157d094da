// A row of a time step: its name, its function, and the fields of the state that it reads and writes.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "spindrift/scene.h"

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

}  // namespace spindrift
