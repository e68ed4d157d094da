// Four or eight floats side by side. The compiler's vector types, so that the same source serves x86, ARM and
// WebAssembly.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstring>

#ifdef __AVX__
#include <immintrin.h>
#endif
#ifdef __wasm_simd128__
#include <wasm_simd128.h>
#endif

namespace spindrift {

using Float4 = float __attribute__((vector_size(16)));
using Float8 = float __attribute__((vector_size(32)));
using Byte8 = std::uint8_t __attribute__((vector_size(8)));
using Byte16 = std::uint8_t __attribute__((vector_size(16)));

// Selects elements of a, numbered from 0, and of b, numbered after those of a. A builtin since GCC 12.
template <int... Places, class V>
inline auto shuffle(V a, V b) {
#if __has_builtin(__builtin_shufflevector)
  return __builtin_shufflevector(a, b, Places...);
#else
  constexpr int kCount = static_cast<int>(sizeof(V) / sizeof(float));
  typedef float Picked __attribute__((vector_size(sizeof(float) * sizeof...(Places))));  // `using` would lose the size
  return Picked{(Places < kCount ? a[Places % kCount] : b[Places % kCount])...};
#endif
}

inline Float4 load4(const float* p) {
  Float4 v;
  std::memcpy(&v, p, sizeof v);
  return v;
}
inline void store4(float* p, Float4 v) { std::memcpy(p, &v, sizeof v); }
inline Float4 splat4(float s) { return Float4{s, s, s, s}; }

inline Float8 load8(const float* p) {
  Float8 v;
  std::memcpy(&v, p, sizeof v);
  return v;
}
// The first `count` (at most eight) values. The others are zero, and their memory is not accessed.
inline Float8 load8_first(const float* p, int count);
inline void store8_first(float* p, Float8 v, int count);
inline Float4 load4_first(const float* p, int count);
inline void store8(float* p, Float8 v) { std::memcpy(p, &v, sizeof v); }

template <class Bytes>
Bytes load_bytes(const void* p) {
  Bytes v;
  std::memcpy(&v, p, sizeof v);
  return v;
}
template <class Bytes>
void store_bytes(void* p, Bytes v) {
  std::memcpy(p, &v, sizeof v);
}
// 255 where it holds, 0 elsewhere.
template <class Bytes>
Bytes is_equal(Bytes v, std::uint8_t value) {
  const auto result = v == value;  // signed
  return load_bytes<Bytes>(&result);
}
template <class Bytes>
Bytes is_less(Bytes v, std::uint8_t value) {
  const auto result = v < value;
  return load_bytes<Bytes>(&result);
}
template <class Bytes>
bool any_bit(Bytes v) {
  std::uint64_t words[sizeof v / 8];
  std::memcpy(words, &v, sizeof v);
  return (words[0] | words[sizeof v / 8 - 1]) != 0;
}

inline Float4 low_half(Float8 v) { return shuffle<0, 1, 2, 3>(v, v); }
inline Float4 high_half(Float8 v) { return shuffle<4, 5, 6, 7>(v, v); }
inline Float8 join(Float4 low, Float4 high) { return shuffle<0, 1, 2, 3, 4, 5, 6, 7>(low, high); }

inline Float8 splat8(float s) { return Float8{s, s, s, s, s, s, s, s}; }

inline Float4 sqrt4(Float4 v) {
#ifdef __AVX__
  return _mm_sqrt_ps(v);
#elif defined(__wasm_simd128__)
  return reinterpret_cast<Float4>(wasm_f32x4_sqrt(reinterpret_cast<v128_t>(v)));
#else
  for (int i = 0; i < 4; ++i) v[i] = std::sqrt(v[i]);
  return v;
#endif
}

// The first `a` and the first `b` (at most four each) places of the two halves: ones there, zeros elsewhere.
inline Float8 first4_and4(int a, int b) {
  const Float8 place = {0.0f, 1.0f, 2.0f, 3.0f, 0.0f, 1.0f, 2.0f, 3.0f};
  const Float8 counts = shuffle<0, 1, 2, 3, 8, 9, 10, 11>(splat8(static_cast<float>(a)), splat8(static_cast<float>(b)));
  return place < counts ? splat8(1.0f) : splat8(0.0f);
}

inline Float8 max8(Float8 a, Float8 b) { return a < b ? b : a; }

#ifdef __AVX2__
inline __m256i first_mask(int count) {
  return _mm256_cmpgt_epi32(_mm256_set1_epi32(count), _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7));
}
inline Float8 load8_first(const float* p, int count) { return _mm256_maskload_ps(p, first_mask(count)); }
inline void store8_first(float* p, Float8 v, int count) { _mm256_maskstore_ps(p, first_mask(count), v); }
inline Float4 load4_first(const float* p, int count) {
  return _mm_maskload_ps(p, _mm_cmpgt_epi32(_mm_set1_epi32(count), _mm_setr_epi32(0, 1, 2, 3)));
}
#elif !defined(__wasm_simd128__)
inline Float8 load8_first(const float* p, int count) {
  Float8 v = splat8(0.0f);
  for (int i = 0; i < count && i < 8; ++i) v[i] = p[i];
  return v;
}
inline void store8_first(float* p, Float8 v, int count) {
  for (int i = 0; i < count && i < 8; ++i) p[i] = v[i];
}
inline Float4 load4_first(const float* p, int count) {
  Float4 v = splat4(0.0f);
  for (int i = 0; i < count && i < 4; ++i) v[i] = p[i];
  return v;
}
#endif

// Bit i is set where a[i] < b[i].
inline unsigned less_bits(Float4 a, Float4 b) {
#ifdef __AVX__
  return static_cast<unsigned>(_mm_movemask_ps(_mm_cmp_ps(a, b, _CMP_LT_OQ)));
#elif defined(__wasm_simd128__)
  return wasm_i32x4_bitmask(wasm_f32x4_lt(reinterpret_cast<v128_t>(a), reinterpret_cast<v128_t>(b)));
#else
  unsigned bits = 0;
  for (int i = 0; i < 4; ++i) bits |= (a[i] < b[i] ? 1u : 0u) << i;
  return bits;
#endif
}
inline unsigned less_bits(Float8 a, Float8 b) {
#ifdef __AVX__
  return static_cast<unsigned>(_mm256_movemask_ps(_mm256_cmp_ps(a, b, _CMP_LT_OQ)));
#else
  return less_bits(low_half(a), low_half(b)) | less_bits(high_half(a), high_half(b)) << 4;
#endif
}

// Sums of neighbouring values: two of a, two of b, two of a, two of b.
inline Float8 add_neighbors(Float8 a, Float8 b) {
  return shuffle<0, 2, 8, 10, 4, 6, 12, 14>(a, b) + shuffle<1, 3, 9, 11, 5, 7, 13, 15>(a, b);
}
// Sums of the low halves of four vectors, then of their high halves.
inline Float8 sums_of_halves(const Float8* v) {
  return add_neighbors(add_neighbors(v[0], v[1]), add_neighbors(v[2], v[3]));
}

// The values moved by one place, with a new one at the free end.
inline Float4 shift_up(Float4 v, float first) { return shuffle<4, 0, 1, 2>(v, Float4{first}); }
inline Float4 shift_down(Float4 v, float last) { return shuffle<1, 2, 3, 4>(v, Float4{last}); }
inline Float8 shift_up(Float8 v, float first) { return shuffle<8, 0, 1, 2, 3, 4, 5, 6>(v, Float8{first}); }
inline Float8 shift_down(Float8 v, float last) { return shuffle<1, 2, 3, 4, 5, 6, 7, 8>(v, Float8{last}); }

#ifdef __wasm_simd128__

// Element-wise copies would go through memory.
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

#endif

}  // namespace spindrift
