// Finds the curvature of the free surface, for surface tension. Second derivatives of a surface found from particles
// are mostly noise, so it is smoothed first, for this purpose only: the share c of each cell below the surface is
// averaged over a few cells [Brackbill1992, Williams1999], and then
//   kappa = -div(grad c / |grad c|) = (g.H g - |g|^2 tr H) / |g|^3,    g = grad c, H = the second derivatives of c.
//
// This is the curvature of the contour through the cell's centre. It must be constant along a normal: were it lower
// outside, as on circles of larger radius, bumps too short to show in c would grow. So each cell takes the curvature of
// the contour c = 1/2, at the distance e = (1/2 - c) / |g| inward. That contour lies d^2 kappa / 2 inside of the
// surface, d being the width of the mean. With radii R = (D - 1) / kappa,
//   R_surface = R - e + d^2 kappa / 2.
// Finally the curvature is averaged along the surface. Walls and solids mirror the liquid, so the surface meets them at
// a right angle.
#include <algorithm>
#include <cmath>

#include "geometry/fractions.h"
#include "grid/for_each_tile.h"
#include "grid/halo.h"
#include "liquid/liquid_step.h"

namespace spindrift {

namespace {

constexpr float kSideWeight = 0.25f;  // of a pass: 1/4, 1/2, 1/4 along each axis
// Fewer, and noise of single particles drives currents along the surface; more, and small drops lose their shape.
constexpr int kPasses = 8;
// Over the curvature. Without these and without the correction to the surface, waves of four cells grow on a drop at
// rest (docs/methods/surface-tension.md).
constexpr int kPassesAlongSurface = 4;
constexpr float kSquareWidth = 2.0f * kSideWeight * kPasses;  // d^2 of the mean
constexpr float kLeastSlope = 1e-3f;                          // of c over a cell: where it is less there is no surface
constexpr float kLeastWeight = 1e-6f;                         // far from the surface, where the curvature is not used
constexpr float kMostCorrection = 2.0f;  // of a radius, up or down; more happens only to drops of a few cells
template <int D>
constexpr float kLargest = D - 1;  // no drop is smaller than a cell

template <int D>
using Ring = HaloBlock<float, D, 1, 1>;
template <int D>
using OpenCells = HaloBlock<std::uint8_t, D, 1, 1>;

template <int D>
OpenCells<D> load_open_cells(const TilesView<D>& tiles, const FieldView<const CellType, D>& all_types, int tile) {
  HaloBlock<CellType, D, 1, 1> types;
  load_halo(tiles, all_types, tile, types);
  OpenCells<D> open;
  for (std::size_t i = 0; i < types.values.size(); ++i) open.values[i] = types.values[i] != CellType::kSolid;
  return open;
}

template <int D>
bool is_even(const Ring<D>& block) {
  return std::all_of(block.values.begin(), block.values.end(), [&](float v) { return v == block.values[0]; });
}

template <int D>
void smooth_tile(const TilesView<D>& tiles, const FieldView<const CellType, D>& types,
                 const FieldView<const float, D>& field, int tile, float* to) {
  Ring<D> block;
  load_halo(tiles, field, tile, block);
  if (!is_even<D>(block)) average_with_neighbors(load_open_cells(tiles, types, tile), kSideWeight, block);
  for (int c = 0; c < Tile<D>::kCells; ++c) to[c] = block.at(Tile<D>::cell_coord(c));
}

template <int D>
void smooth(const LiquidState<D>& state, CellField<float, D>& field, CellField<float, D>& spare, int passes) {
  spare.resize(state.tiles.count());
  const TilesView<D> tiles = state.tiles;
  const FieldView<const CellType, D> types = state.type;
  for (int pass = 0; pass < passes; ++pass) {
    const FieldView<const float, D> before = field;
    const FieldView<float, D> to = spare;
    for_each_tile(
        "smooth liquid shares", state.tiles, [&](int tile) { smooth_tile(tiles, types, before, tile, to.tile(tile)); },
        4);
    field.swap(spare);
  }
}

// Values around a cell. A solid cell has the value of its mirror image on this side of the wall.
template <int D>
struct MirroredValues {
  const Ring<D>& values;
  const OpenCells<D>& open;
  VecI<D> cell;

  float operator()(const VecI<D>& offset) const {
    if (open.at(cell + offset)) return values.at(cell + offset);
    for (int a = 0; a < D; ++a) {
      VecI<D> image = offset;
      image[a] = 0;
      if (open.at(cell + image)) return values.at(cell + image);
    }
    return values.at(cell);
  }
  float along(int a, int step) const { return across(a, a, step, step); }
  float across(int a, int b, int step_a, int step_b) const {
    VecI<D> offset;
    offset[a] = step_a;
    offset[b] = step_b;
    return (*this)(offset);
  }
};

// The curvature of the surface near a cell.
template <int D>
float surface_curvature(const MirroredValues<D>& c) {
  const float here = c(VecI<D>{});
  VecF<D> g;
  for (int a = 0; a < D; ++a) g[a] = 0.5f * (c.along(a, 1) - c.along(a, -1));
  const float square = dot(g, g), slope = std::sqrt(square);
  if (slope < kLeastSlope) return 0.0f;
  float trace = 0.0f, bent = 0.0f;  // tr H and g.H g
  for (int a = 0; a < D; ++a) {
    const float second = c.along(a, 1) - 2.0f * here + c.along(a, -1);
    trace += second;
    bent += g[a] * g[a] * second;
    for (int b = a + 1; b < D; ++b)
      bent += 0.5f * g[a] * g[b] *
              (c.across(a, b, 1, 1) - c.across(a, b, 1, -1) - c.across(a, b, -1, 1) + c.across(a, b, -1, -1));
  }
  const float kappa = (bent - square * trace) / (square * slope);
  const float outward = 0.5f * kSquareWidth * kappa - (0.5f - here) / slope;
  const float stretch = std::clamp(1.0f + outward * kappa / (D - 1), 1.0f / kMostCorrection, kMostCorrection);
  return std::clamp(kappa / stretch, -kLargest<D>, kLargest<D>);
}

// Fills the weight, 1 at the surface and 0 far from it, and the curvature times the weight.
template <int D>
void find_weighted_curvature(const TilesView<D>& tiles, const FieldView<const CellType, D>& types,
                             const FieldView<const float, D>& share, int tile, float* curvature, float* weight) {
  using T = Tile<D>;
  Ring<D> c;
  load_halo(tiles, share, tile, c);
  std::fill_n(curvature, T::kCells, 0.0f);
  std::fill_n(weight, T::kCells, 0.0f);
  if (is_even<D>(c)) return;
  const OpenCells<D> open = load_open_cells(tiles, types, tile);
  for (int i = 0; i < T::kCells; ++i) {
    const VecI<D> cell = T::cell_coord(i);
    if (!open.at(cell)) continue;
    const float w = 4.0f * c.at(cell) * (1.0f - c.at(cell));
    weight[i] = w * w;
    curvature[i] = weight[i] * surface_curvature<D>({c, open, cell});
  }
}

}  // namespace

template <int D>
void find_curvature(LiquidState<D>& state) {
  const auto of_share = state.scratch.template borrow<CellField<float, D>>();
  const auto of_weight = state.scratch.template borrow<CellField<float, D>>();
  const auto of_spare = state.scratch.template borrow<CellField<float, D>>();
  CellField<float, D>&curvature = state.curvature, &share = *of_share, &weight = *of_weight, &spare = *of_spare;
  share.resize(state.tiles.count());
  weight.resize(state.tiles.count());
  const TilesView<D> tiles = state.tiles;
  const FieldView<const CellType, D> types = state.type;
  const FieldView<const float, D> distances = state.surface_distance;
  FieldView<float, D> shares = share, curvatures = curvature, weights = weight;
  for_each_tile(
      "fill liquid shares", state.tiles,
      [&](int tile) {
        const float* distance = distances.tile(tile);
        for (int c = 0; c < Tile<D>::kCells; ++c) shares.tile(tile)[c] = volume_fraction_inside(distance[c]);
      },
      4);
  smooth(state, share, spare, kPasses);
  shares = share;
  for_each_tile(
      "find weighted curvature", state.tiles,
      [&](int tile) {
        find_weighted_curvature<D>(tiles, types, shares, tile, curvatures.tile(tile), weights.tile(tile));
      },
      4);
  smooth(state, curvature, spare, kPassesAlongSurface);
  smooth(state, weight, spare, kPassesAlongSurface);
  curvatures = curvature;
  weights = weight;
  for_each_tile(
      "divide curvature by weight", state.tiles,
      [&](int tile) {
        for (int c = 0; c < Tile<D>::kCells; ++c)
          curvatures.tile(tile)[c] /= std::max(weights.tile(tile)[c], kLeastWeight);
      },
      4);
}

template void find_curvature<2>(LiquidState<2>&);
template void find_curvature<3>(LiquidState<3>&);

}  // namespace spindrift
