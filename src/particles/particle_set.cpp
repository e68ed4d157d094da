#include "particles/particle_set.h"

#include <cmath>

namespace spindrift {

namespace {

constexpr Color kFoamless{0.0, 0.0, 1.0};  // where colours show foam; see color_particles

}  // namespace

Color color_at_first(const Physics& scene, const std::optional<Color>& own) {
  return scene.has_own_colors() ? own.value_or(scene.fluid_color()) : kFoamless;
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
  if (scene.solver.transfer == Transfer::kApic)
    for (auto& column : affine) column.push_back(0.0f);
  if (scene.has_column(Column::kId)) id.push_back(next_id++);
  if (scene.has_column(Column::kAge)) age.push_back(0.0f);
  if (scene.has_column(Column::kColor)) {
    const Color given = color_at_first(scene, traits.color);
    color[0].push_back(static_cast<float>(given.red));
    color[1].push_back(static_cast<float>(given.green));
    color[2].push_back(static_cast<float>(given.blue));
  }
  if (scene.has_own_viscosities())
    viscosity.push_back(static_cast<float>(traits.viscosity.value_or(scene.fluid.viscosity)));
  added_tiles.push_back(tile);
}

template <int D>
void ParticleSet<D>::reserve(std::size_t count, const Physics& scene) {
  for (auto& column : position) column.reserve(count);
  for (auto& column : velocity) column.reserve(count);
  if (scene.solver.transfer == Transfer::kApic)
    for (auto& column : affine) column.reserve(count);
  if (scene.has_column(Column::kId)) id.reserve(count);
  if (scene.has_column(Column::kAge)) age.reserve(count);
  if (scene.has_column(Column::kColor))
    for (auto& column : color) column.reserve(count);
  if (scene.has_own_viscosities()) viscosity.reserve(count);
  added_tiles.reserve(count);
}

template struct ParticleSet<2>;
template struct ParticleSet<3>;

}  // namespace spindrift
