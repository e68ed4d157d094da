#include "picture/paint/smoke_painter.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>

namespace spindrift {
namespace {

// Smoke of one density in a box, coloured by it up to `range`, or as far as the painter chooses.
Image picture_of_density(float density, std::optional<double> range) {
  Scene scene;
  scene.domain.dimension = 2;
  scene.domain.size = {{2.0, 1.0, 0.0}};
  scene.domain.resolution = 20;
  scene.smokes.emplace_back().shape.max = {{2.0, 1.0, 0.0}};
  scene.output.width = 200;
  scene.output.color = ColorBy::kDensity;
  scene.output.range = range;
  CellFrame cells;
  cells.cells = scene.domain.cells();
  cells.cell_size = scene.domain.cell();
  const auto count = static_cast<std::size_t>(cells.cells[0] * cells.cells[1]);
  cells.type.assign(count, CellType::kFluid);
  cells.density.assign(count, density);
  cells.pressure.assign(count, 0.0f);
  cells.temperature.assign(count, 300.0f);
  cells.velocity.assign(3 * count, 0.0f);
  return SmokePainter::create(scene)->draw(0.0, cells);
}

bool are_equal(const Image& a, const Image& b) {
  return std::equal(a.pixels.begin(), a.pixels.end(), b.pixels.begin(), b.pixels.end(), [](const Rgb& p, const Rgb& q) {
    return p.red == q.red && p.green == q.green && p.blue == q.blue;
  });
}

TEST(SmokePainter, colors_end_at_the_round_number_that_pictures_of_liquids_take) {
  EXPECT_TRUE(are_equal(picture_of_density(1.2f, std::nullopt), picture_of_density(1.2f, 1.5)));
  EXPECT_TRUE(are_equal(picture_of_density(7.0f, std::nullopt), picture_of_density(7.0f, 8.0)));
  EXPECT_FALSE(are_equal(picture_of_density(1.2f, std::nullopt), picture_of_density(1.2f, 2.0)));
}

TEST(SmokePainter, a_picture_without_smoke_has_a_scale_too) {
  EXPECT_TRUE(are_equal(picture_of_density(0.0f, std::nullopt), picture_of_density(0.0f, 1.0)));
}

}  // namespace
}  // namespace spindrift
