// The matrix of viscosity. All volumes are sums of octants: all of a cell's own, half of a face's two cells, a quarter
// of an edge's four. Strain counts only where every face it needs has a velocity.
//
// No slip at walls: an edge between two closed faces of one axis is on a wall, which separates the two faces along it.
// Each of them is half a cell away, so the strain is 2 (u - u_wall) / h in its half of the edge's cube. Only one face
// is unknown, so this is not an edge of the matrix but a drag on the face, 4 k V. Where liquid slips there is none.
#include <algorithm>
#include <type_traits>

#include "exec/parallel.h"
#include "grid/for_each_tile.h"
#include "grid/halo.h"
#include "linear/viscosity/viscosity_solver.h"

namespace spindrift {

namespace {

// A velocity beside fluid is an unknown, or given where a wall closes the face; elsewhere there is none.
struct FaceKind {
  bool closed, wet;

  bool is_free() const { return wet && !closed; }
};

// Octants with the given sides of axes a and b, as a share of a whole cell. With a == b, the half on that side.
template <int D>
float share(const Octants<D>& octants, int a, int side_a, int b, int side_b) {
  int sum = 0;
  for (int o = 0; o < (1 << D); ++o)
    if (((o >> a) & 1) == side_a && ((o >> b) & 1) == side_b) sum += octants[o];
  return static_cast<float>(sum) / (1.0f * kFullOctant * (1 << D));
}

// Input and entries of the matrix; see ViscositySystem.
template <int D>
struct ViscosityView {
  TilesView<D> tiles;
  FieldView<const CellType, D> type;
  FaceViews<const float, D> open_area;  // empty: none are given
  FieldView<const Octants<D>, D> octants;
  FieldView<const float, D> strength;
  bool slips;

  FaceViews<float, D> inertia, drag;
  FieldView<float, D> stretch;
  FieldViews<float, D, kEdgeFields<D>> shear;
  FaceViews<float, D> inverse_diagonal;
};
static_assert(std::is_trivially_copyable_v<ViscosityView<3>>);

// A tile with the cells around it. Places are indices into the blocks. A face or an edge is on the low sides of its
// cell.
template <int D>
struct ViscousCells {
  using TypeBlock = HaloBlock<CellType, D, 1>;
  TypeBlock type;
  HaloBlock<Octants<D>, D, 1> octants;
  HaloBlock<float, D, 1> strength;
  std::array<HaloBlock<float, D, 1>, D> area;
  bool has_area;

  ViscousCells(const ViscosityView<D>& of, int tile) : has_area(!of.open_area.empty()) {
    load_halo(of.tiles, of.type, tile, type);
    load_halo(of.tiles, of.octants, tile, octants);
    load_halo(of.tiles, of.strength, tile, strength);
    for (int a = 0; has_area && a < D; ++a) load_halo(of.tiles, of.open_area[a], tile, area[a]);
  }
  FaceKind face(int i, int a) const {
    const CellType here = type.values[i], low = type.values[i - TypeBlock::stride(a)];
    const bool cut_off = has_area && area[a].values[i] == 0.0f;
    return {here == CellType::kSolid || low == CellType::kSolid || cut_off,
            here == CellType::kFluid || low == CellType::kFluid};
  }
  // Whether a wall across axis b runs through the edge.
  bool has_wall(int i, int a, int b) const { return face(i, b).closed && face(i - TypeBlock::stride(a), b).closed; }

  float face_volume(int i, int a) const {
    return share<D>(octants.values[i], a, 0, a, 0) + share<D>(octants.values[i - TypeBlock::stride(a)], a, 1, a, 1);
  }
  float cell_volume(int i) const {
    return share<D>(octants.values[i], 0, 0, 0, 0) + share<D>(octants.values[i], 0, 1, 0, 1);
  }
  // k V of the half of an edge's cube on the low (1) or high (0) side of axis b: the high or low octants of two cells.
  float half_edge_strength(int i, int a, int b, int low) const {
    float sum = 0.0f;
    for (const int da : {0, 1}) {
      const int j = i - da * TypeBlock::stride(a) - low * TypeBlock::stride(b);
      sum += strength.values[j] * share<D>(octants.values[j], a, da, b, low);
    }
    return sum;
  }
  float shear(int i, int a, int b) const {
    const bool complete = face(i, a).wet && face(i - TypeBlock::stride(b), a).wet && face(i, b).wet &&
                          face(i - TypeBlock::stride(a), b).wet && !has_wall(i, a, b) && !has_wall(i, b, a);
    return complete ? half_edge_strength(i, a, b, 0) + half_edge_strength(i, a, b, 1) : 0.0f;
  }
  // The drag of the walls along a free face.
  float drag(int i, int a) const {
    float sum = 0.0f;
    for (int b = 0; b < D; ++b) {
      if (b == a) continue;
      const int high = i + TypeBlock::stride(b);
      if (has_wall(i, a, b)) sum += 4.0f * half_edge_strength(i, a, b, 0);
      if (has_wall(high, a, b)) sum += 4.0f * half_edge_strength(high, a, b, 1);
    }
    return sum;
  }
};

// Returns which rows of the tile have equations.
template <int D>
std::uint64_t build_tile(const ViscosityView<D>& of, int tile) {
  using T = Tile<D>;
  const ViscousCells<D> cells(of, tile);
  std::uint64_t rows = 0;
  for (int c = 0; c < T::kCells; ++c) {
    const int i = ViscousCells<D>::TypeBlock::index(T::cell_coord(c));
    const bool fluid = of.type.tile(tile)[c] == CellType::kFluid;
    of.stretch.tile(tile)[c] = fluid ? 2.0f * of.strength.tile(tile)[c] * cells.cell_volume(i) : 0.0f;
    for (int a = 0; a < D; ++a) {
      const bool free = cells.face(i, a).is_free();
      const float drag = free && !of.slips ? cells.drag(i, a) : 0.0f;
      of.drag[a].tile(tile)[c] = drag;
      of.inertia[a].tile(tile)[c] = free ? cells.face_volume(i, a) + drag : 0.0f;
      rows |= std::uint64_t{free} << (c / T::kSide);
      for (int b = a + 1; b < D; ++b) of.shear[edge_field<D>(a, b)].tile(tile)[c] = cells.shear(i, a, b);
    }
  }
  return rows;
}

template <int D>
void load_coefficients(const ViscosityView<D>& of, ViscousTile<D>& wet) {
  load_halo(of.tiles, of.stretch, wet.tile, wet.stretch);
  for (std::size_t e = 0; e < wet.shear.size(); ++e) load_halo(of.tiles, of.shear[e], wet.tile, wet.shear[e]);
}

template <int D>
void invert_diagonal(const ViscosityView<D>& of, const ViscousTile<D>& wet) {
  using T = Tile<D>;
  using StrainBlock = HaloBlock<float, D, 1>;
  for (int a = 0; a < D; ++a) {
    const float* inertia = of.inertia[a].tile(wet.tile);
    float* inverse = of.inverse_diagonal[a].tile(wet.tile);
    for (int c = 0; c < T::kCells; ++c) {
      const int at = StrainBlock::index(T::cell_coord(c));
      const float* stretch = wet.stretch.values.data() + at;
      float diagonal = inertia[c] + stretch[0] + stretch[-StrainBlock::stride(a)];
      for (int b = 0; b < D; ++b) {
        if (b == a) continue;
        const float* shear = wet.shear[edge_field<D>(a, b)].values.data() + at;
        diagonal += shear[0] + shear[StrainBlock::stride(b)];
      }
      inverse[c] = inertia[c] > 0.0f ? 1.0f / diagonal : 0.0f;
    }
  }
}

}  // namespace

template <int D>
void build_viscosity_matrix(const TileMap<D>& map, const CellField<CellType, D>& type, ViscositySystem<D>& system,
                            const FaceField<float, D>* open_area) {
  const int tiles = map.count();
  for (auto* faces : {&system.inertia, &system.drag, &system.inverse_diagonal})
    for (auto& field : *faces) field.resize(tiles);
  system.stretch.resize(tiles);
  for (auto& field : system.shear) field.resize(tiles);
  std::vector<std::uint64_t>& rows = system.rows;
  rows.assign(tiles + 1, 0);
  const ViscosityView<D> of{map,
                            type,
                            FaceViews<const float, D>(open_area),
                            system.octants,
                            system.strength,
                            system.slips,
                            system.inertia,
                            system.drag,
                            system.stretch,
                            system.shear,
                            system.inverse_diagonal};
  std::uint64_t* rows_of = rows.data();
  for_each_tile("build viscosity matrix", map, [&](int tile) { rows_of[tile] = build_tile(of, tile); });
  system.wet_tiles.resize(tiles - std::count(rows.begin() + 1, rows.end(), 0u));
  auto wet = system.wet_tiles.begin();
  for (int tile = 1; tile <= tiles; ++tile)
    if (const std::uint64_t found = rows[tile]; found != 0) {
      wet->tile = tile;
      (wet++)->rows = found;
    }
  ViscousTile<D>* wet_tiles = system.wet_tiles.data();
  parallel_for("invert viscosity diagonal", system.wet_tiles.size(), [&](std::size_t i) {
    load_coefficients(of, wet_tiles[i]);
    invert_diagonal(of, wet_tiles[i]);
  });
}

template void build_viscosity_matrix<2>(const TileMap<2>&, const CellField<CellType, 2>&, ViscositySystem<2>&,
                                        const FaceField<float, 2>*);
template void build_viscosity_matrix<3>(const TileMap<3>&, const CellField<CellType, 3>&, ViscositySystem<3>&,
                                        const FaceField<float, 3>*);

}  // namespace spindrift
