// How far a point of the surface lies from the mean position of the particles around it.
//
// Let S be the kernel-weighted share of space around a point that is liquid, and m the distance from the point to the
// weighted mean position of that liquid [Zhu2005]. Two cases fix what m is on the surface:
//
//   a plane:            S = 1/2, and m is the mean of half a Gaussian, sqrt(2/pi) sigma;
//   a single particle:  a ball of the particle's share of the liquid, so m is that ball's radius.
//
// Between a droplet of a few particles and a body of liquid m goes over from one to the other in a straight line. So
// the level is given by geometry, not scene by scene: a tank keeps its volume, and so does a droplet.
#pragma once

#include <array>

namespace spindrift {

// For a kernel of standard deviation `sigma` along each axis. All lengths in particle spacings.
template <int D>
class MeanDistance {
 public:
  MeanDistance() = default;
  explicit MeanDistance(double sigma);

  // The surface's level: inside positive, outside negative.
  float level(float share, float distance) const {
    const float at = (share < 0.0f ? 0.0f : share > 1.0f ? 1.0f : share) * kSteps;
    const int i = static_cast<int>(at) < kSteps ? static_cast<int>(at) : kSteps - 1;
    const float t = at - static_cast<float>(i);
    const float body = surface_[i] + t * (surface_[i + 1] - surface_[i]) - distance;
    const float alone = alone_[i] + t * (alone_[i + 1] - alone_[i]);
    return body < alone ? body : alone;
  }

 private:
  static constexpr int kSteps = 256;         // of the tables, straight in between
  std::array<float, kSteps + 1> surface_{};  // m on the surface, by share
  std::array<float, kSteps + 1> alone_{};    // level around a single particle where its share is this
};

// Radius of the ball (disc in 2D) as large as the liquid that a particle stands for, in particle spacings.
template <int D>
double particle_radius();

}  // namespace spindrift
