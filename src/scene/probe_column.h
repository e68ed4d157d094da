// The columns of probes.csv are named by their probes.
#pragma once

#include <string>

namespace spindrift {

// A probe's name as its columns have it.
std::string probe_column(std::string name);

}  // namespace spindrift
