// The velocity field in and around a tile, ready to be sampled anywhere within a cell of it.
// Faces hold pairs (velocity, change of velocity); see TransferBlock for the layout.
#pragma once

#include "base/simd.h"
#include "grid/halo.h"
#include "grid/kernel.h"
#include "grid/views.h"
#include "liquid/transfer/particle_weights.h"
#include "liquid/transfer/transfer_block.h"

namespace spindrift {

// False if the sample used an undefined face, which is NaN.
template <int D>
bool is_defined(const VecF<D>& v) {
  float sum = 0.0f;
  for (int a = 0; a < D; ++a) sum += v[a];
  return sum == sum;
}

template <int D, class K>
class VelocityBlock {
 public:
  static constexpr int kRing = 2;
  using Block = TransferBlock<D, K, kRing>;

  struct Sample {
    VecF<D> velocity, change;
  };

  void load(const TilesView<D>& map, const FaceViews<const float, D>& velocity, const FaceViews<const float, D>& change,
            int tile) {
    for (int a = 0; a < D; ++a) {
      const int stride = Block::stride(a, 0);
      for_each_halo_run<D, Block::kLow, Block::kHigh>(map, tile,
                                                      [&](int from, int cell, const VecI<D>& local, auto length) {
                                                        const float* u = velocity[a].tile(from) + cell;
                                                        const float* du = change[a].tile(from) + cell;
                                                        float* to = block_.at(a, local);
                                                        for (int i = 0; i < length; ++i) {
                                                          to[i * stride] = u[i];
                                                          to[i * stride + 1] = du[i];
                                                        }
                                                      });
      for (int i = 0; i < 4; ++i) block_.pairs[a][Block::kFloats + i] = 0.0f;
    }
  }

  // Adds another field to the velocity.
  void add(const TilesView<D>& map, const FaceViews<const float, D>& field, int tile) {
    for (int a = 0; a < D; ++a) {
      const int stride = Block::stride(a, 0);
      for_each_halo_run<D, Block::kLow, Block::kHigh>(map, tile,
                                                      [&](int from, int cell, const VecI<D>& local, auto length) {
                                                        const float* w = field[a].tile(from) + cell;
                                                        float* to = block_.at(a, local);
                                                        for (int i = 0; i < length; ++i) to[i * stride] += w[i];
                                                      });
    }
  }

  // Whether a position (cells from the tile's corner) can be sampled here.
  bool covers(const VecF<D>& x) const {
    for (int a = 0; a < D; ++a)
      if (!(x[a] >= 1.0f - kRing && x[a] < static_cast<float>(Tile<D>::kSide + kRing - 1))) return false;
    return true;
  }

  Sample sample_with_change(const VecF<D>& x) const { return sample_with_change(axis_weights<K>(x)); }
  Sample sample_with_change(const AxisWeights<D>& w) const {
    Sample result;
    for_each_axis([&]<int A>() {
      const Float4 sum = along<A>(w);
      result.velocity[A] = sum[0] + sum[2];
      result.change[A] = sum[1] + sum[3];
    });
    return result;
  }

  // Inline: in WebAssembly a call with its structs in memory costs as much as the sum itself.
  [[gnu::always_inline]] VecF<D> sample(const VecF<D>& x) const {
    const AxisWeights<D> w = axis_weights<K>(x);
    VecF<D> u;
    for_each_axis([&]<int A>() {
      const Float4 sum = along<A>(w);
      u[A] = sum[0] + sum[2];
    });
    return u;
  }

  // The pairs of component `component` from a face on, its own axis first; see TransferBlock.
  const float* pairs(int component, int own, int next, int last) const {
    return block_.row(component, own, next, last);
  }

  // One component and its derivatives along the axes, per cell.
  float sample_with_slope(const VecF<D>& x, const AxisWeights<D>& w, int component, VecF<D>& slope) const {
    const float* weights[D];  // own axis, next, last
    float slopes[D][4] = {};
    int base[3] = {0, 0, 0};
    for (int order = 0; order < D; ++order) {
      const int axis = (component + order) % D;
      weights[order] = order == 0 ? w.face[axis] : w.cell[axis];
      base[order] = order == 0 ? w.face_base[axis] : w.cell_base[axis];
      K::slopes(order == 0 ? x[axis] : x[axis] - 0.5f, slopes[order]);
    }
    const float* corner = block_.row(component, base[0], base[1], base[2]);
    float value = 0.0f, d[3] = {0.0f, 0.0f, 0.0f};
    for (int k = 0; k < (D == 3 ? K::kNodes : 1); ++k)
      for (int j = 0; j < K::kNodes; ++j)
        for (int i = 0; i < K::kNodes; ++i) {
          const float u = corner[i * Block::kStride0 + j * Block::kStride1 + k * Block::kStride2];
          const float wk = D == 3 ? weights[D - 1][k] : 1.0f;
          value += u * weights[0][i] * weights[1][j] * wk;
          d[0] += u * slopes[0][i] * weights[1][j] * wk;
          d[1] += u * weights[0][i] * slopes[1][j] * wk;
          if constexpr (D == 3) d[2] += u * weights[0][i] * weights[1][j] * slopes[2][k];
        }
    for (int order = 0; order < D; ++order) slope[(component + order) % D] = d[order];
    return value;
  }

 private:
  static constexpr int kVectors = (K::kNodes + 1) / 2;

  template <class Visit>
  static void for_each_axis(Visit&& visit) {
    visit.template operator()<0>();
    visit.template operator()<1>();
    if constexpr (D == 3) visit.template operator()<2>();
  }

  // Weighted sum over the kernel of component A's pairs, odd and even faces apart: (velocity, change, velocity,
  // change).
  template <int A>
  [[gnu::always_inline]] Float4 along(const AxisWeights<D>& w) const {
    constexpr int B = (A + 1) % D, C = (A + 2) % D;
    const float* corner = block_.row(A, w.face_base[A], w.cell_base[B], D == 3 ? w.cell_base[C] : 0);
    Float4 sums[kVectors] = {};
    for (int k = 0; k < (D == 3 ? K::kNodes : 1); ++k)
      for (int j = 0; j < K::kNodes; ++j) {
        const Float4 weight = splat4(D == 3 ? w.cell[B][j] * w.cell[C][k] : w.cell[B][j]);
        for (int i = 0; i < kVectors; ++i)
          sums[i] += weight * load4(corner + j * Block::kStride1 + k * Block::kStride2 + 4 * i);
      }
    Float4 total = sums[0] * Float4{w.face[A][0], w.face[A][0], w.face[A][1], w.face[A][1]};
    if constexpr (K::kNodes ==
                  3) {  // the fourth face lies beyond the kernel and may be undefined: not even zero times it
      total[0] += sums[1][0] * w.face[A][2];
      total[1] += sums[1][1] * w.face[A][2];
    }
    return total;
  }

  Block block_;
};

}  // namespace spindrift
