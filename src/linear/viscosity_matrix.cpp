// The matrix of viscosity. All volumes are sums of octants: a cell has all of its own, a face half of those of its two
// cells, an edge a quarter of those of its four. Strain is looked at only where every face it needs has a velocity.
//
// No slip at walls: beside a wall, half a cell away, the strain is 2 (u - u_wall) / h in the half of the edge's cube
// that is liquid. Only one face of such an edge is unknown, so it is not an edge of the matrix but a drag on that face,
// 4 k V.
#include <algorithm>

#include "exec/parallel.h"
#include "grid/halo.h"
#include "linear/viscosity_solver.h"

namespace spindrift {

namespace {

// A velocity across two cells is an unknown, given by a solid, or has no meaning; inside a solid it stands for the
// wall.
enum class FaceKind { kFree, kHeld, kInside, kNone };

constexpr FaceKind face_kind(CellType one, CellType other) {
  const int solids = (one == CellType::kSolid) + (other == CellType::kSolid);
  if (solids == 2) return FaceKind::kInside;
  if (one != CellType::kFluid && other != CellType::kFluid) return FaceKind::kNone;
  return solids == 1 ? FaceKind::kHeld : FaceKind::kFree;
}

constexpr bool has_velocity(FaceKind kind) { return kind == FaceKind::kFree || kind == FaceKind::kHeld; }

// Octants with the given sides of axes a and b, as a share of a whole cell. With a == b, the half on that side.
template <int D>
float share(const Octants<D>& octants, int a, int side_a, int b, int side_b) {
  int sum = 0;
  for (int o = 0; o < (1 << D); ++o)
    if (((o >> a) & 1) == side_a && ((o >> b) & 1) == side_b) sum += octants[static_cast<std::size_t>(o)];
  return static_cast<float>(sum) / (255.0f * (1 << D));
}

// A tile with the cells around it.
template <int D>
struct Cells {
  using Types = HaloBlock<CellType, D, 1>;
  Types type;
  HaloBlock<Octants<D>, D, 1> octants;
  HaloBlock<float, D, 1> strength;

  Cells(const TileMap<D>& map, const CellField<CellType, D>& types, const ViscositySystem<D>& system, int tile) {
    load_halo(map, types, tile, type);
    load_halo(map, system.octants, tile, octants);
    load_halo(map, system.strength, tile, strength);
  }
  // The kind of the face across axis a at the low side of cell i, an index into the blocks.
  FaceKind face(int i, int a) const { return face_kind(type.values[at(i)], type.values[at(i - Types::stride(a))]); }

  float face_volume(int i, int a) const {
    return share<D>(octants.values[at(i)], a, 0, a, 0) + share<D>(octants.values[at(i - Types::stride(a))], a, 1, a, 1);
  }
  float cell_volume(int i) const {
    return share<D>(octants.values[at(i)], 0, 0, 0, 0) + share<D>(octants.values[at(i)], 0, 1, 0, 1);
  }
  // k V of the edge at the low sides of axes a and b.
  float edge_strength(int i, int a, int b) const {
    float sum = 0.0f;
    for (const int da : {0, 1})
      for (const int db : {0, 1}) {
        const std::size_t j = at(i - da * Types::stride(a) - db * Types::stride(b));
        sum += strength.values[j] * share<D>(octants.values[j], a, da, b, db);
      }
    return sum;
  }
  float shear(int i, int a, int b) const {
    const bool complete = has_velocity(face(i, a)) && has_velocity(face(i - Types::stride(b), a)) &&
                          has_velocity(face(i, b)) && has_velocity(face(i - Types::stride(a), b));
    return complete ? edge_strength(i, a, b) : 0.0f;
  }
  // The drag of the walls along a free face.
  float drag(int i, int a) const {
    float sum = 0.0f;
    for (int b = 0; b < D; ++b) {
      if (b == a) continue;
      const int step = Types::stride(b);
      if (face(i - step, a) == FaceKind::kInside) sum += 4.0f * edge_strength(i, a, b);
      if (face(i + step, a) == FaceKind::kInside) sum += 4.0f * edge_strength(i + step, a, b);
    }
    return sum;
  }

 private:
  static std::size_t at(int i) { return static_cast<std::size_t>(i); }
};

// Returns which rows of the tile have equations.
template <int D>
std::uint64_t build_tile(const TileMap<D>& map, const CellField<CellType, D>& type, ViscositySystem<D>& system,
                         int tile) {
  using T = Tile<D>;
  const Cells<D> cells(map, type, system, tile);
  std::uint64_t rows = 0;
  for (int c = 0; c < T::kCells; ++c) {
    const int i = Cells<D>::Types::index(T::cell_coord(c));
    const bool fluid = type.tile(tile)[c] == CellType::kFluid;
    system.stretch.tile(tile)[c] = fluid ? 2.0f * system.strength.tile(tile)[c] * cells.cell_volume(i) : 0.0f;
    for (int a = 0; a < D; ++a) {
      const auto axis = static_cast<std::size_t>(a);
      const bool free = cells.face(i, a) == FaceKind::kFree;
      const float drag = free ? cells.drag(i, a) : 0.0f;
      system.drag[axis].tile(tile)[c] = drag;
      system.inertia[axis].tile(tile)[c] = free ? cells.face_volume(i, a) + drag : 0.0f;
      rows |= std::uint64_t{free} << (c / T::kSide);
      for (int b = a + 1; b < D; ++b) system.shear[edge_field<D>(a, b)].tile(tile)[c] = cells.shear(i, a, b);
    }
  }
  return rows;
}

template <int D>
void invert_diagonal(ViscositySystem<D>& system, const ViscousTile<D>& wet) {
  using T = Tile<D>;
  using Block = HaloBlock<float, D, 1>;
  for (int a = 0; a < D; ++a) {
    const float* inertia = system.inertia[static_cast<std::size_t>(a)].tile(wet.tile);
    float* inverse = system.inverse_diagonal[static_cast<std::size_t>(a)].tile(wet.tile);
    for (int c = 0; c < T::kCells; ++c) {
      const int at = Block::index(T::cell_coord(c));
      const float* stretch = wet.stretch.values.data() + at;
      float diagonal = inertia[c] + stretch[0] + stretch[-Block::stride(a)];
      for (int b = 0; b < D; ++b) {
        if (b == a) continue;
        const float* shear = wet.shear[edge_field<D>(a, b)].values.data() + at;
        diagonal += shear[0] + shear[Block::stride(b)];
      }
      inverse[c] = inertia[c] > 0.0f ? 1.0f / diagonal : 0.0f;
    }
  }
}

}  // namespace

template <int D>
void build_viscosity_matrix(const TileMap<D>& map, const CellField<CellType, D>& type, ViscositySystem<D>& system) {
  const int tiles = map.count();
  for (auto* faces : {&system.inertia, &system.drag, &system.inverse_diagonal})
    for (auto& field : *faces) field.resize(tiles);
  system.stretch.resize(tiles);
  for (auto& field : system.shear) field.resize(tiles);
  std::vector<std::uint64_t> rows(static_cast<std::size_t>(tiles) + 1);
  parallel_for(static_cast<std::size_t>(tiles),
               [&](std::size_t i) { rows[i + 1] = build_tile(map, type, system, static_cast<int>(i) + 1); });
  system.wet_tiles.resize(static_cast<std::size_t>(tiles - std::count(rows.begin() + 1, rows.end(), 0u)));
  auto wet = system.wet_tiles.begin();
  for (int tile = 1; tile <= tiles; ++tile)
    if (const std::uint64_t found = rows[static_cast<std::size_t>(tile)]; found != 0) {
      wet->tile = tile;
      (wet++)->rows = found;
    }
  parallel_for(system.wet_tiles.size(), [&](std::size_t i) {
    ViscousTile<D>& tile = system.wet_tiles[i];
    load_halo(map, system.stretch, tile.tile, tile.stretch);
    for (std::size_t e = 0; e < tile.shear.size(); ++e) load_halo(map, system.shear[e], tile.tile, tile.shear[e]);
    invert_diagonal(system, tile);
  });
}

template void build_viscosity_matrix<2>(const TileMap<2>&, const CellField<CellType, 2>&, ViscositySystem<2>&);
template void build_viscosity_matrix<3>(const TileMap<3>&, const CellField<CellType, 3>&, ViscositySystem<3>&);

}  // namespace spindrift
