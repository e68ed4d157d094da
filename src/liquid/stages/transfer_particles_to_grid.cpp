// Particles to grid: each face velocity is the weighted mean of the particles around it,
//   u_f = sum_p w_fp (v_p + c_p . (x_f - x_p)) / sum_p w_fp          [Zhu2005; c_p = 0 but for APIC, Jiang2015 eq. 8]
// and, where the scene needs it, the particle density at the cell centres [Mueller2022].
//
// Each tile sums its particles into a private block that reaches a cell or two beyond the tile; then the block is added
// to the grid. Tiles of one colour do not touch each other's cells: no two threads add to the same face, and the order
// of sums is fixed, so the bits do not depend on the number of threads.
#include <algorithm>
#include <cstring>
#include <type_traits>
#include <utility>

#include "base/simd.h"
#include "exec/parallel.h"
#include "grid/for_each_tile.h"
#include "grid/halo.h"
#include "grid/kernel.h"
#include "liquid/liquid_step.h"
#include "liquid/transfer/particle_weights.h"
#include "liquid/transfer/transfer_block.h"
#include "particles/particle_set.h"

namespace spindrift {

namespace {

// Particles per cell, in and around a tile, for the smooth density.
template <int D>
using DensityBlock = HaloBlock<float, D, 1, 1>;

// Contributions of eight particles to the faces and cells around them. Unused lanes have weight zero. Particles of one
// cell reach the same faces, so their contributions are summed first and each face is updated once. A cell holds about
// four particles, so two cells along x share a register.
struct ParticleGroup {
  CellWeights w[2];
  Float8 velocity[2];
  Float8 mask;

  ParticleGroup(const Float8 (&in_cell)[2], const Float8 (&v)[2], Float8 used)
      : w{CellWeights(off_the_faces(in_cell[0])), CellWeights(off_the_faces(in_cell[1]))},
        velocity{v[0], v[1]},
        mask(used) {}

  // A particle on a face must still reach the far face of its cell, which would have no velocity otherwise.
  static Float8 off_the_faces(Float8 f) {
    const Float8 low = splat8(0x1p-20f), high = splat8(1.0f - 0x1p-20f);
    f = f < low ? low : f;
    return f < high ? f : high;
  }

  // (Momentum, weight) of both faces across axis A, in row j of the cells along the other axis.
  template <int A>
  Float8 faces(int j) const {
    const Float8 across = mask * w[1 - A].center[j];
    const Float8 low = across * w[A].face[0], high = across * w[A].face[1];
    const Float8 terms[4] = {low * velocity[A], low, high * velocity[A], high};
    return sums_of_halves(terms);
  }
  // Weights of three cells along x; the fourth value is zero.
  Float8 cells(int j) const {
    const Float8 across = mask * w[1].center[j];
    const Float8 terms[4] = {across * w[0].center[0], across * w[0].center[1], across * w[0].center[2], splat8(0.0f)};
    return sums_of_halves(terms);
  }
};

void add4(float* to, Float4 v) { store4(to, load4(to) + v); }

// Adds up to four particles of a cell and up to four of the next one along x.
template <bool Density>
void scatter_group(TransferBlock<2, LinearKernel>& block, DensityBlock<2>& density, const VecI<2>& cell,
                   const ParticleGroup& group) {
  using Block = TransferBlock<2, LinearKernel>;
  const Float8 zero = splat8(0.0f);
  for (int j = 0; j < 3; ++j) {  // three faces along x
    float* row = block.row(0, cell[0], cell[1] - 1 + j, 0);
    const Float8 sums = group.faces<0>(j);
    const Float8 left = shuffle<0, 1, 2, 3, 8, 8, 8, 8>(sums, zero);
    const Float8 right = shuffle<8, 8, 4, 5, 6, 7, 8, 8>(sums, zero);
    store8(row, load8(row) + (left + right));
  }
  float* row = block.row(1, cell[1], cell[0] - 1, 0);  // four faces along x, two along y
  const Float8 sums[3] = {group.faces<1>(0), group.faces<1>(1), group.faces<1>(2)};
  add4(row, low_half(sums[0]));
  add4(row + Block::kStride1, low_half(sums[1]) + high_half(sums[0]));
  add4(row + 2 * Block::kStride1, low_half(sums[2]) + high_half(sums[1]));
  add4(row + 3 * Block::kStride1, high_half(sums[2]));
  if constexpr (!Density) return;
  for (int j = 0; j < 3; ++j) {
    const Float8 cells = group.cells(j);
    add4(&density.at(cell + VecI<2>{-1, j - 1}), low_half(cells) + shift_up(high_half(cells), 0.0f));
  }
}

// Adds one particle's momentum and weight to the faces across axis `A`.
template <int D, class K, bool Affine, int A>
[[gnu::always_inline]] inline void scatter_component(TransferBlock<D, K>& block, const AxisWeights<D>& w, float v,
                                                     const float* c, const VecF<D>& x) {
  using Block = TransferBlock<D, K>;
  constexpr int B = (A + 1) % D, C = (A + 2) % D;
  float* corner = block.row(A, w.face_base[A], w.cell_base[B], D == 3 ? w.cell_base[C] : 0);
  const float* wa = w.face[A];
  constexpr int kVectors = (K::kNodes + 1) / 2;
  Float4 along[kVectors];  // (momentum, weight) of two faces at a time, before the weights across
  for (int i = 0; i < kVectors; ++i) along[i] = Float4{wa[2 * i] * v, wa[2 * i], wa[2 * i + 1] * v, wa[2 * i + 1]};
  for (int k = 0; k < (D == 3 ? K::kNodes : 1); ++k) {
    for (int j = 0; j < K::kNodes; ++j) {
      const float across = D == 3 ? w.cell[B][j] * w.cell[C][k] : w.cell[B][j];
      float* row = corner + k * Block::kStride2 + j * Block::kStride1;
      for (int i = 0; i < kVectors; ++i) {
        if constexpr (Affine) {
          float change = c[B] * (static_cast<float>(w.cell_base[B] + j) + 0.5f - x[B]);
          if constexpr (D == 3) change += c[C] * (static_cast<float>(w.cell_base[C] + k) + 0.5f - x[C]);
          const float change0 = change + c[A] * (static_cast<float>(w.face_base[A] + 2 * i) - x[A]);
          const Float4 extra = {wa[2 * i] * change0, 0.0f, wa[2 * i + 1] * (change0 + c[A]), 0.0f};
          store4(row + 4 * i, load4(row + 4 * i) + splat4(across) * (along[i] + extra));
        } else {
          store4(row + 4 * i, load4(row + 4 * i) + splat4(across) * along[i]);
        }
      }
    }
  }
}

// Adds one particle to the cells around it, with linear weights.
template <int D>
[[gnu::always_inline]] inline void scatter_density(DensityBlock<D>& block, const VecF<D>& x) {
  using Block = DensityBlock<D>;
  float w[D][2];
  VecI<D> base;
  for (int a = 0; a < D; ++a) base[a] = LinearKernel::weights(x[a] - 0.5f, w[a]);
  float* corner = &block.at(base);
  for (int k = 0; k < (D == 3 ? 2 : 1); ++k)
    for (int j = 0; j < 2; ++j) {
      const float across = D == 3 ? w[1][j] * w[D - 1][k] : w[1][j];
      float* row = corner + j * Block::stride(1) + (D == 3 ? k * Block::stride(D - 1) : 0);
      row[0] += across * w[0][0];
      row[1] += across * w[0][1];
    }
}

// Processing order of the cell pairs in a row. Loading a sum right after storing it stalls, so adjacent pairs are not
// processed one after the other.
constexpr int kTurns[] = {0, 2, 4, 6, 1, 3, 5, 7};

template <int D>
struct ScatterView {
  TilesView<D> tiles;
  ParticlesView<D, const float> particles;
  FaceViews<float, D> momentum, weights;
  FieldView<float, D> density;
  float h;
};
static_assert(std::is_trivially_copyable_v<ScatterView<3>>);

// Scatters the particles of a tile, two cells at a time. In 3D, with 18 faces to a component, this is not faster.
template <bool Density>
void scatter_tile_by_cells(const ParticlesView<2, const float>& particles, int tile,
                           TransferBlock<2, LinearKernel>& block, DensityBlock<2>& density) {
  const auto x = particles.position, v = particles.velocity;
  const std::uint32_t* cell_begin = particles.cells_of(tile);
  for (int i = 0; i < Tile<2>::kCells / 2; ++i) {
    const int c = 2 * kTurns[i % 8] + 16 * (i / 8);
    const VecI<2> cell = Tile<2>::cell_coord(c);
    const std::uint32_t left_end = cell_begin[c + 1], right_end = cell_begin[c + 2];
    const Float8 corner[2] = {splat8(static_cast<float>(cell[0])) + first4_and4(0, 4),
                              splat8(static_cast<float>(cell[1]))};
    for (std::uint32_t p = cell_begin[c], q = left_end; p < left_end || q < right_end;) {
      const std::uint32_t left = std::min(4u, left_end - p), right = std::min(4u, right_end - q);
      auto load = [&](const float* column) {
        return join(load4_first(column + p, static_cast<int>(left)), load4_first(column + q, static_cast<int>(right)));
      };
      const Float8 in_cell[2] = {load(x[0]) - corner[0], load(x[1]) - corner[1]},
                   velocity[2] = {load(v[0]), load(v[1])};
      const Float8 used = first4_and4(static_cast<int>(left), static_cast<int>(right));
      scatter_group<Density>(block, density, cell, ParticleGroup(in_cell, velocity, used));
      p += left;
      q += right;
    }
  }
}

template <int D, class K, bool Affine, bool Density>
void scatter_tile(const ScatterView<D>& of, int tile, TransferBlock<D, K>& block, DensityBlock<D>& density) {
  const ParticlesView<D, const float>& particles = of.particles;
  const float h = of.h;
  const auto position = particles.position, velocity = particles.velocity;
  auto scatter = [&](std::uint32_t p) __attribute__((always_inline)) {
    VecF<D> x, v;
    for (int a = 0; a < D; ++a) {
      x[a] = position[a][p];
      v[a] = velocity[a][p];
    }
    float c[D][D] = {};
    if constexpr (Affine)
      for (int a = 0; a < D; ++a)
        for (int b = 0; b < D; ++b) c[a][b] = h * particles.affine[a * D + b][p];
    const AxisWeights<D> w = axis_weights<K>(x);
    scatter_component<D, K, Affine, 0>(block, w, v[0], c[0], x);
    scatter_component<D, K, Affine, 1>(block, w, v[1], c[1], x);
    if constexpr (D == 3) scatter_component<D, K, Affine, 2>(block, w, v[2], c[2], x);
    if constexpr (Density) scatter_density<D>(density, x);
  };
  if constexpr (D == 2 && std::is_same_v<K, LinearKernel> && !Affine)
    return scatter_tile_by_cells<Density>(particles, tile, block, density);
  // Particles of one cell add to the same faces. Alternating between the two halves of the tile makes consecutive sums
  // independent.
  const std::uint32_t begin = particles.tile_begin(tile), end = particles.tile_end(tile), half = (end - begin) / 2;
  for (std::uint32_t i = 0; i < half; ++i) {
    scatter(begin + i);
    scatter(begin + half + i);
  }
  if ((end - begin) % 2 != 0) scatter(end - 1);
}

// Adds the block to the grid.
template <int D, class K>
void merge_tile(const ScatterView<D>& into, int tile, const TransferBlock<D, K>& block) {
  for (int a = 0; a < D; ++a) {
    const int x_stride = TransferBlock<D, K>::stride(a, 0);
    for_each_halo_run<D, 1, K::kReachHigh>(into.tiles, tile, [&](int to, int cell, const VecI<D>& local, auto length) {
      if (to == 0) return;  // beyond the particles' reach: zeros
      const float* from = block.at(a, local);
      float* momentum = into.momentum[a].tile(to) + cell;
      float* weight = into.weights[a].tile(to) + cell;
      for (int i = 0; i < length; ++i) {
        momentum[i] += from[i * x_stride];
        weight[i] += from[i * x_stride + 1];
      }
    });
  }
}

template <int D>
void merge_density(const ScatterView<D>& into, int tile, const DensityBlock<D>& block) {
  for_each_halo_run<D, 1, 1>(into.tiles, tile, [&](int to, int cell, const VecI<D>& local, auto length) {
    if (to == 0) return;
    const float* from = &block.at(local);
    float* density = into.density.tile(to) + cell;
    for (int i = 0; i < length; ++i) density[i] += from[i];
  });
}

template <int D, class K, bool Affine, bool Density>
void transfer(const TileMap<D>& map, const ScatterView<D>& view) {
  for_each_tile_by_color("transfer particles to grid", map, [&](int tile) {
    if (view.particles.is_empty(tile)) return;
    TransferBlock<D, K> block;
    DensityBlock<D> density;
    block.clear();
    if constexpr (Density) density.values.fill(0.0f);
    scatter_tile<D, K, Affine, Density>(view, tile, block, density);
    merge_tile<D, K>(view, tile, block);
    if constexpr (Density) merge_density(view, tile, density);
  });
}

template <int D, class K>
void transfer(const TileMap<D>& map, const ScatterView<D>& view, bool affine) {
  const bool density = !view.density.empty();
  if (affine)
    density ? transfer<D, K, true, true>(map, view) : transfer<D, K, true, false>(map, view);
  else
    density ? transfer<D, K, false, true>(map, view) : transfer<D, K, false, false>(map, view);
}

// Velocity = momentum / weight, stored twice for FLIP's change.
template <int D>
void normalize_tile(const FaceViews<const float, D>& weights, int tile, const FaceViews<float, D>& velocity,
                    const FaceViews<float, D>& transferred, const FaceViews<std::uint8_t, D>& all_known) {
  for (int a = 0; a < D; ++a) {
    const float* weight = weights[a].tile(tile);
    float* u = velocity[a].tile(tile);
    float* saved = transferred[a].tile(tile);
    std::uint8_t* known = all_known[a].tile(tile);
    for (int c = 0; c < Tile<D>::kCells; ++c) {
      const bool reached = weight[c] > 0.0f;
      u[c] = reached ? u[c] / weight[c] : 0.0f;
      saved[c] = u[c];
      known[c] = reached;
    }
  }
}

template <int D>
void normalize(LiquidState<D>& state, const FaceViews<const float, D>& weights) {
  const FaceViews<float, D> velocity = state.velocity, transferred = state.transferred_velocity;
  const FaceViews<std::uint8_t, D> known = state.known;
  for_each_tile(
      "normalize velocity", state.tiles, [&](int tile) { normalize_tile(weights, tile, velocity, transferred, known); },
      8);
}

}  // namespace

template <int D>
void transfer_particles_to_grid(LiquidState<D>& state) {
  const auto weights = state.scratch.template borrow<FaceField<float, D>>();  // of the faces, summed over particles
  for (int a = 0; a < D; ++a) {
    state.velocity[a].fill(0.0f);
    (*weights)[a].resize(state.tiles.count());
    (*weights)[a].fill(0.0f);
  }
  const bool affine = state.scene.solver.transfer == Transfer::kApic, density = state.scene.uses_density();
  if (density) state.density.fill(0.0f);
  const ScatterView<D> view{state.tiles,
                            std::as_const(state.particles).view(),
                            state.velocity,
                            *weights,
                            density ? state.density.view() : FieldView<float, D>{},
                            static_cast<float>(state.domain.h)};
  state.scene.solver.kernel == Kernel::kLinear ? transfer<D, LinearKernel>(state.tiles, view, affine)
                                               : transfer<D, QuadraticKernel>(state.tiles, view, affine);
  normalize<D>(state, *weights);
}

template void transfer_particles_to_grid<2>(LiquidState<2>&);
template void transfer_particles_to_grid<3>(LiquidState<3>&);

}  // namespace spindrift
