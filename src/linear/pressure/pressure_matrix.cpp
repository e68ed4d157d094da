// The matrix of the pressure equation, the connections of its equations, and the residual of a pressure.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <numeric>

#include "grid/for_each_tile.h"
#include "grid/halo.h"
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

// Inner products with the residual r = b - A q.
struct ResidualProducts {
  double rr = 0.0, bb = 0.0, qr = 0.0, qb = 0.0;

  friend ResidualProducts operator+(const ResidualProducts& x, const ResidualProducts& y) {
    return {x.rr + y.rr, x.bb + y.bb, x.qr + y.qr, x.qb + y.qb};
  }
};

template <int D>
using PressureBlock = HaloBlock<double, D, 1, 1>;

// r = b - A q on the cells of a tile; undefined where there is no equation.
template <int D>
void find_residual(const PressureMatrixView<D>& matrix, const FieldView<const float, D>& right_side, int tile,
                   const PressureBlock<D>& q, double* r) {
  using T = Tile<D>;
  using CouplingBlock = HaloBlock<float, D, 0, 1>;
  const float *diagonal = matrix.diagonal.tile(tile), *rhs = right_side.tile(tile);
  for (int row = 0; row < T::kCells; row += T::kSide) {
    const double* here = &q.at(T::cell_coord(row));
    for (int x = 0; x < T::kSide; ++x)
      r[row + x] = static_cast<double>(rhs[row + x]) - static_cast<double>(diagonal[row + x]) * here[x];
  }
  for (int a = 0; a < D; ++a) {
    CouplingBlock coupling;
    load_halo(matrix.tiles, matrix.coupling[a], tile, coupling);
    for (int row = 0; row < T::kCells; row += T::kSide) {
      const float* to = &coupling.at(T::cell_coord(row));
      const double* here = &q.at(T::cell_coord(row));
      for (int x = 0; x < T::kSide; ++x)
        r[row + x] += static_cast<double>(to[x]) * here[x - PressureBlock<D>::stride(a)] +
                      static_cast<double>(to[x + CouplingBlock::stride(a)]) * here[x + PressureBlock<D>::stride(a)];
    }
  }
}

template <int D>
ResidualProducts measure_tile(const PressureMatrixView<D>& matrix, const FieldView<const float, D>& right_side,
                              const FieldView<const double, D>& pressure, int tile) {
  using T = Tile<D>;
  const float *diagonal = matrix.diagonal.tile(tile), *rhs = right_side.tile(tile);
  if (std::all_of(diagonal, diagonal + T::kCells, [](float d) { return d == 0.0f; })) return {};
  PressureBlock<D> q;
  load_halo(matrix.tiles, pressure, tile, q);
  double r[T::kCells];
  find_residual(matrix, right_side, tile, q, r);
  std::array<ResidualProducts, T::kSide> sums{};  // by column: rows are vectorised
  for (int row = 0; row < T::kCells; row += T::kSide) {
    const double* here = &q.at(T::cell_coord(row));
    for (int x = 0; x < T::kSide; ++x) {
      const bool has_equation = diagonal[row + x] != 0.0f;
      const double residual = has_equation ? r[row + x] : 0.0,
                   inflow = has_equation ? static_cast<double>(rhs[row + x]) : 0.0;
      ResidualProducts& sum = sums[x];
      sum.rr += residual * residual;
      sum.bb += inflow * inflow;
      sum.qr += here[x] * residual;
      sum.qb += here[x] * inflow;
    }
  }
  return std::accumulate(sums.begin(), sums.end(), ResidualProducts{});
}

template <int D>
ResidualProducts measure_residual(const TileMap<D>& map, const PressureSystem<D>& system,
                                  const CellField<double, D>& pressure) {
  const PressureMatrixView<D> matrix = matrix_view(map, system);
  const FieldView<const float, D> right_side = system.rhs;
  const FieldView<const double, D> q = pressure;
  return reduce_tiles(
      "measure pressure residual", map, ResidualProducts{},
      [&](int tile) { return measure_tile(matrix, right_side, q, tile); },
      [](const ResidualProducts& a, const ResidualProducts& b) { return a + b; });
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

template <int D>
double relative_residual(const TileMap<D>& map, const PressureSystem<D>& system, const CellField<double, D>& pressure) {
  const ResidualProducts total = measure_residual(map, system, pressure);
  return total.bb == 0.0 ? 0.0 : std::sqrt(total.rr / total.bb);
}

template <int D>
void fill_residual(const TileMap<D>& map, const PressureSystem<D>& system, const CellField<double, D>& pressure,
                   CellField<double, D>& residual) {
  using T = Tile<D>;
  residual.resize(map.count());
  const PressureMatrixView<D> matrix = matrix_view(map, system);
  const FieldView<const float, D> right_side = system.rhs;
  const FieldView<const double, D> all_pressures = pressure;
  const FieldView<double, D> to = residual;
  for_each_tile("fill pressure residual", map, [&](int tile) {
    const float* diagonal = matrix.diagonal.tile(tile);
    double* r = to.tile(tile);
    PressureBlock<D> q;
    load_halo(matrix.tiles, all_pressures, tile, q);
    find_residual(matrix, right_side, tile, q, r);
    for (int c = 0; c < T::kCells; ++c)
      if (diagonal[c] == 0.0f) r[c] = 0.0;
  });
}

template <int D>
bool is_better_than_zero(const TileMap<D>& map, const PressureSystem<D>& system, const CellField<double, D>& pressure) {
  const ResidualProducts total = measure_residual(map, system, pressure);
  return total.qb + total.qr > 0.0;  // q A q < 2 q b
}

template <int D>
void scale_guess(const TileMap<D>& map, const PressureSystem<D>& system, CellField<double, D>& pressure) {
  const ResidualProducts total = measure_residual(map, system, pressure);
  const double energy = total.qb - total.qr;  // q A q
  const double nearest = energy > 0.0 ? std::max(0.0, total.qb / energy) : 0.0;
  const FieldView<double, D> guess = pressure;
  for_each_tile(
      "scale guess", map,
      [&](int tile) {
        double* q = guess.tile(tile);
        for (int c = 0; c < Tile<D>::kCells; ++c) q[c] *= nearest;
      },
      16);
}

template void fill_residual<2>(const TileMap<2>&, const PressureSystem<2>&, const CellField<double, 2>&,
                               CellField<double, 2>&);
template void fill_residual<3>(const TileMap<3>&, const PressureSystem<3>&, const CellField<double, 3>&,
                               CellField<double, 3>&);
template void build_pressure_matrix<2>(const TileMap<2>&, const PressureCells<2>&, PressureSystem<2>&);
template void build_pressure_matrix<3>(const TileMap<3>&, const PressureCells<3>&, PressureSystem<3>&);
template double relative_residual<2>(const TileMap<2>&, const PressureSystem<2>&, const CellField<double, 2>&);
template bool is_better_than_zero<2>(const TileMap<2>&, const PressureSystem<2>&, const CellField<double, 2>&);
template double relative_residual<3>(const TileMap<3>&, const PressureSystem<3>&, const CellField<double, 3>&);
template bool is_better_than_zero<3>(const TileMap<3>&, const PressureSystem<3>&, const CellField<double, 3>&);
template void scale_guess<2>(const TileMap<2>&, const PressureSystem<2>&, CellField<double, 2>&);
template void scale_guess<3>(const TileMap<3>&, const PressureSystem<3>&, CellField<double, 3>&);

}  // namespace spindrift
