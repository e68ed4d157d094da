// What a run of a scene writes, and which copies of the state it needs: for the writer and the memory estimate.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "spindrift/frame.h"
#include "spindrift/probe.h"
#include "spindrift/scene.h"

namespace spindrift {

template <class T>
bool has(const std::vector<T>& list, T item) {
  return std::find(list.begin(), list.end(), item) != list.end();
}

// Whether a Renderer makes the pictures of a scene, by [render]; otherwise [output] applies.
bool is_rendered(const Scene& scene);

bool wants_pictures(const Scene& scene);
bool wants_particles(const Scene& scene);    // as files
bool wants_quick_views(const Scene& scene);  // of some frames, for the report of a run without pictures

// What pictures of the scene need.
bool picture_needs_particles(const Scene& scene);
bool picture_needs_cells(const Scene& scene);
bool picture_needs_surface(const Scene& scene);

// What the files and pictures of every written frame need. Quick views also need particles.
bool copies_particles(const Scene& scene);
bool copies_cells(const Scene& scene);  // all of the domain
bool makes_surface(const Scene& scene);

// The cells that a box touches, or those of a slice or column. A box outside of the domain is clamped to it.
CellRange cells_of_region(const RegionSettings& region, const DomainSettings& domain);

// Whether a region is written as a table, one line a frame, and not as a file for each frame.
bool is_table(const RegionSettings& region);

// Whether files are due with a frame: every n-th, or the first at or after each time of a rate.
bool is_due(int frame, double fps, int every, double rate);
bool is_due(const RegionSettings& region, int frame, double fps);

// Of the particles and the volumes of the whole domain.
bool particles_are_due(const Scene& scene, int frame);
bool volumes_are_due(const Scene& scene, int frame);

// The number of frames that are written.
double due_frames(const Scene& scene, int every, double rate);

struct PictureSize {
  int width = 0, height = 0;
};

// 3D: as [render] says. 2D: as wide as [output] says, with the even height (for movies) that keeps the domain's shape;
// very tall domains get a narrower picture.
PictureSize picture_size(const Scene& scene);

// Of the small views in a 3D run's report, with the aspect ratio of [render].
PictureSize quick_view_size(const Scene& scene);

// A probe's name for columns of probes.csv: without commas and line breaks.
std::string probe_column(std::string name);

// A probe's name for file names.
std::string probe_file_name(std::string name);

}  // namespace spindrift
