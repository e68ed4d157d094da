// The columns of probes.csv are named by their probes.
#pragma once

#include <string>

#include "spindrift/probe.h"

namespace spindrift {

// A probe's name as its columns have it: a comma or a line break would end the field.
std::string probe_column(std::string name);

// The same for a file's name.
std::string probe_file_name(std::string name);

}  // namespace spindrift
