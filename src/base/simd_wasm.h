// Of simd.h, for WebAssembly: some of four or eight floats. To set one place after the other would go through memory.
#pragma once

#include "base/simd.h"

namespace spindrift {

inline Float4 load4_first(const float* p, int count) {
  const auto first = [&] {
    switch (count) {
      case 0:
        return wasm_f32x4_const_splat(0.0f);
      case 1:
        return wasm_v128_load32_zero(p);
      case 2:
        return wasm_v128_load64_zero(p);
      case 3:
        return wasm_v128_load32_lane(p + 2, wasm_v128_load64_zero(p), 2);
      default:
        return wasm_v128_load(p);
    }
  };
  return reinterpret_cast<Float4>(first());
}
inline void store4_first(float* p, Float4 values, int count) {
  const auto v = reinterpret_cast<v128_t>(values);
  switch (count) {
    case 0:
      return;
    case 1:
      return wasm_v128_store32_lane(p, v, 0);
    case 2:
      return wasm_v128_store64_lane(p, v, 0);
    case 3:
      wasm_v128_store64_lane(p, v, 0);
      return wasm_v128_store32_lane(p + 2, v, 2);
    default:
      return wasm_v128_store(p, v);
  }
}
inline Float8 load8_first(const float* p, int count) {
  return count < 4 ? join(load4_first(p, count), splat4(0.0f)) : join(load4(p), load4_first(p + 4, count - 4));
}
inline void store8_first(float* p, Float8 v, int count) {
  if (count < 4) return store4_first(p, low_half(v), count);
  store4(p, low_half(v));
  store4_first(p + 4, high_half(v), count - 4);
}

}  // namespace spindrift
