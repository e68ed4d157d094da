// Patches in which a source is weaker for a while, so that its plume is not symmetric and its flames flicker.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

#include "base/hash.h"
#include "geometry/shape.h"
#include "spindrift/scene.h"

namespace spindrift {

// Random numbers on a lattice in space and time, smooth between its points: 1 where the source is at its full strength,
// down to 1 - noise. The same place and time give the same number, whatever was before.
template <int D>
class SourceNoise {
 public:
  SourceNoise(const SmokeSourceSettings& source, const Box<D>& bounds, double domain_size, double time,
              std::uint64_t seed)
      : depth_(static_cast<float>(source.noise)), seed_(seed), time_(time / source.noise_time) {
    double longest = 0.0;
    for (int a = 0; a < D; ++a) longest = std::max(longest, bounds.high[a] - bounds.low[a]);
    constexpr double kPatches = 4.0;  // along the longest side: a few, so that they neither move as one nor average out
    spacing_ = source.noise_size.value_or(std::min(longest, domain_size) / kPatches);
  }

  float strength(const VecD<D>& x) const {
    if (depth_ == 0.0f) return 1.0f;
    std::array<std::int64_t, D + 1> low;
    std::array<float, D + 1> share;
    for (std::size_t a = 0; a <= D; ++a) {
      const double at = a == D ? time_ : x[static_cast<int>(a)] / spacing_;
      low[a] = static_cast<std::int64_t>(std::floor(at));
      const auto t = static_cast<float>(at - static_cast<double>(low[a]));
      share[a] = t * t * (3.0f - 2.0f * t);
    }
    float sum = 0.0f;
    for (std::uint32_t corner = 0; corner < 2u << D; ++corner) {
      std::uint64_t key = seed_;
      float weight = 1.0f;
      for (std::size_t a = 0; a <= D; ++a) {
        const bool is_high = corner >> a & 1u;
        key = hash_combine(key, static_cast<std::uint64_t>(low[a] + (is_high ? 1 : 0)));
        weight *= is_high ? share[a] : 1.0f - share[a];
      }
      sum += weight * random_unit(key);
    }
    // Means of random numbers crowd around a half: stretched, so that some places are at full strength and some at the
    // least.
    constexpr float kStretch = 2.2f;
    return 1.0f - depth_ * std::clamp(0.5f + kStretch * (sum - 0.5f), 0.0f, 1.0f);
  }

 private:
  float depth_;
  std::uint64_t seed_;
  double time_, spacing_ = 1.0;
};

}  // namespace spindrift
