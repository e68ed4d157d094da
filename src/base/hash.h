// Hashes, and counter-based random numbers made from them: a number depends on its key only, not on order or threads.
#pragma once

#include <cstdint>

namespace spindrift {

// Finaliser with full avalanche (the 64-bit mixer of SplitMix, [Steele2014]).
constexpr std::uint64_t mix(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15ULL;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
  return x ^ (x >> 31);
}

constexpr std::uint64_t hash_combine(std::uint64_t seed, std::uint64_t value) { return mix(seed ^ mix(value)); }

// Uniform in [0, 1), with 24 bits.
constexpr float random_unit(std::uint64_t key) { return static_cast<float>(mix(key) >> 40) * 0x1p-24f; }

}  // namespace spindrift
