// The matrix of the pressure equation, tile by tile, and how its equations are connected.
#include <algorithm>
#include <array>
#include <cstring>

#include "grid/for_each_tile.h"
#include "grid/halo.h"
#include "linear/pressure/ghost_fluid.h"
#include "linear/pressure/pressure_solver.h"

namespace spindrift {

namespace {

// Returns whether a coupling of the tile's fluid cells to others is not 1.
template <int D>
bool build_tile(const TilesView<D>& tiles, const PressureCells<D>& cells, int tile,
                const FieldView<float, D>& diagonals, const FaceViews<float, D>& couplings, Connections<D>& links) {
  using T = Tile<D>;
  using TypeBlock = HaloBlock<CellType, D, 1, 1>;
  using DistanceBlock = HaloBlock<float, D, 1, 1>;
  using AreaBlock = HaloBlock<float, D, 0, 1>;
  TypeBlock types;
  DistanceBlock distances;
  std::array<AreaBlock, D> areas;
  const bool has_surface = !cells.surface_distance.empty(), has_areas = !cells.open_area.empty();
  load_halo(tiles, cells.type, tile, types);
  if (has_surface) load_halo(tiles, cells.surface_distance, tile, distances);
  if (has_areas)
    for (int a = 0; a < D; ++a) load_halo(tiles, cells.open_area[a], tile, areas[a]);
  float* diagonal = diagonals.tile(tile);
  bool is_cut = false;
  for (int c = 0; c < T::kCells; ++c) {
    const VecI<D> cell = T::cell_coord(c);
    const CellType* here = &types.at(cell);
    if (c % T::kSide == 0 && std::memchr(here, static_cast<int>(CellType::kFluid), T::kSide) == nullptr) {
      std::fill_n(diagonal + c, T::kSide, 0.0f);  // a row without equations
      for (const auto& coupling : couplings) std::fill_n(coupling.tile(tile) + c, T::kSide, 0.0f);
      c += T::kMask;
      continue;
    }
    const bool fluid = *here == CellType::kFluid;
    const int row = c / T::kSide, bit = c % T::kSide;
    float sum = 0.0f;
    bool touches_air = false;
    for (int a = 0; a < D; ++a) {
      float to_low = 0.0f;
      for (int side = 0; side < 2 && fluid; ++side) {
        const int step = side ? 1 : -1;
        const CellType beside = here[step * TypeBlock::stride(a)];
        float area = beside != CellType::kSolid ? 1.0f : 0.0f;
        if (has_areas) area = areas[a].values[AreaBlock::index(cell) + side * AreaBlock::stride(a)];
        if (beside == CellType::kAir) {
          if (has_surface) {
            const float* distance = &distances.at(cell);
            sum += area / liquid_share(distance[0], distance[step * DistanceBlock::stride(a)]);
          } else {
            sum += area;
          }
          touches_air |= area > 0.0f;
        } else if (beside == CellType::kFluid) {
          sum += area;
          is_cut |= area != 1.0f;
          if (side == 0) to_low = area;
        }
      }
      couplings[a].tile(tile)[c] = to_low;
      links.low[a][row] |= static_cast<std::uint16_t>((to_low > 0.0f) << bit);
    }
    diagonal[c] = sum;
    links.fluid[row] |= static_cast<std::uint16_t>(fluid << bit);
    links.air[row] |= static_cast<std::uint16_t>(touches_air << bit);
  }
  return is_cut;
}

}  // namespace

template <int D>
void build_pressure_matrix(const TileMap<D>& map, const PressureCells<D>& cells, PressureSystem<D>& system) {
  using T = Tile<D>;
  constexpr std::size_t kGrain = 4;  // tiles: dry ones, which are quick, often lie side by side
  const int count = map.count();
  system.diagonal.resize(count);
  for (auto& field : system.coupling) field.resize(count);
  system.connections.resize(count + 1);
  system.connections[0] = {};
  system.is_cut.assign(static_cast<std::size_t>(count) + 1, 0);
  system.has_unit_couplings = cells.open_area.empty();
  const TilesView<D> tiles = map;
  const FieldView<float, D> diagonals = system.diagonal;
  const FaceViews<float, D> couplings = system.coupling;
  Connections<D>* links = system.connections.data();
  std::uint8_t* is_cut = system.is_cut.data();
  for_each_tile(
      "build pressure matrix", map,
      [&](int tile) {
        links[tile] = {};
        if (is_dry<D>(cells.type.tile(tile))) {
          std::fill_n(diagonals.tile(tile), T::kCells, 0.0f);
          for (const auto& coupling : couplings) std::fill_n(coupling.tile(tile), T::kCells, 0.0f);
        } else {
          is_cut[tile] = build_tile(tiles, cells, tile, diagonals, couplings, links[tile]);
        }
      },
      kGrain);
}

template void build_pressure_matrix<2>(const TileMap<2>&, const PressureCells<2>&, PressureSystem<2>&);
template void build_pressure_matrix<3>(const TileMap<3>&, const PressureCells<3>&, PressureSystem<3>&);

}  // namespace spindrift
