// The cells of a 2D frame as squares.
#pragma once

#include <vector>

#include "picture/canvas/canvas.h"
#include "picture/paint/solid_layer.h"
#include "spindrift/frame.h"

namespace spindrift {

// Squares a little smaller than the cells, so that the grid shows; solids as the solver sees them. Air is left out.
void draw_cells(Canvas& canvas, const View& view, const CellFrame& cells, const std::vector<Rgb>& colors);

// What the solver takes each cell for, with the meaning of the colours. A smoke scene has gas in place of liquid, and
// air at rest where it computes nothing.
void draw_cell_types(Canvas& canvas, const View& view, const CellFrame& cells, bool is_smoke);

}  // namespace spindrift
