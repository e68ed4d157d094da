// Four or eight floats side by side. The compiler's vector types, so that the same source serves x86, ARM and WebAssembly.
#pragma once

#include <cmath>
#include <cstring>

#ifdef __AVX__
#include <immintrin.h>
#endif

namespace spindrift {

using Float4 = float __attribute__((vector_size(16)));
using Float8 = float __attribute__((vector_size(32)));

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
// The first `count` (at most eight) values; the others are zero, and are not touched in memory.
inline Float8 load8_first(const float* p, int count);
inline void store8_first(float* p, Float8 v, int count);

inline Float8 splat8(float s) { return Float8{s, s, s, s, s, s, s, s}; }

inline Float4 sqrt4(Float4 v) {
#ifdef __AVX__
  return _mm_sqrt_ps(v);
#else
  for (int i = 0; i < 4; ++i) v[i] = std::sqrt(v[i]);
  return v;
#endif
}

inline Float8 max8(Float8 a, Float8 b) { return a < b ? b : a; }

#ifdef __AVX2__
inline __m256i first_mask(int count) {
  return _mm256_cmpgt_epi32(_mm256_set1_epi32(count), _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7));
}
inline Float8 load8_first(const float* p, int count) { return _mm256_maskload_ps(p, first_mask(count)); }
inline void store8_first(float* p, Float8 v, int count) { _mm256_maskstore_ps(p, first_mask(count), v); }
#else
inline Float8 load8_first(const float* p, int count) {
  Float8 v = splat8(0.0f);
  for (int i = 0; i < count && i < 8; ++i) v[i] = p[i];
  return v;
}
inline void store8_first(float* p, Float8 v, int count) {
  for (int i = 0; i < count && i < 8; ++i) p[i] = v[i];
}
#endif

// Bit i is set where a[i] < b[i].
inline unsigned less_bits(Float4 a, Float4 b) {
#ifdef __AVX__
  return static_cast<unsigned>(_mm_movemask_ps(_mm_cmp_ps(a, b, _CMP_LT_OQ)));
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
  unsigned bits = 0;
  for (int i = 0; i < 8; ++i) bits |= (a[i] < b[i] ? 1u : 0u) << i;
  return bits;
#endif
}

// The values moved by one place, with a new one at the free end.
inline Float4 shift_up(Float4 v, float first) { return __builtin_shufflevector(v, Float4{first}, 4, 0, 1, 2); }
inline Float4 shift_down(Float4 v, float last) { return __builtin_shufflevector(v, Float4{last}, 1, 2, 3, 4); }
inline Float8 shift_up(Float8 v, float first) {
  return __builtin_shufflevector(v, Float8{first}, 8, 0, 1, 2, 3, 4, 5, 6);
}
inline Float8 shift_down(Float8 v, float last) {
  return __builtin_shufflevector(v, Float8{last}, 1, 2, 3, 4, 5, 6, 7, 8);
}

}  // namespace spindrift
