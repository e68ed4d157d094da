// How much light arrives in every cell of a smoke: one distant light from above, and what the smoke on its way takes.
#pragma once

#include <vector>

#include "spindrift/frame.h"

namespace spindrift {

// Share of the light that reaches each cell. The light falls along -y and goes `slant` cells sideways (x, z) for each
// cell down; `depth` is the optical depth of smoke of density 1 across one cell. Solids let nothing through.
std::vector<float> light_in_cells(const CellFrame& cells, float depth, float slant_x, float slant_z);

}  // namespace spindrift
