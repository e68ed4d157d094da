// Volumes back from the OpenVDB files of a run.
#pragma once

#include <string>

#include "spindrift/error.h"
#include "spindrift/frame.h"
#include "spindrift/scene.h"

namespace spindrift {

// The cells with gas as write_vdb_volumes() wrote them, to the last bit, in an order of OpenVDB's. Refuses files that
// are damaged, lack a quantity of smoke or have cells of another size or outside of the domain.
Result<FluidCells> read_vdb_smoke(const std::string& path, const DomainSettings& domain);

}  // namespace spindrift
