// Advects fields with the flow over a step, tile by tile. A scheme is a sequence of passes over all tiles, because each
// reads what the one before left in the neighbours:
//   semi-Lagrangian  to = from(back)
//   MacCormack       first = from(back);  to = first + (from - first(ahead)) / 2                       [Selle2008]
//   BFECC            first = from(back);  second = from + (from - first(ahead)) / 2;  to = second(back)  [Kim2005]
// The corrected schemes keep each value within the range of the values that `from(back)` interpolates.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <type_traits>

#include "smoke/advection/advection.h"
#include "smoke/smoke_state.h"

namespace spindrift {

enum class Pass { kBack, kBackCubic, kMacCormack, kBfeccMiddle, kBfeccLast };

// One field in a pass: its values at the begin of the step, what the pass before made, and where the result goes.
template <int D, Placement P>
struct AdvectedField {
  FieldView<const float, D> from, previous;
  FieldView<float, D> to;
  FieldView<float, D> cut;  // what its bounds took off MacCormack's value; empty: not kept

  AdvectedField() = default;
  // Of fields that have their room by now. `cut_off` may be null.
  AdvectedField(const Field<float, D, P>* old_values, const Field<float, D, P>* of_pass_before,
                Field<float, D, P>* result, Field<float, D, P>* cut_off = nullptr)
      : from(*old_values), previous(*of_pass_before), to(*result) {
    if (cut_off) cut = *cut_off;
  }
};
template <int D>
using AdvectedQuantity = AdvectedField<D, Placement::kCell>;

static_assert(std::is_trivially_copyable_v<AdvectedQuantity<3>> && std::is_trivially_copyable_v<StepFlow<3>>);

template <int D, Pass kPass>
void advect_row(const typename AdvectingVelocity<D>::RowPath& path, const float* from, const float* previous, float* to,
                float* cut) {
  if constexpr (kPass == Pass::kBack) {
    store8(to, interpolate<D, AnySide>(from, path.back));
  } else if constexpr (kPass == Pass::kBfeccMiddle) {
    const Float8 here = load8(from);
    store8(to, here + 0.5f * (here - interpolate<D, AnySide>(previous, path.ahead)));
  } else {
    const LocalBounds bounds = local_bounds<D>(from, path.back);
    Float8 value;
    if constexpr (kPass == Pass::kMacCormack)
      value = load8(previous) + 0.5f * (load8(from) - interpolate<D, AnySide>(previous, path.ahead));
    else
      value = interpolate<D, AnySide>(previous, path.back);
    const Float8 bounded = clamp8(value, bounds.low, bounds.high);
    store8(to, bounded);
    if (kPass == Pass::kMacCormack && cut) store8(cut, value - bounded);
  }
}

template <int D, int Site, Pass kPass, Placement P>
void advect_tile_by_rows(const AdvectingVelocity<D>& advecting_velocity, const StepFlow<D>& flow,
                         std::span<const AdvectedField<D, P>> fields, int tile) {
  constexpr std::size_t kMostFields = P == Placement::kFace ? 1 : kQuantities;
  std::array<AdvectionBlock<D>, kMostFields> from, previous;
  std::array<const float*, kMostFields> values;
  for (std::size_t q = 0; q < fields.size(); ++q) {
    values[q] = from[q].values.data();
    if (Site < D && fields[q].from.values == flow.velocity[Site % D].values)
      values[q] = advecting_velocity.block(Site % D).values.data();  // advected by itself: loaded already
    else
      load_block(flow.map, fields[q].from, tile, from[q]);
    if (kPass != Pass::kBack) load_block(flow.map, fields[q].previous, tile, previous[q]);
  }
  for_each_eight<D>([&](int node, int cell) {
    const auto path = advecting_velocity.template follow<Site>(node);
    for (std::size_t q = 0; q < fields.size(); ++q)
      advect_row<D, kPass>(path, values[q] + node, previous[q].values.data() + node, fields[q].to.tile(tile) + cell,
                           fields[q].cut.empty() ? nullptr : fields[q].cut.tile(tile) + cell);
  });
}

// One value by one pass; sample(field, point) interpolates.
template <Pass kPass, int D, Placement P, class Sample>
float advect_value(const AdvectedField<D, P>& field, int tile, int c, const VecF<D>& back, const VecF<D>& ahead,
                   Sample&& sample) {
  const float here = field.from.tile(tile)[c];
  if constexpr (kPass == Pass::kBfeccMiddle) {
    return here + 0.5f * (here - sample(field.previous, ahead).value);
  } else {
    const PointSample old = sample(field.from, back);
    float value = old.value;
    if constexpr (kPass == Pass::kMacCormack)
      value = field.previous.tile(tile)[c] + 0.5f * (here - sample(field.previous, ahead).value);
    if constexpr (kPass == Pass::kBfeccLast) value = sample(field.previous, back).value;
    const float bounded = std::clamp(value, old.low, old.high);
    if (kPass == Pass::kMacCormack && !field.cut.empty()) field.cut.tile(tile)[c] = value - bounded;
    return bounded;
  }
}

// Where the gas at a point of a tile comes from and where it goes, as far as a pass needs it.
template <Pass kPass, int D>
struct PointPath {
  VecF<D> back, ahead;
  PointPath(const StepFlow<D>& flow, int tile, const VecF<D>& at) {
    if (kPass != Pass::kBfeccMiddle) back = flow.follow(tile, at, -1.0f);
    if (kPass == Pass::kMacCormack || kPass == Pass::kBfeccMiddle) ahead = flow.follow(tile, at, 1.0f);
  }
};

template <int D, int Site, Pass kPass, Placement P>
void advect_tile_by_points(const StepFlow<D>& flow, std::span<const AdvectedField<D, P>> fields, int tile) {
  using T = Tile<D>;
  auto sample = [&](const FieldView<const float, D>& field, const VecF<D>& at) {
    return sample_linear(flow.map, field, tile, at, Site);
  };
  for (int c = 0; c < T::kCells; ++c) {
    VecF<D> at = VecF<D>::from(T::cell_coord(c)) + VecF<D>::filled(0.5f);
    if constexpr (Site < D) at[Site] -= 0.5f;
    const PointPath<kPass, D> path(flow, tile, at);
    for (const auto& field : fields) {
      float& to = field.to.tile(tile)[c];
      if constexpr (kPass == Pass::kBackCubic)
        to = sample_cubic<D>(flow.map, field.from, tile, NodePlace<D>(path.back, Site), VecI<D>{});
      else
        to = advect_value<kPass>(field, tile, c, path.back, path.ahead, sample);
    }
  }
}

// Recomputes cells beside thin walls: between values on their own side, and no further than a cell away. In place of a
// value that lies behind the wall there is the cell's own.
template <int D, Pass kPass>
void advect_walled_cells(const StepFlow<D>& flow, std::span<const AdvectedQuantity<D>> fields, int tile,
                         std::span<const WalledCell> cells) {
  using T = Tile<D>;
  for (const WalledCell& walled : cells) {
    const VecI<D> cell = T::cell_coord(walled.cell);
    const VecF<D> middle = VecF<D>::from(cell) + VecF<D>::filled(0.5f);
    PointPath<kPass, D> path(flow, tile, middle);
    for (int a = 0; a < D; ++a) {
      path.back[a] = std::clamp(path.back[a], middle[a] - 1.0f, middle[a] + 1.0f);
      path.ahead[a] = std::clamp(path.ahead[a], middle[a] - 1.0f, middle[a] + 1.0f);
    }
    auto sample = [&](const FieldView<const float, D>& field, const VecF<D>& at) {
      return sample_nodes(at, D, [&](const VecI<D>& node) {
        bool is_same_side = true;
        for (int a = 0; a < D; ++a) is_same_side &= std::abs(node[a] - cell[a]) <= 1;
        is_same_side = is_same_side && (walled.same_side >> T::neighbor_index(node - cell) & 1u);
        return is_same_side ? node_value(flow.map, field, tile, node) : field.tile(tile)[walled.cell];
      });
    };
    for (const auto& field : fields)
      field.to.tile(tile)[walled.cell] = advect_value<kPass>(field, tile, walled.cell, path.back, path.ahead, sample);
  }
}

// One pass over one tile for values at a site: a face across that axis, or the centre (Site = D).
template <int D, int Site, Pass kPass, Placement P>
void advect_tile(const AdvectingVelocity<D>& advecting_velocity, const StepFlow<D>& flow,
                 std::span<const AdvectedField<D, P>> fields, int tile) {
  if constexpr (kPass != Pass::kBackCubic)
    if (flow.integrator == Integrator::kRk2 && advecting_velocity.is_slow())
      return advect_tile_by_rows<D, Site, kPass, P>(advecting_velocity, flow, fields, tile);
  advect_tile_by_points<D, Site, kPass, P>(flow, fields, tile);
}

// Calls run<pass>(whether it is the last) for each pass of a scheme.
template <class RunPass>
void for_each_pass(Advection scheme, RunPass&& run) {
  switch (scheme) {
    case Advection::kSemiLagrangian:
      return run.template operator()<Pass::kBack>(true);
    case Advection::kCubic:
      return run.template operator()<Pass::kBackCubic>(true);
    case Advection::kMacCormack:
      run.template operator()<Pass::kBack>(false);
      return run.template operator()<Pass::kMacCormack>(true);
    case Advection::kBfecc:
      run.template operator()<Pass::kBack>(false);
      run.template operator()<Pass::kBfeccMiddle>(false);
      return run.template operator()<Pass::kBfeccLast>(true);
  }
}

}  // namespace spindrift
