// Ctrl-C and the polite kill: the first asks the run to stop after its sub-step, the second ends the program at once.
#pragma once

namespace spindrift {

void watch_for_interrupts();
bool is_interrupted();

}  // namespace spindrift
