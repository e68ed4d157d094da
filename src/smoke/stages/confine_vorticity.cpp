// Vorticity confinement: gives back to small swirls what the grid takes from them. With vorticity w = curl u and
// N = grad |w| / |grad |w||, which points to the middle of a swirl, the gas is accelerated by strength h (N x w)
// [Fedkiw2001, eq. 11]; with the cell's width h in it the effect vanishes under refinement.
//
// The sum of these forces is not zero, but internal forces must not change the total momentum. The surplus is
// subtracted from each cell in proportion to its own force.
//
// Swirls would grow at a rate of `strength` without bound where advection dissipates less. The energy returned to all
// gas is limited to a part of the recent loss by advection: all forces are scaled by one factor.
#include <algorithm>
#include <cmath>

#include "grid/for_each_tile.h"
#include "grid/halo.h"
#include "smoke/gas_view.h"
#include "smoke/smoke_step.h"
#include "smoke/velocity_square.h"

namespace spindrift {

namespace {

constexpr float kLeastGradient = 1e-20f;  // avoids 0 / 0 where the gradient vanishes

// Components of the vorticity: one in 2D.
template <int D>
inline constexpr std::size_t kAxial = D == 2 ? 1 : 3;

// Vorticity at the cell centres, times h, by central differences of the velocity at the centres.
template <int D>
void vorticity_of_tile(const TilesView<D>& tiles, FaceViews<const float, D> velocity, int tile,
                       FaceViews<float, D> vorticity) {
  using T = Tile<D>;
  using VelocityHalo = HaloBlock<float, D, 1, 2>;
  std::array<VelocityHalo, D> u;
  for (std::size_t a = 0; a < D; ++a) load_halo(tiles, velocity[a], tile, u[a]);
  // d u_a / d x_b at a row of centres.
  auto slope = [&](int a, int b, const float* at) {
    const int sa = VelocityHalo::stride(a), sb = VelocityHalo::stride(b);
    return 0.25f * (at[sb] + at[sb + sa] - at[-sb] - at[sa - sb]);
  };
  for (int c = 0; c < T::kCells; ++c) {
    const int node = VelocityHalo::index(T::cell_coord(c));
    auto curl = [&](int a, int b) {
      return slope(b, a, u[b].values.data() + node) - slope(a, b, u[a].values.data() + node);
    };
    if constexpr (D == 2) {
      vorticity[0].tile(tile)[c] = curl(0, 1);
    } else {
      for (int a = 0; a < 3; ++a) vorticity[a].tile(tile)[c] = curl((a + 1) % 3, (a + 2) % 3);
    }
  }
}

// Sums of the forces on cells and of their lengths.
struct ForceSums {
  Vec3d force{};
  double size = 0.0;
};

// The lengths of vectors whose components are given as blocks.
template <class Halo, std::size_t N>
Halo lengths(const std::array<Halo, N>& components) {
  Halo size;
  for (std::size_t i = 0; i < size.values.size(); ++i) {
    float sum = 0.0f;
    for (const Halo& component : components) sum += component.values[i] * component.values[i];
    size.values[i] = std::sqrt(sum);
  }
  return size;
}

template <int D>
ForceSums force_of_tile(const GasView<D>& gas, float strength, int tile, FaceViews<const float, D> vorticity,
                        FaceViews<float, D> force) {
  using T = Tile<D>;
  using VorticityHalo = HaloBlock<float, D, 1, 1>;
  std::array<VorticityHalo, kAxial<D>> w;
  for (std::size_t a = 0; a < kAxial<D>; ++a) load_halo(gas.tiles(), vorticity[a], tile, w[a]);
  const VorticityHalo size = lengths(w);
  HaloBlock<CellType, D, 1, 1> types;
  const bool is_plain = gas.content[tile] == TileContent::kFluid;
  if (!is_plain) load_halo(gas.tiles(), gas.type, tile, types);
  ForceSums sums;
  for (int c = 0; c < T::kCells; ++c) {
    const VecI<D> cell = T::cell_coord(c);
    const int node = VorticityHalo::index(cell);
    VecF<D> n, f;
    for (int a = 0; a < D; ++a)
      n[a] = size.values[node + VorticityHalo::stride(a)] - size.values[node - VorticityHalo::stride(a)];
    const float scale = strength / (length(n) + kLeastGradient);
    if constexpr (D == 2) {
      f = {{n[1] * w[0].values[node] * scale, -n[0] * w[0].values[node] * scale}};
    } else {
      const VecF<3> spin = {{w[0].values[node], w[1].values[node], w[2].values[node]}};
      f = cross(n, spin) * scale;
    }
    // Only in the open gas: at a wall, half of the force would push the wall.
    bool is_open = true;
    if (!is_plain)
      for (int i = 0; i < T::kNeighbors; ++i) is_open &= types.at(cell + T::neighbor_offset(i)) == CellType::kFluid;
    if (!is_open) f = {};
    for (int a = 0; a < D; ++a) {
      force[a].tile(tile)[c] = f[a];
      sums.force[a] += static_cast<double>(f[a]);
    }
    sums.size += static_cast<double>(length(f));
  }
  return sums;
}

// The force at the centres, and how to apply it to the faces.
template <int D>
struct Confinement {
  TilesView<D> tiles;
  FaceViews<const float, D> force;
  VecF<D> surplus;
  float half_dt;
};

// Calls visit(velocity, change, cell) for the faces of a tile.
template <int D, class Visit>
void for_each_change(const Confinement<D>& confinement, FaceViews<float, D> velocity, int tile, Visit&& visit) {
  using T = Tile<D>;
  using ForceHalo = HaloBlock<float, D, 1, 0>;
  std::array<ForceHalo, D> f;
  for (std::size_t a = 0; a < D; ++a) load_halo(confinement.tiles, confinement.force[a], tile, f[a]);
  const ForceHalo size = lengths(f);
  for (int a = 0; a < D; ++a) {
    float* u = velocity[a].tile(tile);
    const float* forces = f[a].values.data();
    for (int row = 0; row < T::kCells; row += T::kSide) {
      const int node = ForceHalo::index(T::cell_coord(row)), low = node - ForceHalo::stride(a);
      for (int x = 0; x < T::kSide; ++x)
        visit(u[row + x],
              confinement.half_dt * (forces[node + x] + forces[low + x] -
                                     confinement.surplus[a] * (size.values[node + x] + size.values[low + x])),
              row + x);
    }
  }
}

template <int D>
ChangeOfSquare change_of_tile(const Confinement<D>& confinement, FaceViews<float, D> velocity, const CellType* type,
                              int tile) {
  ChangeOfSquare sum;
  for_each_change<D>(confinement, velocity, tile, [&](float u, float change, int cell) {
    if (type[cell] == CellType::kFluid) sum.add(u, change);
  });
  return sum;
}

}  // namespace

template <int D>
void confine_vorticity(SmokeState<D>& state) {
  const auto curl = state.scratch.template borrow<FaceField<float, D>>();    // at the centres
  const auto forces = state.scratch.template borrow<FaceField<float, D>>();  // as well
  for (auto& field : *curl) field.resize(state.tiles.count());
  for (auto& field : *forces) field.resize(state.tiles.count());
  const GasView<D> gas = gas_view(state);
  const FaceViews<float, D> velocity = state.velocity, vorticity = *curl, force = *forces;
  const auto clear_air = [&](FaceViews<float, D> fields, int tile) {
    if (!gas.is_air(tile)) return false;
    for (const auto& field : fields) std::fill_n(field.tile(tile), Tile<D>::kCells, 0.0f);
    return true;
  };
  for_each_tile("find vorticity", state.tiles, [&](int tile) {
    if (!clear_air(vorticity, tile)) vorticity_of_tile<D>(gas.tiles(), velocity, tile, vorticity);
  });
  const auto strength = static_cast<float>(state.scene.gas.confinement);
  const ForceSums sums = reduce_tiles(
      "find confinement force", state.tiles, ForceSums{},
      [&](int tile) {
        return clear_air(force, tile) ? ForceSums{} : force_of_tile<D>(gas, strength, tile, vorticity, force);
      },
      [](const ForceSums& a, const ForceSums& b) { return ForceSums{a.force + b.force, a.size + b.size}; });
  const Confinement<D> confinement{gas.tiles(), force,
                                   VecF<D>::from(sums.size > 0.0 ? sums.force / sums.size : Vec3d{}),
                                   static_cast<float>(0.5 * state.dt)};
  const ChangeOfSquare whole = reduce_tiles(
      "find work of confinement", state.tiles, ChangeOfSquare{},
      [&](int tile) {
        return gas.is_air(tile) ? ChangeOfSquare{}
                                : change_of_tile<D>(confinement, velocity, gas.type.tile(tile), tile);
      },
      [](const ChangeOfSquare& a, const ChangeOfSquare& b) { return a + b; });
  const double share = whole.share_within(state.confinement_budget);
  state.confinement_budget -= whole.with(share);
  const auto part = static_cast<float>(share);
  for_each_tile("apply confinement force", state.tiles, [&](int tile) {
    if (gas.is_air(tile)) return;
    for_each_change<D>(confinement, velocity, tile, [&](float& u, float change, int) { u += part * change; });
  });
}

template void confine_vorticity<2>(SmokeState<2>&);
template void confine_vorticity<3>(SmokeState<3>&);

}  // namespace spindrift
