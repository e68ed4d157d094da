// In a tank that moves: finds what its motion does in this step, and turns the velocity by Coriolis' acceleration,
// du/dt = -2 w x u. A turn by the angle t in the plane of the axes a and b is three shears,
//   u_a += tan(t/2) u_b,   u_b -= sin(t) u_a,   u_a += tan(t/2) u_b,
// where each takes the mean of the other component's four faces around a face. The means to and fro are transposes of
// each other, so that no shear adds energy to a smooth flow, and a uniform one is turned exactly.
#include "base/math.h"
#include "fluid/force_field.h"
#include "grid/for_each_tile.h"
#include "grid/halo.h"
#include "smoke/smoke_step.h"

namespace spindrift {

namespace {

// u_a += by * u_b in a tile.
template <int D>
void shear_tile(const TilesView<D>& tiles, const FaceViews<float, D>& velocity, int a, int b, float by, int tile) {
  using T = Tile<D>;
  using OtherHalo = HaloBlock<float, D, 1, 1>;
  OtherHalo other;
  load_halo(tiles, velocity[b], tile, other);
  float* u = velocity[a].tile(tile);
  const int back = -OtherHalo::stride(a), on = OtherHalo::stride(b);
  for (int c = 0; c < T::kCells; ++c) {
    const float* at = other.values.data() + OtherHalo::index(T::cell_coord(c));
    u[c] += by * (0.25f * ((at[0] + at[back]) + (at[on] + at[on + back])));
  }
}

template <int D>
void shear_velocity(SmokeState<D>& state, int a, int b, float by) {
  const TilesView<D> tiles = state.tiles;
  const FaceViews<float, D> velocity = state.velocity;
  for_each_tile("shear velocity", state.tiles, [&](int tile) { shear_tile(tiles, velocity, a, b, by, tile); }, 4);
}

// Turns the velocity by an angle, radians, from axis b towards axis a.
template <int D>
void turn_in_plane(SmokeState<D>& state, int a, int b, double angle) {
  const auto half = static_cast<float>(math::tan(0.5 * angle)), whole = static_cast<float>(math::sin(angle));
  shear_velocity(state, a, b, half);
  shear_velocity(state, b, a, -whole);
  shear_velocity(state, a, b, half);
}

}  // namespace

template <int D>
void turn_velocity(SmokeState<D>& state) {
  state.frame = step_of_frame(state);
  // du_x/dt = 2 w_z u_y, du_y/dt = -2 w_z u_x; the other axes by turns.
  for (int axis = D == 3 ? 0 : 2; axis < 3; ++axis) {
    const double angle = 2.0 * state.frame.spin[axis] * state.dt;
    if (angle != 0.0) turn_in_plane(state, (axis + 1) % 3, (axis + 2) % 3, angle);
  }
}

template void turn_velocity<2>(SmokeState<2>&);
template void turn_velocity<3>(SmokeState<3>&);

}  // namespace spindrift
