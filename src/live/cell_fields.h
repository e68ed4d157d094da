// Fields of cells that a viewer may look at, from a dense copy of the cells.
#pragma once

#include <string_view>
#include <vector>

#include "live/live_frame.h"
#include "spindrift/frame.h"
#include "spindrift/scene.h"

namespace spindrift {

struct CellView {
  std::vector<float> values;  // of the cells of a 2D scene, or of the middle slice of a 3D one
  std::vector<std::uint8_t> is_there;
  NumberRange range;
};

inline constexpr std::string_view kCellFields[] = {"type",       "speed",   "pressure",    "vorticity",
                                                   "divergence", "density", "temperature", "smoke"};

CellView view_cells(const Scene& scene, const CellFrame& cells, std::string_view field);

// The first cell of what is shown: of the middle slice in 3D.
std::size_t first_shown(const CellFrame& cells);

// What colours of speed span: most of a fall through the domain; of smoke, and without gravity, the fastest there is.
double speed_scale(const Scene& scene, double fastest);

}  // namespace spindrift
