// Extrapolates the velocity from the faces of the liquid into air and solids, layer by layer: an undefined face takes
// the mean of its defined neighbours along the axes. The change of velocity is extrapolated too, so that FLIP never
// adds the difference between an extrapolated velocity and a transferred one. Beyond the last layer faces become NaN.
//
// Faces closed by solids are extrapolated as well and then slide along the solid (slide_along_solids): particles beside
// solids sample them.
//
// A layer is computed from lower layers only, and tiles are processed by colour: the result depends neither on the
// order of tiles nor on the number of threads.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>
#include <span>
#include <type_traits>

#include "base/simd.h"
#include "exec/parallel.h"
#include "fluid/solids.h"
#include "grid/for_each_tile.h"
#include "grid/halo.h"
#include "liquid/density/rest.h"
#include "liquid/liquid_step.h"

namespace spindrift {

namespace {

// A face closed by a solid, its velocity from the particles, and the excess of that over the extrapolated velocity.
struct ClosedFace {
  int axis, cell;
  float transferred, surplus;
};
using ClosedFaces = TileLists<ClosedFace>;

constexpr int kRow = 3;                // faces in a row toward a wall make two slopes
constexpr float kSampledDepth = 2.5f;  // cells: no particle samples closed faces deeper in a solid, by any kernel

template <int D>
bool is_near_solid(const SolidsView<D>& solids, int tile) {
  const float* distance = solids.distance.tile(tile);
  return std::any_of(distance, distance + Tile<D>::kCells, [](float d) { return d < kSampledDepth; });
}

// Whether a face lies on or behind a wall of the domain.
template <int D>
bool is_wall(const Domain<D>& domain, VecI<D> cell, int axis) {
  if (is_behind_wall(domain, cell)) return true;
  --cell[axis];
  return is_behind_wall(domain, cell);
}

// Beside a wall, particles on one side of a face only make the slope too small: use the one farther inside, at most
// twice the slope at the wall, and zero where their signs differ.
float slope_onward(float at_wall, float inside) {
  if (at_wall * inside <= 0.0f) return 0.0f;
  return std::copysign(std::min(2.0f * std::abs(at_wall), std::abs(inside)), inside);
}

template <int D>
void continue_slopes_in_tile(const SolidsView<D>& solids, const FieldView<const std::uint8_t, D>& all_known, int layer,
                             int tile, int axis, float share, const FieldView<float, D>& all_velocity) {
  using Known = HaloBlock<std::uint8_t, D, kRow>;
  using Velocity = HaloBlock<float, D, kRow>;
  const float* area = solids.open_area[axis].tile(tile);
  const std::uint8_t* known = all_known.tile(tile);
  const auto is_new = [&](int c) {
    return known[c] == layer + 1 && area[c] == 0.0f &&
           !is_wall(solids.domain, solids.tiles.first_cell(tile) + Tile<D>::cell_coord(c), axis);
  };
  int c = 0;
  while (c < Tile<D>::kCells && !is_new(c)) ++c;
  if (c == Tile<D>::kCells) return;
  Known layers;
  Velocity velocity;
  load_halo(solids.tiles, all_known, tile, layers);
  load_halo(solids.tiles, all_velocity, tile, velocity);
  for (; c < Tile<D>::kCells; ++c) {
    if (!is_new(c)) continue;
    const int at = Known::index(Tile<D>::cell_coord(c));
    float sum = 0.0f;
    int count = 0;
    for (int b = 0; b < D; ++b)
      for (const int step : {-Known::stride(b), Known::stride(b)}) {
        const auto is_source = [&](int i) { return layers.values[at + i * step] - 1u < static_cast<unsigned>(layer); };
        if (!is_source(1) || !is_source(2) || !is_source(3)) continue;
        const auto u = [&](int i) { return velocity.values[at + i * step]; };
        sum += u(1) + share * slope_onward(u(1) - u(2), u(2) - u(3));
        ++count;
      }
    if (count > 0) all_velocity.tile(tile)[c] = sum / static_cast<float>(count);
  }
}

// Velocity and change to subtract from a closed face.
struct Slide {
  int axis, cell;
  float velocity, change;
};

template <int D>
using FaceBlocks = std::array<HaloBlock<float, D, 1, 1>, D>;

// The velocity at the low face of a cell: its own component, and the means of the four faces around it for the others.
template <int D>
VecD<D> velocity_at_face(const FaceBlocks<D>& u, const VecI<D>& local, int axis, const VecD<D>& elsewhere) {
  VecD<D> v;
  for (int b = 0; b < D; ++b) {
    if (b == axis) {
      v[b] = static_cast<double>(u[b].at(local));
      continue;
    }
    double sum = 0.0;
    int count = 0;
    for (int i = 0; i < 4; ++i) {
      VecI<D> at = local;
      at[axis] -= i & 1;
      at[b] += i >> 1;
      const float value = u[b].at(at);
      if (std::isnan(value)) continue;
      sum += static_cast<double>(value);
      ++count;
    }
    v[b] = count > 0 ? sum / count : elsewhere[b];
  }
  return v;
}

// Loads the surplus of the closed faces in and around a tile; NaN elsewhere.
template <int D>
void load_surplus(const TilesView<D>& map, const ClosedFaces& faces, int tile, FaceBlocks<D>& surplus) {
  for (auto& block : surplus) block.values.fill(std::numeric_limits<float>::quiet_NaN());
  for (int n = 0; n < Tile<D>::kNeighbors; ++n) {
    const VecI<D> offset = Tile<D>::neighbor_offset(n) * Tile<D>::kSide;
    for (const ClosedFace& face : faces[map.neighbors(tile)[n]]) {
      const VecI<D> local = Tile<D>::cell_coord(face.cell) + offset;
      bool is_near = true;
      for (int b = 0; b < D; ++b) is_near &= local[b] >= -1 && local[b] <= Tile<D>::kSide;
      if (is_near) surplus[face.axis].at(local) = face.surplus;
    }
  }
}

// Whether the grid resolves the flow beside a closed face: there are open faces in a row toward it.
template <int D>
bool is_beside_flow(const HaloBlock<float, D, kRow>& area, const VecI<D>& local) {
  const float* here = &area.at(local);
  for (int b = 0; b < D; ++b)
    for (const int step : {-HaloBlock<float, D, kRow>::stride(b), HaloBlock<float, D, kRow>::stride(b)}) {
      bool is_open = true;
      for (int i = 1; i <= kRow; ++i) is_open &= here[i * step] > 0.0f;
      if (is_open) return true;
    }
  return false;
}

// The components across the solid at the low face of a cell, of the velocity and of the change with the surplus. In
// slots no pressure acts against the surplus along the walls either, so all of it is removed.
template <int D>
Slide slide_at_face(const SolidsView<D>& solids, const FaceBlocks<D>& u, const FaceBlocks<D>& surplus,
                    const HaloBlock<float, D, kRow>& area, int tile, int cell, int axis) {
  const VecI<D> local = Tile<D>::cell_coord(cell);
  VecD<D> face = VecD<D>::from(solids.tiles.first_cell(tile) + local) + VecD<D>::filled(0.5);
  face[axis] -= 0.5;
  const VecD<D> world = solids.domain.to_world(face);
  const Solid<D>* solid = nullptr;
  distance_to_solids(solids.solids, world, &solid);
  const VecD<D> normal = solid->normal(world, kNormalStep * solids.domain.h), of_solid = solid->velocity(world);
  const double outward = dot(velocity_at_face<D>(u, local, axis, of_solid) - of_solid, normal);
  const float own = surplus[axis].at(local);
  double gathered = 0.0;  // along the axis
  if (!std::isnan(own))
    gathered = is_beside_flow<D>(area, local)
                   ? normal[axis] * dot(velocity_at_face<D>(surplus, local, axis, {}), normal)
                   : static_cast<double>(own);
  return {axis, cell, static_cast<float>(normal[axis] * outward),
          static_cast<float>(normal[axis] * outward + gathered)};
}

// The flow on the faces, as the kernels below read and write it.
template <int D>
struct SlidingFlow {
  FaceViews<std::uint8_t, D> known;
  FaceViews<float, D> velocity, change, drift;  // drift: may be empty

  explicit SlidingFlow(LiquidState<D>& state)
      : known(state.known), velocity(state.velocity), change(state.velocity_change), drift(state.drift) {}
};

// `diagonals` are those of the pressure matrix. Zero marks an isolated single-cell pocket, whose velocity is otherwise
// unconstrained.
template <int D>
void undefine_closed_faces_of_tile(const SolidsView<D>& solids, const FieldView<const float, D>& diagonals,
                                   const SlidingFlow<D>& flow, int tile, ClosedFaces::List& found) {
  using Diagonals = HaloBlock<float, D, 1, 0>;
  Diagonals around;
  load_halo(solids.tiles, diagonals, tile, around);
  for (int a = 0; a < D; ++a) {
    const float* area = solids.open_area[a].tile(tile);
    std::uint8_t* known = flow.known[a].tile(tile);
    const float* velocity = flow.velocity[a].tile(tile);
    const float* change = flow.change[a].tile(tile);
    for (int c = 0; c < Tile<D>::kCells; ++c) {
      if (!known[c] || area[c] != 0.0f) continue;
      const VecI<D> cell = Tile<D>::cell_coord(c);
      const float* diagonal = &around.at(cell);
      const bool has_flow = diagonal[0] > 0.0f || diagonal[-Diagonals::stride(a)] > 0.0f;
      if (!has_flow || is_wall(solids.domain, solids.tiles.first_cell(tile) + cell, a)) continue;
      known[c] = 0;
      if (change[c] != 0.0f) found.push_back({a, c, velocity[c] - change[c], 0.0f});  // 0: no particle reached it
    }
  }
}

template <int D>
void find_slides_in_tile(const SolidsView<D>& solids, const SlidingFlow<D>& flow, const FaceBlocks<D>& surplus,
                         int tile, TileLists<Slide>::List& found) {
  FaceBlocks<D> u;
  for (std::size_t a = 0; a < D; ++a) load_halo(solids.tiles, flow.velocity[a], tile, u[a]);
  const float* distance = solids.distance.tile(tile);
  for (int a = 0; a < D; ++a) {
    HaloBlock<float, D, kRow> areas;
    load_halo(solids.tiles, solids.open_area[a], tile, areas);
    const float* area = solids.open_area[a].tile(tile);
    const std::uint8_t* known = flow.known[a].tile(tile);
    for (int c = 0; c < Tile<D>::kCells; ++c) {
      if (!known[c] || area[c] != 0.0f || distance[c] < -kSampledDepth) continue;
      if (is_wall(solids.domain, solids.tiles.first_cell(tile) + Tile<D>::cell_coord(c), a)) continue;
      found.push_back(slide_at_face<D>(solids, u, surplus, areas, tile, c, a));
    }
  }
}

template <int D>
void slide_tile(const SlidingFlow<D>& flow, int tile, std::span<const Slide> slides) {
  for (const Slide& slide : slides) {
    flow.velocity[slide.axis].tile(tile)[slide.cell] -= slide.velocity;
    flow.change[slide.axis].tile(tile)[slide.cell] -= slide.change;
    if (!flow.drift.empty()) flow.drift[slide.axis].tile(tile)[slide.cell] = 0.0f;
  }
}

// Marks the faces that solids close as undefined, so that the extrapolation reaches into the solids. Faces on the
// domain's walls keep their zero. Lists in `faces` those that particles had reached.
template <int D>
void undefine_closed_faces(LiquidState<D>& state, ClosedFaces& faces) {
  const SolidsView<D> solids = state.solids_view();
  const FieldView<const float, D> diagonals = state.pressure_system.diagonal;
  const SlidingFlow<D> flow(state);
  faces.build(
      "undefine closed faces", state.tiles,
      [&](int tile, ClosedFaces::List& found) {
        if (is_near_solid(solids, tile)) undefine_closed_faces_of_tile(solids, diagonals, flow, tile, found);
      },
      1);
}

// Continues the slope of the velocity to the closed faces of this layer: where water turns along a wall, the velocity
// beside it differs from that one cell farther inside. The share falls as the liquid comes to rest, when slopes are
// noise.
template <int D>
void continue_slopes(LiquidState<D>& state, int layer) {
  const auto share = static_cast<float>(flip_damping(state));
  const SolidsView<D> solids = state.solids_view();
  const SlidingFlow<D> flow(state);
  for_each_tile(
      "continue slopes into solids", state.tiles,
      [&](int tile) {
        if (!is_near_solid(solids, tile)) return;
        for (int a = 0; a < D; ++a)
          continue_slopes_in_tile<D>(solids, flow.known[a], layer, tile, a, share, flow.velocity[a]);
      },
      1);
}

// Removes the component across the solid's surface from the velocity on closed faces, relative to the solid: free slip
// [Bridson2015, sec. 5.1]. The change loses as much, and on `faces` also the surplus across the surface; the surplus
// along it stays, except in slots. The drift becomes zero.
template <int D>
void slide_along_solids(LiquidState<D>& state, ClosedFaces& faces) {
  const SolidsView<D> solids = state.solids_view();
  const SlidingFlow<D> flow(state);
  for_each_tile("find surplus of particles", state.tiles, [&](int tile) {
    for (ClosedFace& face : faces[tile]) {
      const float u = flow.velocity[face.axis].tile(tile)[face.cell];
      const float extrapolated = u - flow.change[face.axis].tile(tile)[face.cell];
      face.surplus = face.transferred - extrapolated;
    }
  });
  const auto slides = state.scratch.template borrow<TileLists<Slide>>();
  slides->build(
      "find slides along solids", state.tiles,
      [&](int tile, TileLists<Slide>::List& found) {
        if (!is_near_solid(solids, tile)) return;
        FaceBlocks<D> surplus;
        load_surplus<D>(solids.tiles, faces, tile, surplus);
        find_slides_in_tile<D>(solids, flow, surplus, tile, found);
      },
      1);
  for_each_tile("slide along solids", state.tiles, [&](int tile) { slide_tile<D>(flow, tile, (*slides)[tile]); });
}

constexpr int kSlopedLayers = 2;  // inside of solids: as far as particles beside them sample

template <int D>
using Layers = HaloBlock<std::uint8_t, D, 1, 1>;

// The faces of a row that are known from lower layers. Zero (undefined) minus one wraps around to the largest value.
template <class Row>
Row find_sources(const std::uint8_t* row, int layer) {
  return is_less(load_bytes<Row>(row) - 1, static_cast<std::uint8_t>(layer));
}

// The undefined faces of a row with a known neighbour.
template <int D>
RowBytes<D> find_takers(const std::uint8_t* row, int layer) {
  using Row = RowBytes<D>;
  Row sources{};
  for (int a = 0; a < D; ++a)
    for (const int step : {-Layers<D>::stride(a), Layers<D>::stride(a)})
      sources |= find_sources<Row>(row + step, layer);
  return is_equal(load_bytes<Row>(row), 0) & sources;
}

// The extrapolated fields: the velocity, its change, the drift if there is one, and the viscous change for
// center_velocity.
template <int D>
struct ExtrapolatedFields {
  TilesView<D> tiles;
  FaceViews<std::uint8_t, D> known;
  std::array<FaceViews<float, D>, 4> list{};
  std::size_t count = 0;

  explicit ExtrapolatedFields(LiquidState<D>& state) : tiles(state.tiles), known(state.known) {
    list[count++] = state.velocity;
    list[count++] = state.velocity_change;
    if (!state.drift[0].empty()) list[count++] = state.drift;
    if (!state.viscous_change[0].empty()) list[count++] = state.viscous_change;
  }
};
static_assert(std::is_trivially_copyable_v<ExtrapolatedFields<3>>);

// A tile's values, zero where they are undefined: sums need no branch and are vectorised.
template <int D>
class SourceValues {
 public:
  void load(const ExtrapolatedFields<D>& fields, int axis, int tile, const Layers<D>& layers, int layer) {
    for (std::size_t i = 0; i < counts_.values.size(); ++i)
      counts_.values[i] = layers.values[i] != 0 && layers.values[i] <= layer ? 1.0f : 0.0f;
    for (std::size_t f = 0; f < fields.count; ++f) {
      Block& block = values_[f];
      load_halo(fields.tiles, fields.list[f][axis], tile, block);
      for (std::size_t i = 0; i < block.values.size(); ++i)
        block.values[i] = counts_.values[i] > 0.0f ? block.values[i] : 0.0f;
    }
  }

  // Sets the faces of the row from `first` to the mean of the sources around them, where `takes` is set.
  void take(int first, RowBytes<D> takes, std::size_t field, float* row) const {
    const auto at = static_cast<std::size_t>(Block::index(Tile<D>::cell_coord(first)));
    const float *values = &values_[field].values[at], *counts = &counts_.values[at];
    std::uint8_t wants[Tile<D>::kSide];
    store_bytes(wants, takes);
    for (int x = 0; x < Tile<D>::kSide; x += 8) {
      Float8 sum = splat8(0.0f), count = splat8(0.0f);
      for (int a = 0; a < D; ++a)
        for (const int step : {-Block::stride(a), Block::stride(a)}) {
          sum += load8(values + x + step);
          count += load8(counts + x + step);
        }
      const Float8 mean = sum / max8(count, splat8(1.0f));
      const Float8 is_taker = __builtin_convertvector(load_bytes<Byte8>(wants + x), Float8);
      store8(row + x, is_taker > splat8(0.0f) ? mean : load8(row + x));
    }
  }

 private:
  using Block = HaloBlock<float, D, 1, 1>;
  Block counts_;
  std::array<Block, 4> values_;
};

template <int D>
void extrapolate_tile(const ExtrapolatedFields<D>& fields, int axis, int tile, int layer) {
  using T = Tile<D>;
  std::uint8_t* known = fields.known[axis].tile(tile);
  if (std::memchr(known, 0, T::kCells) == nullptr) return;  // the inside of the liquid
  Layers<D> layers;
  load_halo(fields.tiles, fields.known[axis], tile, layers);
  SourceValues<D> sources;
  bool is_loaded = false;
  for (int first = 0; first < T::kCells; first += T::kSide) {
    const RowBytes<D> takes = find_takers<D>(&layers.at(T::cell_coord(first)), layer);
    if (!any_bit(takes)) continue;
    if (!is_loaded) sources.load(fields, axis, tile, layers, layer);
    is_loaded = true;
    for (std::size_t f = 0; f < fields.count; ++f)
      sources.take(first, takes, f, fields.list[f][axis].tile(tile) + first);
    const auto before = load_bytes<RowBytes<D>>(known + first);  // zero where it takes
    store_bytes(known + first, before | (takes & static_cast<std::uint8_t>(layer + 1)));
  }
}

template <int D>
void undefine_tile_beyond_layers(const FieldView<const std::uint8_t, D>& all_known, int tile,
                                 const FieldView<float, D>& velocity, const FieldView<float, D>& velocity_change,
                                 const FieldView<float, D>& all_drift) {
  constexpr float kUndefined = std::numeric_limits<float>::quiet_NaN();
  const std::uint8_t* known = all_known.tile(tile);
  float* u = velocity.tile(tile);
  float* change = velocity_change.tile(tile);
  for (int c = 0; c < Tile<D>::kCells; ++c) {
    u[c] = known[c] ? u[c] : kUndefined;
    change[c] = known[c] ? change[c] : kUndefined;
  }
  if (all_drift.empty()) return;
  float* drift = all_drift.tile(tile);
  for (int c = 0; c < Tile<D>::kCells; ++c) drift[c] = known[c] ? drift[c] : 0.0f;
}

template <int D>
void undefine_beyond_layers(LiquidState<D>& state) {
  constexpr std::size_t kUndefineGrain = 4096 / Tile<D>::kCells;  // values of an axis
  const FaceViews<const std::uint8_t, D> known = state.known;
  const FaceViews<float, D> velocity = state.velocity, change = state.velocity_change, drift = state.drift;
  parallel_for(
      "undefine faces beyond the layers", state.tiles.count() + 1,
      [&](std::size_t i) {  // the dummy tile too
        for (int a = 0; a < D; ++a)
          undefine_tile_beyond_layers(known[a], static_cast<int>(i), velocity[a], change[a], drift[a]);
      },
      kUndefineGrain);
}

}  // namespace

template <int D>
void extrapolate_velocity(LiquidState<D>& state) {
  const int layers = state.extrapolation_layers();
  const auto faces = state.scratch.template borrow<ClosedFaces>();
  if (!state.solids.empty()) undefine_closed_faces(state, *faces);
  const ExtrapolatedFields<D> fields(state);
  for (int layer = 1; layer <= layers; ++layer) {
    for_each_tile_by_color("extrapolate velocity", state.tiles, [&](int tile) {
      for (int axis = 0; axis < D; ++axis) extrapolate_tile(fields, axis, tile, layer);
    });
    if (!state.solids.empty() && layer <= kSlopedLayers) continue_slopes(state, layer);
  }
  undefine_beyond_layers(state);
  if (!state.solids.empty()) slide_along_solids(state, *faces);
}

template void extrapolate_velocity<2>(LiquidState<2>&);
template void extrapolate_velocity<3>(LiquidState<3>&);

}  // namespace spindrift
