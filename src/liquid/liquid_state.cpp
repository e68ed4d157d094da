#include "liquid/liquid_state.h"

#include <algorithm>
#include <cmath>

#include "fluid/grid_state.h"
#include "fluid/runge_kutta.h"
#include "grid/for_each_tile.h"
#include "grid/halo.h"
#include "liquid/liquid_step.h"
#include "liquid/seed_particles.h"
#include "settings/start_flow.h"

namespace spindrift {

namespace {

constexpr double kEnoughCells = 8.0;  // for a mean over what a packing has more in one cell and less in the next

struct DensitySum {
  double sum = 0.0, cells = 0.0;
};

// Over the cells of a tile with nothing but liquid around them.
template <int D>
DensitySum sum_inner_density(const TilesView<D>& tiles, const FieldView<const CellType, D>& all_types, int tile,
                             const float* density) {
  HaloBlock<CellType, D, 1, 1> types;
  load_halo(tiles, all_types, tile, types);
  DensitySum inner;
  for (int c = 0; c < Tile<D>::kCells; ++c) {
    const VecI<D> cell = Tile<D>::cell_coord(c);
    bool is_inner = true;
    for (int n = 0; n < Tile<D>::kNeighbors; ++n)
      is_inner &= types.at(cell + Tile<D>::neighbor_offset(n)) == CellType::kFluid;
    if (!is_inner) continue;
    inner.sum += density[c];
    inner.cells += 1.0;
  }
  return inner;
}

// Measured once, in the state a run starts from: the mean over cells whose neighbours are all wet. A cell beside a wall
// may be half empty, since liquid need not begin where the wall ends. With too few of them it is the seeding's. What is
// emitted later does not change it.
template <int D>
void measure_rest_density(LiquidState<D>& state) {
  if (state.density.empty() || state.fluid_cells == 0) {
    state.rest_density = state.particles_per_cell;
    return;
  }
  transfer_particles_to_grid(state);
  if (state.scene.uses_density()) extend_density(state);
  const TilesView<D> tiles = state.tiles;
  const FieldView<const CellType, D> types = state.type;
  const FieldView<const float, D> density = state.density;
  const DensitySum mean = reduce_tiles(
      "measure rest density", state.tiles, DensitySum{},
      [&](int tile) { return sum_inner_density(tiles, types, tile, density.tile(tile)); },
      [](const DensitySum& a, const DensitySum& b) { return DensitySum{a.sum + b.sum, a.cells + b.cells}; });
  state.rest_density = mean.cells >= kEnoughCells ? mean.sum / mean.cells : state.particles_per_cell;
}

}  // namespace

template <int D>
int LiquidState<D>::extrapolation_layers() const {
  const SolverSettings& solver = this->scene.solver;
  // Faces beside the liquid's cells are always read; beyond them, as far as the last stage of the integrator reaches.
  const int beside = solver.kernel == Kernel::kLinear ? 2 : 3;
  const double farthest = static_cast<double>(this->max_speed) * this->dt / this->domain.h;
  const float last_stage = with_method(solver.integrator, [](const auto& method) { return method.step.back(); });
  const double cells = static_cast<double>(last_stage) * farthest;
  const double most = Tile<D>::kSide - 1;  // the neighbouring tiles end there
  return static_cast<int>(std::min(beside + std::ceil(cells), most));
}

template <int D>
Result<std::unique_ptr<LiquidState<D>>> make_dry_state(const Physics& scene) {
  auto state = std::make_unique<LiquidState<D>>();
  if (const auto turn = turn_that_does_not_repeat(scene)) return Error{ErrorCode::kBadInput, *turn, {scene.file}};
  if (Status made = set_up_grid<D>(scene, *state); !made) return made.error();
  for (int a = 0; a < D; ++a)  // a tile that is its own neighbour would have particles twice
    if (state->domain.is_periodic[a] && state->domain.cells[a] < 2 * Tile<D>::kSide)
      return Error{ErrorCode::kBadInput, "liquid needs at least two tiles along a periodic axis", {scene.file}};
  if (Status made = place_shapes<D>(scene.sources, *state, state->sources, Images::kNone); !made) return made.error();
  state->owed.resize(state->sources.size());
  state->refused.resize(state->sources.size());
  if (Status made = place_shapes<D>(scene.drains, *state, state->drains); !made) return made.error();
  state->solid_path.set_part(0, state->solids);
  return state;
}

template <int D>
Result<std::unique_ptr<LiquidState<D>>> make_liquid_state(const Physics& scene) {
  auto made = make_dry_state<D>(scene);
  if (!made) return made;
  LiquidState<D>& state = **made;
  if (Status status = seed_particles(state); !status) return status.error();
  sort_particles(state);
  collide_particles(state);  // liquid seeded against a wall keeps the contact distance from the start
  sort_particles(state);
  classify_cells(state);
  measure_rest_density(state);
  if (scene.uses_level_set()) find_surface(state);
  return made;
}

template struct LiquidState<2>;
template struct LiquidState<3>;
template Result<std::unique_ptr<LiquidState<2>>> make_dry_state<2>(const Physics&);
template Result<std::unique_ptr<LiquidState<3>>> make_dry_state<3>(const Physics&);
template Result<std::unique_ptr<LiquidState<2>>> make_liquid_state<2>(const Physics&);
template Result<std::unique_ptr<LiquidState<3>>> make_liquid_state<3>(const Physics&);

}  // namespace spindrift
