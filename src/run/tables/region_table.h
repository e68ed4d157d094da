// A column or a slice as a table: a line for each of its cells and each time.
#pragma once

#include <string>
#include <vector>

#include "spindrift/frame.h"
#include "spindrift/scene.h"

namespace spindrift {

std::string region_file(const RegionSettings& region);  // column_NAME.csv, slice_NAME.csv

// `time s,y m,u m/s,v m/s,pressure Pa,density,...`: the middle of the cell along the axes that the region runs along.
std::string region_header(const Scene& scene, const RegionSettings& region);

std::vector<std::string> region_lines(const CellFrame& cells, const RegionSettings& region, int dimension);

}  // namespace spindrift
