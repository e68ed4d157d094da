// The parts of the domain that have files of their own: which cells they cover, and when they are written.
#pragma once

#include <string>

#include "spindrift/frame.h"
#include "spindrift/scene.h"

namespace spindrift {

// The cells that a box touches, those of a slice or of a column. Of a box outside of the domain the nearest.
CellRange cells_of_region(const RegionSettings& region, const DomainSettings& domain);

// Whether it is written as a table, line by line, and not as a file for each frame.
bool is_table(const RegionSettings& region);

// Whether files are due with a frame: every n-th, or the first at or after each time of a rate.
bool is_due(int frame, double fps, int every, double rate);
bool is_due(const RegionSettings& region, int frame, double fps);

// The same of the particles and the volumes of the whole domain.
bool particles_are_due(const Scene& scene, int frame);
bool volumes_are_due(const Scene& scene, int frame);

// How many frames up to the last are written.
double due_frames(const Scene& scene, int every, double rate);

}  // namespace spindrift
