// Fluid pockets without contact to air, found by union-find over the cells; air is one more member, number 0.
#include <unordered_map>

#include "grid/halo.h"
#include "linear/pressure_solver.h"

namespace spindrift {

namespace {

std::int32_t find_root(std::int32_t* parent, std::int32_t i) {
  while (parent[i] != i) i = parent[i] = parent[parent[i]];
  return i;
}

// The smaller number becomes the root, so that air, number 0, wins.
void unite(std::int32_t* parent, std::int32_t a, std::int32_t b) {
  a = find_root(parent, a);
  b = find_root(parent, b);
  if (a != b) parent[a < b ? b : a] = a < b ? a : b;
}

}  // namespace

template <int D>
int make_compatible(const TileMap<D>& map, const CellField<CellType, D>& type, PressureSystem<D>& system) {
  using T = Tile<D>;
  system.component.resize(map.count());
  std::int32_t* parent = system.component.tile(0);
  const auto cells = static_cast<std::int32_t>((map.count() + 1) * T::kCells);
  for (std::int32_t i = T::kCells; i < cells; ++i) parent[i] = i;
  parent[0] = 0;

  const CellType* types = type.tile(0);
  const auto high_neighbor = [&](std::int32_t i, int axis) {
    const int local = (i >> (T::kLog2 * axis)) & T::kMask;
    if (local < T::kMask) return i + T::stride(axis);
    const int tile = map.neighbors(i / T::kCells)[static_cast<std::size_t>(T::face_neighbor(axis, 1))];
    return tile * T::kCells + i % T::kCells - T::kMask * T::stride(axis);
  };
  for (std::int32_t i = T::kCells; i < cells; ++i) {
    for (int a = 0; a < D; ++a) {
      const std::int32_t j = high_neighbor(i, a);
      const CellType ti = types[i], tj = j < T::kCells ? CellType::kAir : types[j];
      if (ti == CellType::kSolid || tj == CellType::kSolid) continue;
      if (ti == CellType::kFluid && tj == CellType::kFluid) unite(parent, i, j);
      else if (ti == CellType::kFluid) unite(parent, i, 0);
      else if (tj == CellType::kFluid) unite(parent, j, 0);
    }
  }

  std::unordered_map<std::int32_t, std::size_t> pocket_of;
  system.pockets.clear();
  for (std::int32_t i = T::kCells; i < cells; ++i) {
    if (types[i] != CellType::kFluid) continue;
    const std::int32_t root = find_root(parent, i);
    if (root == 0) continue;
    const auto found = pocket_of.emplace(root, system.pockets.size()).first;
    if (found->second == system.pockets.size()) system.pockets.emplace_back();
    system.pockets[found->second].push_back(i);
  }
  float* rhs = system.rhs.tile(0);
  for (const auto& pocket : system.pockets) {
    double sum = 0.0;
    for (const std::int32_t i : pocket) sum += rhs[i];
    // A single cell that is closed on all sides has no equation at all.
    for (const std::int32_t i : pocket)
      rhs[i] = pocket.size() == 1 ? 0.0f : rhs[i] - static_cast<float>(sum / static_cast<double>(pocket.size()));
  }
  return static_cast<int>(system.pockets.size());
}

template int make_compatible<2>(const TileMap<2>&, const CellField<CellType, 2>&, PressureSystem<2>&);
template int make_compatible<3>(const TileMap<3>&, const CellField<CellType, 3>&, PressureSystem<3>&);

}  // namespace spindrift
