#include "picture/paint/black_body.h"

#include <algorithm>

namespace spindrift {

Rgb black_body_color(float kelvin) {
  struct Stop {
    float kelvin;
    Rgb color;
  };
  static constexpr Stop kStops[] = {{700.0f, {0.0f, 0.0f, 0.0f}},     {900.0f, {0.30f, 0.02f, 0.0f}},
                                    {1150.0f, {0.85f, 0.20f, 0.02f}}, {1450.0f, {1.0f, 0.52f, 0.10f}},
                                    {1800.0f, {1.0f, 0.80f, 0.38f}},  {2300.0f, {1.0f, 0.95f, 0.75f}},
                                    {3000.0f, {1.0f, 1.0f, 1.0f}}};
  if (!(kelvin > kStops[0].kelvin)) return kStops[0].color;
  for (std::size_t i = 1; i < std::size(kStops); ++i) {
    if (kelvin > kStops[i].kelvin) continue;
    const float share = (kelvin - kStops[i - 1].kelvin) / (kStops[i].kelvin - kStops[i - 1].kelvin);
    return mix_colors(kStops[i - 1].color, kStops[i].color, share);
  }
  return kStops[std::size(kStops) - 1].color;
}

}  // namespace spindrift
