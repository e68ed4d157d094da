// Volumes back from the OpenVDB files of a run.
#pragma once

#include <string>

#include "formats/files/guarded_read.h"
#include "spindrift/error.h"
#include "spindrift/frame.h"
#include "spindrift/scene.h"

namespace spindrift {

// What OpenVDB may use to read a file: a damaged one may ask for any amount of memory, and a good one unpacks to some
// tens of times its size.
ReadLimits vdb_limits(const std::string& path);

// The cells with gas as write_vdb_volumes() wrote them, to the last bit, in an order of OpenVDB's. Refuses files that
// are damaged, lack a quantity of smoke or have cells of another size or outside of the domain.
Result<FluidCells> read_vdb_smoke(const std::string& path, const DomainSettings& domain);

}  // namespace spindrift
