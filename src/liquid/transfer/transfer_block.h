// The private block of a tile in a transfer between particles and faces. Each component is stored as pairs of floats
// per face, its own axis fastest: the two faces around a particle are then four consecutive floats, one SIMD register.
#pragma once

#include <array>
#include <cstring>

#include "grid/tile.h"

namespace spindrift {

template <int D, class K, int Ring = 1>
struct TransferBlock {
  static constexpr int kLow = Ring;
  static constexpr int kHigh = K::kReachHigh + Ring - 1;
  static constexpr int kExtent = Tile<D>::kSide + kLow + kHigh;
  static constexpr int kStride0 = 2;
  static constexpr int kStride1 = 2 * kExtent;
  static constexpr int kStride2 = 2 * kExtent * kExtent;
  static constexpr int kFloats = 2 * power(kExtent, D);

  // Distance in memory between faces of component `component` that are neighbours along `axis`.
  static constexpr int stride(int component, int axis) {
    const int order = (axis - component + D) % D;
    return order == 0 ? kStride0 : order == 1 ? kStride1 : kStride2;
  }

  void clear() { std::memset(pairs, 0, sizeof pairs); }

  // The pair at face (own, next, last) of a component: its own axis, and the following ones cyclically.
  float* row(int component, int own, int next, int last) {
    return pairs[component] + (own + kLow) * kStride0 + (next + kLow) * kStride1 +
           (D == 3 ? (last + kLow) * kStride2 : 0);
  }
  const float* row(int component, int own, int next, int last) const {
    return const_cast<TransferBlock*>(this)->row(component, own, next, last);
  }
  float* at(int component, const VecI<D>& local) {
    return row(component, local[component], local[(component + 1) % D], local[(component + 2) % D]);
  }
  const float* at(int component, const VecI<D>& local) const {
    return const_cast<TransferBlock*>(this)->at(component, local);
  }

  alignas(64) float pairs[D][kFloats + 4];  // a quadratic kernel's last pair may touch the next row, with weight zero
};

}  // namespace spindrift
