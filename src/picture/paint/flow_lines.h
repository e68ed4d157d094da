// The motion of a 2D frame, drawn over its picture: arrows of velocity and streamlines.
#pragma once

#include "picture/canvas/canvas.h"
#include "picture/paint/solid_layer.h"
#include "spindrift/frame.h"
#include "spindrift/scene.h"

namespace spindrift {

// As [output] asks for: output.faces, output.arrows, output.streamlines. An arrow at `fast`, m/s, is as long as arrows
// are apart.
void draw_flow(Canvas& canvas, const View& view, const Scene& scene, const CellFrame& cells, double fast);

}  // namespace spindrift
