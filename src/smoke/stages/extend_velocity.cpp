// Extends the velocity one face beyond the gas, into solids and across open sides.
#include "grid/for_each_tile.h"
#include "smoke/extension/extend.h"
#include "smoke/stages/smoke_stages.h"

namespace spindrift {

// All entries are means, or zero. Taken from the first value on, the mean of equal values is that value to the last
// bit.
template <int D>
void extend_quantity(const SmokeState<D>& state, CellField<float, D>& field) {
  float* values = field.tile(0);
  const ExtensionPlan<D>& plan = state.extension;
  for_each_tile(
      "extend quantity", state.tiles,
      [&](int tile) {
        for (const auto& entry : plan.cells_of(tile)) {
          const auto terms = plan.terms_of(entry);
          const float first = terms.empty() ? 0.0f : values[terms[0].place];
          float sum = first;
          for (std::size_t t = 1; t < terms.size(); ++t) sum += terms[t].weight * (values[terms[t].place] - first);
          values[entry.target] = sum;
        }
      },
      8);
}

// The terms name values of the gas only, which no entry changes.
template <int D>
void extend_faces(const SmokeState<D>& state, FaceField<float, D>& velocity) {
  const ExtensionPlan<D>& plan = state.extension;
  const FaceViews<float, D> faces = velocity;
  for_each_tile(
      "extend faces", state.tiles,
      [&](int tile) {
        for (const auto& entry : plan.faces_of(tile)) {
          float sum = entry.rest;
          for (const auto& term : plan.terms_of(entry)) sum += term.weight * faces[term.component].values[term.place];
          faces[entry.component].values[entry.target] = sum;
        }
      },
      8);
}

template <int D>
void extend_velocity(SmokeState<D>& state) {
  extend_faces<D>(state, state.velocity);
}

template void extend_quantity<2>(const SmokeState<2>&, CellField<float, 2>&);
template void extend_quantity<3>(const SmokeState<3>&, CellField<float, 3>&);
template void extend_faces<2>(const SmokeState<2>&, FaceField<float, 2>&);
template void extend_faces<3>(const SmokeState<3>&, FaceField<float, 3>&);
template void extend_velocity<2>(SmokeState<2>&);
template void extend_velocity<3>(SmokeState<3>&);

}  // namespace spindrift
