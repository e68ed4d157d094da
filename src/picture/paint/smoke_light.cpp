#include "picture/paint/smoke_light.h"

#include <algorithm>
#include <cmath>

#include "grid/frames.h"

namespace spindrift {

std::vector<float> light_in_cells(const CellFrame& cells, float depth, float slant_x, float slant_z) {
  const int nx = cells.cells[0], ny = cells.cells[1], nz = cells.cells[2];
  auto index = [&](int i, int j, int k) { return cell_number(cells.cells, i, j, k); };
  std::vector<float> light(cells.density.size(), 1.0f);
  auto through = [&](int i, int j, int k) {
    if (i < 0 || i >= nx || k < 0 || k >= nz) return 1.0f;  // the light comes in from the side
    const std::size_t above = index(i, j, k);
    return cells.type[above] == CellType::kSolid ? 0.0f : light[above] * std::exp(-depth * cells.density[above]);
  };
  // Layer by layer: the light of a cell is that of the four cells above through which its ray passes.
  for (int j = ny - 2; j >= 0; --j)
    for (int k = 0; k < nz; ++k)
      for (int i = 0; i < nx; ++i) {
        const float x = static_cast<float>(i) - slant_x, z = static_cast<float>(k) - (nz > 1 ? slant_z : 0.0f);
        const int i0 = static_cast<int>(std::floor(x)), k0 = static_cast<int>(std::floor(z));
        const float fx = x - static_cast<float>(i0), fz = z - static_cast<float>(k0);
        float sum = (1.0f - fz) * ((1.0f - fx) * through(i0, j + 1, k0) + fx * through(i0 + 1, j + 1, k0));
        if (fz > 0.0f) sum += fz * ((1.0f - fx) * through(i0, j + 1, k0 + 1) + fx * through(i0 + 1, j + 1, k0 + 1));
        light[index(i, j, k)] = sum;
      }
  return light;
}

}  // namespace spindrift
