// Carries the velocity one face beyond the gas, into solids and across open sides.
#include "exec/parallel.h"
#include "smoke/extension/extend.h"
#include "smoke/stages/smoke_stages.h"

namespace spindrift {

namespace {

// `fields`: what the terms' components are. They name values of the gas only, which no entry changes.
template <std::size_t kFields>
void run_plan(const ExtensionPlan& plan, const std::array<const float*, kFields>& fields, float* values) {
  parallel_for(
      "run plan", plan.entries.size(),
      [&](std::size_t i) {
        const ExtensionPlan::Entry& entry = plan.entries[i];
        float sum = entry.rest;
        for (std::int32_t t = entry.first; t < entry.first + entry.count; ++t) {
          const ExtensionPlan::Term& term = plan.terms[t];
          sum += term.weight * fields[term.component][term.place];
        }
        values[entry.target] = sum;
      },
      4096);
}

}  // namespace

// All entries are means, or zero. Taken from the first value on, the mean of equal values is that value to the last
// bit.
template <int D>
void extend_quantity(const SmokeState<D>& state, CellField<float, D>& field) {
  const ExtensionPlan& plan = state.extension[D];
  float* values = field.tile(0);
  parallel_for(
      "extend quantity", plan.entries.size(),
      [&](std::size_t i) {
        const ExtensionPlan::Entry& entry = plan.entries[i];
        const auto first_term = plan.terms.begin() + entry.first;
        const float first = entry.count > 0 ? values[first_term->place] : 0.0f;
        float sum = first;
        for (std::int32_t t = 1; t < entry.count; ++t)
          sum += first_term[t].weight * (values[first_term[t].place] - first);
        values[entry.target] = sum;
      },
      4096);
}

template <int D>
void extend_faces(const SmokeState<D>& state, FaceField<float, D>& velocity) {
  std::array<const float*, static_cast<std::size_t>(D)> fields;
  for (std::size_t a = 0; a < D; ++a) fields[a] = velocity[a].tile(0);
  for (std::size_t a = 0; a < D; ++a) run_plan(state.extension[a], fields, velocity[a].tile(0));
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
