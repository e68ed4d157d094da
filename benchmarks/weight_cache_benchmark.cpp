// Whether keeping the weights of the transfer to the grid for the transfer back would pay; see
// docs/decisions/0011-no-weight-cache.md. Items are particles.
#include <benchmark/benchmark.h>

#include <array>
#include <cmath>
#include <vector>

#include "base/hash.h"

namespace spindrift {
namespace {

constexpr std::size_t kParticles = 4'000'000;  // more than any cache holds

// Where particles are in their cells: from the cell's corner, and from the faces half a cell away.
struct Fractions {
  std::array<std::vector<float>, 3> plain, shifted;
};

float shifted(float x) { return x - 0.5f - std::floor(x - 0.5f); }

Fractions random_places() {
  Fractions at;
  for (std::size_t a = 0; a < 3; ++a) {
    for (std::size_t i = 0; i < kParticles; ++i) at.plain[a].push_back(random_unit(hash_combine(a, i)));
    at.shifted[a].resize(kParticles);
  }
  return at;
}

// Linear interpolation of eight numbers.
float interpolate(const float* u, float x, float y, float z) {
  auto mix = [](float a, float b, float s) { return a + s * (b - a); };
  auto plane = [&](const float* v) { return mix(mix(v[0], v[1], x), mix(v[2], v[3], x), y); };
  return mix(plane(u), plane(u + 4), z);
}

// The sum of the three components is all that is kept: as little as may be besides the weights.
void gather(benchmark::State& run, bool from_cache) {
  Fractions at = random_places();
  std::vector<float> u(24), sum(kParticles);
  for (std::size_t i = 0; i < u.size(); ++i) u[i] = static_cast<float>(i);
  const float *x = at.plain[0].data(), *y = at.plain[1].data(), *z = at.plain[2].data();
  const float *sx = at.shifted[0].data(), *sy = at.shifted[1].data(), *sz = at.shifted[2].data();
  for (auto _ : run) {
    for (std::size_t i = 0; i < kParticles; ++i) {
      const float hx = from_cache ? sx[i] : shifted(x[i]), hy = from_cache ? sy[i] : shifted(y[i]),
                  hz = from_cache ? sz[i] : shifted(z[i]);
      sum[i] = interpolate(&u[0], x[i], hy, hz) + interpolate(&u[8], hx, y[i], hz) + interpolate(&u[16], hx, hy, z[i]);
    }
    benchmark::DoNotOptimize(sum.data());
    benchmark::ClobberMemory();
  }
  run.SetItemsProcessed(run.iterations() * static_cast<std::int64_t>(kParticles));
}

void fill_cache(benchmark::State& run) {
  Fractions at = random_places();
  for (auto _ : run) {
    for (std::size_t a = 0; a < 3; ++a)
      for (std::size_t i = 0; i < kParticles; ++i) at.shifted[a][i] = shifted(at.plain[a][i]);
    benchmark::ClobberMemory();
  }
  run.SetItemsProcessed(run.iterations() * static_cast<std::int64_t>(kParticles));
}

const bool kRegistered = [] {
  benchmark::RegisterBenchmark("weights computed", [](benchmark::State& run) { gather(run, false); });
  benchmark::RegisterBenchmark("weights from a cache", [](benchmark::State& run) { gather(run, true); });
  benchmark::RegisterBenchmark("weights into the cache", fill_cache);
  return true;
}();

}  // namespace
}  // namespace spindrift
