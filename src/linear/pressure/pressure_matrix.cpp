#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <numeric>

#include "grid/for_each_tile.h"
#include "grid/halo.h"
#include "linear/pressure/ghost_fluid.h"
#include "linear/pressure/pressure_solver.h"

namespace spindrift {

namespace {

template <int D>
void build_tile(const PressureCells<D>& cells, int tile, PressureSystem<D>& system) {
  using T = Tile<D>;
  using Types = HaloBlock<CellType, D, 1, 1>;
  using Distances = HaloBlock<float, D, 1, 1>;
  using Areas = HaloBlock<float, D, 0, 1>;
  Types types;
  Distances distances;
  std::array<Areas, D> areas;
  load_halo(cells.tiles, cells.type, tile, types);
  if (cells.surface_distance) load_halo(cells.tiles, *cells.surface_distance, tile, distances);
  if (cells.open_area)
    for (std::size_t a = 0; a < D; ++a) load_halo(cells.tiles, (*cells.open_area)[a], tile, areas[a]);
  float* diagonal = system.diagonal.tile(tile);
  Connections<D>& links = system.connections[tile];
  for (int c = 0; c < T::kCells; ++c) {
    const VecI<D> cell = T::cell_coord(c);
    const CellType* here = &types.at(cell);
    if (c % T::kSide == 0 && std::memchr(here, static_cast<int>(CellType::kFluid), T::kSide) == nullptr) {
      std::fill_n(diagonal + c, T::kSide, 0.0f);  // a row without equations
      for (auto& coupling : system.coupling) std::fill_n(coupling.tile(tile) + c, T::kSide, 0.0f);
      c += T::kMask;
      continue;
    }
    const bool fluid = *here == CellType::kFluid;
    const auto row = static_cast<std::size_t>(c / T::kSide);
    const int bit = c % T::kSide;
    float sum = 0.0f;
    bool touches_air = false;
    for (int a = 0; a < D; ++a) {
      const auto axis = static_cast<std::size_t>(a);
      float to_low = 0.0f;
      for (int side = 0; side < 2 && fluid; ++side) {
        const int step = side ? 1 : -1;
        const CellType beside = here[step * Types::stride(a)];
        float area = beside != CellType::kSolid ? 1.0f : 0.0f;
        if (cells.open_area) area = areas[axis].values[Areas::index(cell) + side * Areas::stride(a)];
        if (beside == CellType::kAir) {
          if (cells.surface_distance) {
            const float* distance = &distances.at(cell);
            sum += area / liquid_share(distance[0], distance[step * Distances::stride(a)]);
          } else {
            sum += area;
          }
          touches_air |= area > 0.0f;
        } else if (beside == CellType::kFluid) {
          sum += area;
          if (side == 0) to_low = area;
        }
      }
      system.coupling[axis].tile(tile)[c] = to_low;
      links.low[axis][row] |= static_cast<std::uint16_t>((to_low > 0.0f) << bit);
    }
    diagonal[c] = sum;
    links.fluid[row] |= static_cast<std::uint16_t>(fluid << bit);
    links.air[row] |= static_cast<std::uint16_t>(touches_air << bit);
  }
}

}  // namespace

template <int D>
void build_pressure_matrix(const PressureCells<D>& cells, PressureSystem<D>& system) {
  using T = Tile<D>;
  const int count = cells.tiles.count();
  system.diagonal.resize(count);
  for (auto& field : system.coupling) field.resize(count);
  system.connections.resize(static_cast<std::size_t>(count) + 1);
  system.connections[0] = {};
  system.has_unit_couplings = cells.open_area == nullptr;
  for_each_tile(
      "build pressure matrix", cells.tiles,
      [&](int tile) {
        system.connections[tile] = {};
        if (is_dry<D>(cells.type.tile(tile))) {
          std::fill_n(system.diagonal.tile(tile), T::kCells, 0.0f);
          for (auto& coupling : system.coupling) std::fill_n(coupling.tile(tile), T::kCells, 0.0f);
        } else {
          build_tile(cells, tile, system);
        }
      },
      4);
}

namespace {

// Of the residual r = b - A q.
struct ResidualProducts {
  double rr = 0.0, bb = 0.0, qr = 0.0, qb = 0.0;

  friend ResidualProducts operator+(const ResidualProducts& x, const ResidualProducts& y) {
    return {x.rr + y.rr, x.bb + y.bb, x.qr + y.qr, x.qb + y.qb};
  }
};

template <int D>
ResidualProducts measure_residual(const TileMap<D>& map, const PressureSystem<D>& system,
                                  const CellField<double, D>& pressure) {
  using T = Tile<D>;
  return reduce_tiles(
      "measure residual", map, ResidualProducts{},
      [&](int tile) {
        const float* diagonals = system.diagonal.tile(tile);
        if (std::all_of(diagonals, diagonals + T::kCells, [](float d) { return d == 0.0f; })) return ResidualProducts{};
        using Block = HaloBlock<double, D, 1, 1>;
        using Couplings = HaloBlock<float, D, 0, 1>;
        Block p;
        load_halo(map, pressure, tile, p);
        double r[T::kCells];
        const float* rhs = system.rhs.tile(tile);
        for (int row = 0; row < T::kCells; row += T::kSide) {
          const double* here = &p.at(T::cell_coord(row));
          for (int x = 0; x < T::kSide; ++x)
            r[row + x] = static_cast<double>(rhs[row + x]) - static_cast<double>(diagonals[row + x]) * here[x];
        }
        for (int a = 0; a < D; ++a) {
          Couplings coupling;
          load_halo(map, system.coupling[a], tile, coupling);
          for (int row = 0; row < T::kCells; row += T::kSide) {
            const float* to = &coupling.at(T::cell_coord(row));
            const double* here = &p.at(T::cell_coord(row));
            for (int x = 0; x < T::kSide; ++x)
              r[row + x] += static_cast<double>(to[x]) * here[x - Block::stride(a)] +
                            static_cast<double>(to[x + Couplings::stride(a)]) * here[x + Block::stride(a)];
          }
        }
        std::array<ResidualProducts, T::kSide> sums{};  // by column: rows are vectorised
        for (int row = 0; row < T::kCells; row += T::kSide) {
          const double* here = &p.at(T::cell_coord(row));
          for (int x = 0; x < T::kSide; ++x) {
            const bool has_equation = diagonals[row + x] != 0.0f;
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
      },
      [](const ResidualProducts& a, const ResidualProducts& b) { return a + b; });
}

}  // namespace

template <int D>
double relative_residual(const TileMap<D>& map, const PressureSystem<D>& system, const CellField<double, D>& pressure) {
  const ResidualProducts total = measure_residual(map, system, pressure);
  return total.bb == 0.0 ? 0.0 : std::sqrt(total.rr / total.bb);
}

template <int D>
bool is_better_than_zero(const TileMap<D>& map, const PressureSystem<D>& system, const CellField<double, D>& pressure) {
  const ResidualProducts total = measure_residual(map, system, pressure);
  return total.qb + total.qr > 0.0;  // q A q < 2 q b
}

template void build_pressure_matrix<2>(const PressureCells<2>&, PressureSystem<2>&);
template void build_pressure_matrix<3>(const PressureCells<3>&, PressureSystem<3>&);
template double relative_residual<2>(const TileMap<2>&, const PressureSystem<2>&, const CellField<double, 2>&);
template bool is_better_than_zero<2>(const TileMap<2>&, const PressureSystem<2>&, const CellField<double, 2>&);
template double relative_residual<3>(const TileMap<3>&, const PressureSystem<3>&, const CellField<double, 3>&);
template bool is_better_than_zero<3>(const TileMap<3>&, const PressureSystem<3>&, const CellField<double, 3>&);

}  // namespace spindrift
