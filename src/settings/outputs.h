// What a run of a scene writes, and which copies of its state that takes. The writer acts by it and the estimate of
// memory counts by it.
#pragma once

#include <algorithm>
#include <vector>

#include "spindrift/scene.h"

namespace spindrift {

template <class T>
bool has(const std::vector<T>& list, T item) {
  return std::find(list.begin(), list.end(), item) != list.end();
}

// Whether the pictures of a scene are a Renderer's, sized and lit by [render]; those of all others go by [output].
bool is_rendered(const Scene& scene);

bool wants_pictures(const Scene& scene);
bool wants_particles(const Scene& scene);    // as files
bool wants_quick_views(const Scene& scene);  // of some frames, for the report of a run without pictures of its own

// What pictures of the scene are drawn from, if it has any.
bool picture_needs_particles(const Scene& scene);
bool picture_needs_cells(const Scene& scene);
bool picture_needs_surface(const Scene& scene);

// What some file or picture of every written frame is made from. Quick views need particles beside it.
bool copies_particles(const Scene& scene);
bool copies_cells(const Scene& scene);  // all of the domain
bool makes_surface(const Scene& scene);

}  // namespace spindrift
