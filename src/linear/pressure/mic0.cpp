// MIC(0): its factor and its two substitutions, plane by plane.
#include "linear/pressure/mic0.h"

#include <algorithm>
#include <array>
#include <type_traits>

#include "exec/parallel.h"
#include "grid/halo.h"

namespace spindrift {

namespace {

// The share of dropped fill-in that is moved to the diagonal, and the smallest pivot, as a share of the diagonal,
// before the diagonal itself takes its place [Bridson2015, fig. 5.4]. With tau = 1 pivots may vanish, with 0 it is
// plain incomplete Cholesky, which needs more iterations.
constexpr double kTau = 0.97, kSigma = 0.25;

// A counting sort of the tiles by the sum of their coordinates.
template <int D>
void find_planes(const TileMap<D>& map, DiagonalPlanes& planes) {
  const auto plane_of = [&](int tile) {
    int sum = 0;
    for (int a = 0; a < D; ++a) sum += map.coord(tile)[a];
    return sum;
  };
  int last = -1;
  for (int tile = 1; tile <= map.count(); ++tile) last = std::max(last, plane_of(tile));
  auto& [tiles, begin] = planes;
  begin.assign(last + 3, 0);
  for (int tile = 1; tile <= map.count(); ++tile) ++begin[plane_of(tile) + 2];
  for (std::size_t i = 1; i < begin.size(); ++i) begin[i] += begin[i - 1];
  tiles.resize(map.count());
  for (int tile = 1; tile <= map.count(); ++tile) tiles[begin[plane_of(tile) + 1]++] = tile;
  begin.pop_back();  // each has moved on to the next one's
}

// Calls body(tile) for the tiles of one plane after the other, from the low end or from the high end.
template <class Body>
void for_each_tile_by_plane(const char* name, const DiagonalPlanes& planes, bool from_low, Body&& body) {
  const int count = static_cast<int>(planes.begin.size()) - 1;
  for (int i = 0; i < count; ++i) {
    const int plane = from_low ? i : count - 1 - i, first = planes.begin[plane];
    const int* tiles = planes.tiles.data() + first;
    parallel_for(name, planes.begin[plane + 1] - first, [&](std::size_t k) { body(tiles[k]); });
  }
}

// The substitutions do not go around a periodic side: there the ring of a block counts as empty.
template <int D, class Block>
void drop_wrapped(const TilesView<D>& tiles, int tile, int side, Block& block) {
  for (int a = 0; a < D; ++a) {
    const int end = side == 0 ? 0 : tiles.extent[a] - 1;
    if (!tiles.is_periodic[a] || tiles.coord(tile)[a] != end) continue;
    const int ring = side == 0 ? 0 : Block::kExtent - 1, stride = Block::stride(a);
    for (std::size_t i = 0; i < block.values.size(); ++i)
      if (static_cast<int>(i) / stride % Block::kExtent == ring) block.values[i] = 0;
  }
}

// factor = 1 / e with e_i = A_ii - sum_a c_a^2 f_low - tau sum_a c_a (sum_{b != a} c_b of the low cell) f_low.
template <int D>
void factorize_tile(const PressureMatrixView<D>& matrix, const FieldView<float, D>& factor, int tile) {
  using T = Tile<D>;
  HaloBlock<float, D, 1, 0> factors;
  std::array<HaloBlock<float, D, 1, 1>, D> coupling;
  load_halo(matrix.tiles, factor, tile, factors);
  drop_wrapped(matrix.tiles, tile, 0, factors);
  for (int a = 0; a < D; ++a) load_halo(matrix.tiles, matrix.coupling[a], tile, coupling[a]);
  for (int c = 0; c < T::kCells; ++c) {
    const VecI<D> cell = T::cell_coord(c);
    float& here = factors.at(cell);
    const double diagonal = matrix.diagonal.tile(tile)[c];
    here = 0.0f;
    if (diagonal > 0.0) {
      double e = diagonal;
      for (int a = 0; a < D; ++a) {
        const double to_low = coupling[a].at(cell);
        if (to_low == 0.0) continue;
        VecI<D> low = cell;
        --low[a];
        const double f = factors.at(low);
        double dropped = 0.0;
        for (int b = 0; b < D; ++b) {
          if (b == a) continue;
          VecI<D> beside = low;
          ++beside[b];
          dropped += coupling[b].at(beside);
        }
        e -= to_low * (to_low + kTau * dropped) * f;
      }
      here = static_cast<float>(1.0 / (e < kSigma * diagonal ? diagonal : e));
    }
    factor.tile(tile)[c] = here;
  }
}

// What the substitutions work on: z = M^-1 r.
template <int D>
struct SubstitutionView {
  PressureMatrixView<D> matrix;
  FieldView<const float, D> factor;
  FieldView<const double, D> r;
  FieldView<double, D> z;
};
static_assert(std::is_trivially_copyable_v<SubstitutionView<3>>);

// y_i = f_i (r_i + sum_a c_a y_low), which stands in z
template <int D>
void substitute_forward(const SubstitutionView<D>& of, int tile) {
  using T = Tile<D>;
  using LowBlock = HaloBlock<double, D, 1, 0>;
  LowBlock y;
  load_halo(of.matrix.tiles, of.z, tile, y);
  drop_wrapped(of.matrix.tiles, tile, 0, y);
  const double* r = of.r.tile(tile);
  const float* factor = of.factor.tile(tile);
  double* out = of.z.tile(tile);
  for (int c = 0; c < T::kCells; ++c) {
    double* here = &y.at(T::cell_coord(c));
    double sum = r[c];
    for (int a = 0; a < D; ++a)
      sum += static_cast<double>(of.matrix.coupling[a].tile(tile)[c]) * here[-LowBlock::stride(a)];
    out[c] = *here = factor[c] * sum;
  }
}

// z_i = y_i + f_i sum_a c_a(high) z_high
template <int D>
void substitute_backward(const SubstitutionView<D>& of, int tile) {
  using T = Tile<D>;
  using HighBlock = HaloBlock<double, D, 0, 1>;
  HighBlock z;
  load_halo(of.matrix.tiles, of.z, tile, z);
  drop_wrapped(of.matrix.tiles, tile, 1, z);
  std::array<HaloBlock<float, D, 0, 1>, D> coupling;
  for (int a = 0; a < D; ++a) load_halo(of.matrix.tiles, of.matrix.coupling[a], tile, coupling[a]);
  const float* factor = of.factor.tile(tile);
  double* out = of.z.tile(tile);
  for (int c = T::kCells - 1; c >= 0; --c) {
    const int at = HighBlock::index(T::cell_coord(c));
    double sum = 0.0;
    for (int a = 0; a < D; ++a) {
      const int high = at + HighBlock::stride(a);
      sum += static_cast<double>(coupling[a].values[high]) * z.values[high];
    }
    out[c] = z.values[at] += factor[c] * sum;
  }
}

}  // namespace

template <int D>
void factorize_mic0(const TileMap<D>& map, PressureSystem<D>& system) {
  find_planes(map, system.planes);
  system.factor.resize(map.count());
  const PressureMatrixView<D> matrix = matrix_view(map, system);
  const FieldView<float, D> factor = system.factor;
  for_each_tile_by_plane("MIC(0) factorize", system.planes, true,
                         [&](int tile) { factorize_tile(matrix, factor, tile); });
}

template <int D>
void apply_mic0(const TileMap<D>& map, PressureSystem<D>& system) {
  const SubstitutionView<D> of{matrix_view(map, system), system.factor, system.residual, system.preconditioned};
  for_each_tile_by_plane("MIC(0) substitute forward", system.planes, true,
                         [&](int tile) { substitute_forward(of, tile); });
  for_each_tile_by_plane("MIC(0) substitute backward", system.planes, false,
                         [&](int tile) { substitute_backward(of, tile); });
}

template void factorize_mic0<2>(const TileMap<2>&, PressureSystem<2>&);
template void factorize_mic0<3>(const TileMap<3>&, PressureSystem<3>&);
template void apply_mic0<2>(const TileMap<2>&, PressureSystem<2>&);
template void apply_mic0<3>(const TileMap<3>&, PressureSystem<3>&);

}  // namespace spindrift
