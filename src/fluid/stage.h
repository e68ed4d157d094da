// A row of a time step: its name and the function that does it.
#pragma once

namespace spindrift {

template <class State>
struct Stage {
  const char* name;
  void (*run)(State&);
};

}  // namespace spindrift
