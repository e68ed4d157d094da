#include "io/painter.h"

#include <gtest/gtest.h>

#include "support/file_readers.h"
#include "support/temporary_folder.h"

namespace spindrift {
namespace {

Scene small_scene() {
  Scene scene;
  scene.domain.dimension = 2;
  scene.domain.size = {{2.0, 1.0, 0.0}};
  scene.domain.resolution = 20;
  scene.output.width = 200;
  return scene;
}

CellFrame empty_cells(const Scene& scene) {
  CellFrame frame;
  frame.cells = scene.domain.cells();
  frame.cell_size = scene.domain.cell();
  const std::size_t count = static_cast<std::size_t>(frame.cells[0] * frame.cells[1]);
  frame.type.assign(count, CellType::kAir);
  frame.density.assign(count, 0.0f);
  frame.pressure.assign(count, 0.0f);
  frame.velocity.assign(3 * count, 0.0f);
  return frame;
}

ParticleFrame particle_at(float x, float y, float density) {
  ParticleFrame frame;
  frame.dimension = 2;
  frame.position = {x, y, 0.0f};
  frame.velocity = {0.0f, 0.0f, 0.0f};
  frame.density = {density};
  return frame;
}

Image draw(const Scene& scene, const ParticleFrame& particles, const CellFrame& cells) {
  Result<Painter> painter = Painter::create(scene);
  EXPECT_TRUE(painter);
  return painter->draw(0.0, particles, cells);
}

bool is_blue(const Rgb& c) { return c.blue > 1.5f * c.red && c.blue > 0.5f; }
bool is_white(const Rgb& c) { return std::min({c.red, c.green, c.blue}) > 0.8f; }
bool is_grey(const Rgb& c) { return std::abs(c.red - c.blue) < 0.12f && c.red > 0.3f; }

TEST(Painter, keeps_the_shape_of_the_domain_with_an_even_height) {
  Scene scene = small_scene();
  EXPECT_EQ(picture_height(scene), 100);
  scene.output.width = 201;
  EXPECT_EQ(picture_height(scene) % 2, 0);
  const Image image = draw(scene, ParticleFrame{}, empty_cells(scene));
  EXPECT_EQ(image.width, 201);
}

TEST(Painter, puts_a_particle_where_it_is_with_y_up) {
  const Scene scene = small_scene();
  Image image = draw(scene, particle_at(0.5f, 0.75f, 1.0f), empty_cells(scene));
  EXPECT_TRUE(is_blue(image.at(50, 25)));
  EXPECT_FALSE(is_blue(image.at(50, 75)));
}

TEST(Painter, thin_water_is_foam) {
  const Scene scene = small_scene();
  Image image = draw(scene, particle_at(0.5f, 0.5f, 0.5f), empty_cells(scene));
  EXPECT_TRUE(is_white(image.at(50, 50)));
}

TEST(Painter, color_column_wins_over_the_density) {
  Scene scene = small_scene();
  scene.particles.columns.push_back(Column::kColor);
  ParticleFrame particles = particle_at(0.5f, 0.5f, 0.5f);
  particles.color = {0.0f, 0.0f, 1.0f};
  EXPECT_TRUE(is_blue(draw(scene, particles, empty_cells(scene)).at(50, 50)));
  particles.color = {0.9f, 0.1f, 0.1f};
  EXPECT_GT(draw(scene, particles, empty_cells(scene)).at(50, 50).red, 0.8f);
}

TEST(Painter, draws_solids_where_they_have_moved_to) {
  Scene scene = small_scene();
  SolidSettings ball;
  ball.shape.kind = ShapeSettings::Kind::kSphere;
  ball.shape.center = {{0.5, 0.5, 0.0}};
  ball.shape.radius = 0.1;
  ball.velocity = {{1.0, 0.0, 0.0}};
  scene.solids.push_back(ball);
  Result<Painter> painter = Painter::create(scene);
  ASSERT_TRUE(painter);
  Image image = painter->draw(1.0, ParticleFrame{}, empty_cells(scene));
  EXPECT_FALSE(is_grey(image.at(50, 50)));
  EXPECT_TRUE(is_grey(image.at(150, 50)));
}

TEST(Painter, open_sides_look_different_from_walls) {
  Scene scene = small_scene();
  const Image closed = draw(scene, ParticleFrame{}, empty_cells(scene));
  scene.domain.open = {Side::kTop};
  const Image open = draw(scene, ParticleFrame{}, empty_cells(scene));
  int different = 0;
  for (int x = 10; x < 190; ++x)
    if (closed.pixels[static_cast<std::size_t>(x)].red != open.pixels[static_cast<std::size_t>(x)].red) ++different;
  EXPECT_GT(different, 90);
}

TEST(Painter, every_coloring_works_for_particles_and_cells) {
  Scene scene = small_scene();
  CellFrame cells = empty_cells(scene);
  cells.type[105] = CellType::kFluid;
  cells.density[105] = 1.0f;
  for (const ColorBy color : {ColorBy::kWater, ColorBy::kSpeed, ColorBy::kDensity, ColorBy::kPressure}) {
    for (const bool grid : {false, true}) {
      scene.output.color = color;
      scene.output.grid = grid;
      Image with = draw(scene, particle_at(0.55f, 0.55f, 1.0f), cells);
      Image without = draw(scene, ParticleFrame{}, empty_cells(scene));
      EXPECT_NE(with.at(55, 45).blue, without.at(55, 45).blue) << static_cast<int>(color) << grid;
    }
  }
}

TEST(Painter, png_file_has_the_size_of_the_picture) {
  const testing::TemporaryFolder folder;
  const Scene scene = small_scene();
  ASSERT_TRUE(write_png(folder / "a.png", draw(scene, ParticleFrame{}, empty_cells(scene))));
  const testing::PngSize size = testing::read_png_size(folder / "a.png");
  EXPECT_EQ(size.width, 200);
  EXPECT_EQ(size.height, 100);
}

}  // namespace
}  // namespace spindrift
