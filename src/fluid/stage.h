// A row of a time step: its name, the function that does it, and the fields of the state that it reads and writes.
#pragma once

#include <span>
#include <string_view>

namespace spindrift {

// Names of fields with blanks between them. A name covers fields that have it before a dot: `particles` covers
// `particles.velocity`.
struct RowFields {
  const char* row;
  const char* reads;
  const char* writes;
};

template <class State>
struct Stage {
  const char* name;
  void (*run)(State&);
  const char* reads;
  const char* writes;
};

// With the fields that the row's line in a table names. A row without one does not compile.
template <class State>
consteval Stage<State> make_stage(const char* name, void (*run)(State&), std::span<const RowFields> table) {
  for (const RowFields& fields : table)
    if (std::string_view(fields.row) == name) return {name, run, fields.reads, fields.writes};
  throw "this row has no line in the table of fields: add one to liquid_rows.h or smoke_rows.h";
}

}  // namespace spindrift
