// Red-black Gauss-Seidel with over-relaxation. The seeds relax the face velocities; relaxing the pressure instead does
// the same arithmetic (each sweep of theirs adds its correction to an implied pressure) with a third of the memory.
//
// Cells of a tile are stored red first, then black (colour = parity of x + y + z). A row of one colour is one SIMD
// register; its neighbours across rows are the same register of the next row, its neighbours along the row the same
// register and one shifted by a cell. Pressure is zero in air and solids, so no coefficient is needed toward them.
#include <algorithm>
#include <cstring>
#include <type_traits>

#include "base/simd.h"
#include "exec/parallel.h"
#include "linear/pressure_solver.h"

namespace spindrift {

namespace {

template <int D>
struct Split {
  using T = Tile<D>;
  static constexpr int kHalf = T::kSide / 2;            // cells of one colour in a row
  static constexpr int kColor = T::kCells / 2;          // cells of one colour in a tile
  static constexpr int kRows = T::kCells / T::kSide;
  using Row = std::conditional_t<D == 2, Float8, Float4>;
  static_assert(sizeof(Row) == kHalf * sizeof(float));

  static Row load(const float* p) {
    Row row;
    std::memcpy(&row, p, sizeof row);
    return row;
  }
  static void store(float* p, Row row) { std::memcpy(p, &row, sizeof row); }
  static int row_parity(int row) {
    int parity = 0;
    for (int a = 0; a < D - 1; ++a) parity ^= row >> (T::kLog2 * a);
    return parity & 1;
  }
  // Where cell x of a row is stored.
  static int index(int x, int row) {
    const int color = (x + row_parity(row)) & 1;
    return color * kColor + row * kHalf + x / 2;
  }
};

template <int D>
void to_split(const TileMap<D>& map, const CellField<float, D>& field, Buffer<float>& split) {
  using T = Tile<D>;
  resize_discard(split, static_cast<std::size_t>(map.count() + 1) * T::kCells);
  std::fill_n(split.begin(), T::kCells, 0.0f);
  parallel_for(static_cast<std::size_t>(map.count()), [&](std::size_t i) {
    const float* from = field.tile(static_cast<int>(i) + 1);
    float* to = split.data() + (i + 1) * T::kCells;
    for (int row = 0; row < Split<D>::kRows; ++row)
      for (int x = 0; x < T::kSide; ++x) to[Split<D>::index(x, row)] = from[row * T::kSide + x];
  }, 16);
}

template <int D>
void from_split(const TileMap<D>& map, const Buffer<float>& split, CellField<float, D>& field) {
  using T = Tile<D>;
  parallel_for(static_cast<std::size_t>(map.count()), [&](std::size_t i) {
    float* to = field.tile(static_cast<int>(i) + 1);
    const float* from = split.data() + (i + 1) * T::kCells;
    for (int row = 0; row < Split<D>::kRows; ++row)
      for (int x = 0; x < T::kSide; ++x) to[row * T::kSide + x] = from[Split<D>::index(x, row)];
  }, 16);
}

// One colour of one tile: q = (1 - o) q + o / diagonal (rhs + sum of neighbours).
template <int D>
void relax_tile(const TileMap<D>& map, int tile, int color, float keep, float* pressure, const float* rhs,
                const float* weight) {
  using S = Split<D>;
  using T = Tile<D>;
  const auto& neighbors = map.neighbors(tile);
  const int other = (1 - color) * S::kColor;
  auto other_color = [&](int neighbor) {
    return pressure + static_cast<std::size_t>(neighbors[static_cast<std::size_t>(neighbor)]) * T::kCells + other;
  };
  const float* self = other_color(T::kSelf);
  const float* low[D];
  const float* high[D];
  for (int a = 0; a < D; ++a) {
    low[a] = other_color(T::face_neighbor(a, 0));
    high[a] = other_color(T::face_neighbor(a, 1));
  }
  const std::size_t first = static_cast<std::size_t>(tile) * T::kCells + static_cast<std::size_t>(color * S::kColor);
  for (int row = 0; row < S::kRows; ++row) {
    const int at = row * S::kHalf;
    const auto beside = S::load(self + at);
    auto sum = S::load(rhs + first + at) + beside;
    if ((color ^ S::row_parity(row)) & 1)
      sum += shift_down(beside, high[0][at]);
    else
      sum += shift_up(beside, low[0][at + S::kHalf - 1]);
    for (int a = 1; a < D; ++a) {
      const int local = (row >> (T::kLog2 * (a - 1))) & T::kMask;
      const int step = S::kHalf << (T::kLog2 * (a - 1));
      sum += S::load(local > 0 ? self + at - step : low[a] + at + T::kMask * step);
      sum += S::load(local < T::kMask ? self + at + step : high[a] + at - T::kMask * step);
    }
    float* q = pressure + first + at;
    S::store(q, keep * S::load(q) + S::load(weight + first + at) * sum);
  }
}

}  // namespace

template <int D>
PressureReport solve_gauss_seidel(const TileMap<D>& map, PressureSystem<D>& system, int sweeps, double over_relaxation,
                                  CellField<float, D>& pressure) {
  using T = Tile<D>;
  pressure.resize(map.count());
  to_split(map, system.rhs, system.split_rhs);
  to_split(map, system.diagonal, system.split_weight);
  const float o = static_cast<float>(over_relaxation);
  for (float& weight : system.split_weight) weight = weight > 0.0f ? o / weight : 0.0f;
  resize_discard(system.split_pressure, system.split_rhs.size());
  std::fill(system.split_pressure.begin(), system.split_pressure.end(), 0.0f);

  constexpr std::size_t kGrain = 16384 / T::kCells;  // less work than that is not worth waking a thread
  for (int half = 0; half < 2 * sweeps; ++half)
    parallel_for(static_cast<std::size_t>(map.count()), [&](std::size_t i) {
      relax_tile<D>(map, static_cast<int>(i) + 1, half & 1, 1.0f - o, system.split_pressure.data(),
                    system.split_rhs.data(), system.split_weight.data());
    }, kGrain);
  from_split(map, system.split_pressure, pressure);
  return {sweeps, relative_residual(map, system, pressure), true};
}

template PressureReport solve_gauss_seidel<2>(const TileMap<2>&, PressureSystem<2>&, int, double, CellField<float, 2>&);
template PressureReport solve_gauss_seidel<3>(const TileMap<3>&, PressureSystem<3>&, int, double, CellField<float, 3>&);

}  // namespace spindrift
