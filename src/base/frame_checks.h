// Whether the arrays of frames fit each other: what a user has filled in is not trusted to.
#pragma once

#include "spindrift/error.h"
#include "spindrift/frame.h"
#include "spindrift/image.h"
#include "spindrift/surface.h"

namespace spindrift {

Status check_frame(const ParticleFrame& frame);
Status check_frame(const CellFrame& frame);
Status check_frame(const FluidCells& cells);
Status check_frame(const SurfaceMesh& mesh);
Status check_frame(const SurfaceDistance& surface);
Status check_frame(const Image& image);

}  // namespace spindrift
