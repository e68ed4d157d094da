// The solids as tile kernels take them. Their shapes stay what they are, objects of the host: what a kernel can do with
// the samples on the grid alone it does with those.
#pragma once

#include <span>
#include <type_traits>

#include "geometry/solid.h"
#include "grid/domain.h"
#include "grid/views.h"

namespace spindrift {

template <int D>
struct SolidsView {
  TilesView<D> tiles;
  Domain<D> domain;
  std::span<const Solid<D>> solids;
  bool has_moving = false;

  // SolidSamples of all solids, and of those that never move; empty without solids.
  FieldView<const float, D> distance;
  FaceViews<const float, D> open_area;
  FieldView<const float, D> static_distance;
  FaceViews<const float, D> static_open_area;

  bool empty() const { return solids.empty(); }
};

static_assert(std::is_trivially_copyable_v<SolidsView<3>>);

}  // namespace spindrift
