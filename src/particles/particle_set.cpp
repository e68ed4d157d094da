#include "particles/particle_set.h"

#include <cmath>

namespace spindrift {

namespace {

constexpr Color kFoamless{0.0, 0.0, 1.0};  // where colours show foam; see color_particles

}  // namespace

// Of its liquid, or of liquid without foam.
double color_at_first(const Physics& scene, const OwnTraits& traits, std::size_t component) {
  const Color color = scene.has_own_colors() ? traits.color.value_or(scene.fluid_color()) : kFoamless;
  return component == 0 ? color.red : component == 1 ? color.green : color.blue;
}

double viscosity_at_first(const Physics& scene, const OwnTraits& traits, std::size_t) {
  return traits.viscosity.value_or(scene.fluid.viscosity);
}

template <int D>
void ParticleSet<D>::add(const VecD<D>& cell_position, const VecF<D>& new_velocity, const Physics& scene,
                         const OwnTraits& traits) {
  VecI<D> tile;
  for (int a = 0; a < D; ++a) {
    tile[a] = static_cast<int>(std::floor(cell_position[a])) >> Tile<D>::kLog2;
    position[a].push_back(static_cast<float>(cell_position[a] - tile[a] * Tile<D>::kSide));
    velocity[a].push_back(new_velocity[a]);
  }
  if (scene.has_column(Column::kId)) id.push_back(next_id++);
  describe_columns(*this, [&](const ColumnInfo& info, auto& column) {
    if (!info.at_first || !info.kept(scene)) return;
    for_each_component(column, [&]<class Value>(Buffer<Value>& values, std::size_t c) {
      values.push_back(static_cast<Value>(info.at_first(scene, traits, c)));
    });
  });
  added_tiles.push_back(tile);
}

template <int D>
void ParticleSet<D>::reserve(std::size_t count, const Physics& scene) {
  describe_columns(*this, [&](const ColumnInfo& info, auto& column) {
    if (info.life == Lifetime::kState && info.kept(scene))
      for_each_component(column, [&](auto& values, std::size_t) { values.reserve(count); });
  });
  added_tiles.reserve(count);
}

template struct ParticleSet<2>;
template struct ParticleSet<3>;

}  // namespace spindrift
