#include "picture/painter.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "base/hash.h"
#include "settings/outputs.h"
#include "support/file_readers.h"
#include "support/temporary_folder.h"

namespace spindrift {
namespace {

Scene flat_scene() {
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
  frame.faces.assign(2 * count, 0.0f);
  return frame;
}

ParticleFrame particle_at(float x, float y, float density) {
  ParticleFrame frame;
  frame.dimension = 2;
  frame.position = {x, y, 0.0f};
  frame.velocity = {0.0f, 0.0f, 0.0f};
  frame.columns.push_back({"density", "", FrameColumn::Kind::kNumber, 1, {density}});
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

TEST(Painter, the_height_of_a_picture_is_limited) {
  Scene scene = flat_scene();
  scene.domain.size = {{0.01, 10.0, 0.0}};
  scene.domain.cell_size = 0.001;
  const PictureSize size = picture_size(scene);
  EXPECT_EQ(size.height, 16384);
  EXPECT_EQ(size.width, 16);
  scene.domain.cell_size = 0.01;
  scene.domain.size[1] = 600.0;
  EXPECT_EQ(picture_size(scene).width, 2);
}

TEST(Painter, keeps_the_shape_of_the_domain_with_an_even_height) {
  Scene scene = flat_scene();
  EXPECT_EQ(picture_size(scene).height, 100);
  scene.output.width = 201;
  EXPECT_EQ(picture_size(scene).height % 2, 0);
  const Image image = draw(scene, ParticleFrame{}, empty_cells(scene));
  EXPECT_EQ(image.width, 201);
}

TEST(Painter, draws_a_particle_at_its_place_with_y_up) {
  const Scene scene = flat_scene();
  Image image = draw(scene, particle_at(0.5f, 0.75f, 1.0f), empty_cells(scene));
  EXPECT_TRUE(is_blue(image.at(50, 25)));
  EXPECT_FALSE(is_blue(image.at(50, 75)));
}

TEST(Painter, a_liquid_has_the_color_its_scene_gives_it) {
  Scene scene = flat_scene();
  scene.fluid.color = Color{0.95, 0.62, 0.10};  // honey
  for (const float density : {1.0f, 0.5f}) {    // foam is no white rim either
    const Rgb honey = draw(scene, particle_at(0.5f, 0.5f, density), empty_cells(scene)).at(50, 50);
    EXPECT_GT(honey.red, honey.green);
    EXPECT_GT(honey.green, honey.blue + 0.1f);
  }
}

TEST(Painter, thin_water_is_foam) {
  Scene scene = flat_scene();
  scene.render.style = RenderStyle::kParticles;
  Image image = draw(scene, particle_at(0.5f, 0.5f, 0.5f), empty_cells(scene));
  EXPECT_TRUE(is_white(image.at(50, 50)));
}

// Four particles in each cell below a height, moved at random by up to `jitter` of their distance. Every third is white
// and thin, as foam.
ParticleFrame pool(const Scene& scene, float height, float jitter) {
  ParticleFrame frame;
  frame.dimension = 2;
  FrameColumn density{"density", "", FrameColumn::Kind::kNumber, 1, {}};
  FrameColumn color{"color", "", FrameColumn::Kind::kColor, 3, {}};
  const float spacing = static_cast<float>(scene.domain.cell() / 2.0), width = static_cast<float>(scene.domain.size[0]);
  std::uint64_t key = 0;
  const auto moved = [&] { return jitter * (random_unit(++key) - 0.5f) * spacing; };
  for (float y = 0.5f * spacing; y < height; y += spacing)
    for (float x = 0.5f * spacing; x < width; x += spacing) {
      const bool is_foam = density.values.size() % 3 == 0;
      frame.position.insert(frame.position.end(), {x + moved(), y + moved(), 0.0f});
      density.values.push_back(is_foam ? 0.5f : 1.0f);
      color.values.insert(color.values.end(), {is_foam ? 0.8f : 0.0f, is_foam ? 0.8f : 0.0f, 1.0f});
    }
  frame.velocity.resize(frame.position.size());
  frame.columns.assign({density, color});
  return frame;
}

// Largest difference of a colour's parts.
float difference(const Rgb& a, const Rgb& b) {
  return std::max({std::abs(a.red - b.red), std::abs(a.green - b.green), std::abs(a.blue - b.blue)});
}

TEST(Painter, the_surface_of_a_still_pool_is_straight_up_to_the_walls) {
  const Scene scene = flat_scene();
  Image image = draw(scene, pool(scene, 0.6f, 0.0f), empty_cells(scene));
  for (int y = 36; y < 98; ++y)  // below the clock
    for (int x = 2; x < 198; ++x)
      // On the surface a shift by a tenth of a pixel changes a colour by up to 0.08.
      EXPECT_LT(difference(image.at(x, y), image.at(100, y)), y < 45 ? 0.08f : 0.01f) << x << ' ' << y;
}

TEST(Painter, no_light_pixel_lies_deep_in_the_water) {
  Scene scene = flat_scene();
  scene.particles.columns.push_back(Column::kColor);
  ParticleFrame particles = pool(scene, 0.8f, 1.0f);
  for (std::size_t p = 0; p < particles.count(); p += 17) particles.position[3 * p] = NAN;  // voids of one particle
  Image image = draw(scene, particles, empty_cells(scene));
  for (int y = 50; y < 98; ++y)
    for (int x = 2; x < 198; ++x) {
      EXPECT_LT(image.at(x, y).red, 0.25f) << x << ' ' << y;
      EXPECT_GT(image.at(x, y).blue, 0.4f) << x << ' ' << y;
    }
}

// Below a falling drop the lattice is stretched to three times its width and as much flatter: columns of particles.
TEST(Painter, a_strained_lattice_has_no_slit) {
  const Scene scene = flat_scene();
  ParticleFrame particles;
  particles.dimension = 2;
  for (float y = 0.05f / 6.0f; y < 0.8f; y += 0.05f / 3.0f)
    for (float x = 0.1f; x < 2.0f; x += 0.15f) particles.position.insert(particles.position.end(), {x, y, 0.0f});
  particles.velocity.resize(particles.position.size());
  Image image = draw(scene, particles, empty_cells(scene));
  for (int y = 36; y < 98; ++y)
    for (int x = 11; x < 189; ++x) EXPECT_LT(difference(image.at(x, y), image.at(100, y)), 0.02f) << x << ' ' << y;
}

TEST(Painter, a_sheet_of_one_particle_is_whole) {
  const Scene scene = flat_scene();
  for (const float stretch : {1.0f, 1.5f}) {
    for (const float slope : {0.0f, 0.4f}) {
      ParticleFrame sheet;
      sheet.dimension = 2;
      for (float x = 0.3f; x < 1.7f; x += 0.05f * stretch / std::hypot(1.0f, slope))
        sheet.position.insert(sheet.position.end(), {x, 0.3f + slope * (x - 0.3f), 0.0f});
      sheet.velocity.resize(sheet.position.size());
      Image image = draw(scene, sheet, empty_cells(scene));
      for (int x = 35; x < 165; ++x) {
        float most = 0.0f;
        for (int y = 0; y < 100; ++y) most = std::max(most, image.at(x, y).green);
        EXPECT_GT(most, 0.5f) << x << ' ' << stretch << ' ' << slope;
      }
    }
  }
}

TEST(Painter, a_single_particle_keeps_its_area) {
  Scene scene = flat_scene();
  scene.output.width = 800;  // 20 pixels from particle to particle
  for (const float at : {0.5f, 0.513f, 0.525f}) {
    const Image image = draw(scene, particle_at(at, at, 1.0f), empty_cells(scene));
    int pixels = 0;
    for (int y = 100; y < 300; ++y)
      for (int x = 100; x < 300; ++x) pixels += image.pixels[static_cast<std::size_t>(800 * y + x)].green > 0.4f;
    EXPECT_NEAR(pixels, 400, 80);
  }
}

TEST(Painter, liquid_of_mirrored_places_has_a_mirrored_picture) {
  const Scene scene = flat_scene();
  ParticleFrame particles = pool(scene, 0.4f, 1.0f);
  const std::size_t count = particles.count();
  for (std::size_t p = 0; p < count; ++p)
    particles.position.insert(particles.position.end(),
                              {2.0f - particles.position[3 * p], particles.position[3 * p + 1], 0.0f});
  particles.columns.clear();
  particles.velocity.resize(particles.position.size());
  Image image = draw(scene, particles, empty_cells(scene));
  for (int y = 36; y < 98; ++y)
    for (int x = 0; x < 100; ++x) EXPECT_LT(difference(image.at(x, y), image.at(199 - x, y)), 0.02f) << x << ' ' << y;
}

TEST(Painter, only_the_surface_has_a_rim_of_light) {
  Scene scene = flat_scene();
  SolidSettings block;
  block.shape.min = {{0.9, 0.0, 0.0}};
  block.shape.max = {{1.3, 0.4, 0.0}};
  scene.solids.push_back(block);
  ParticleFrame particles = pool(scene, 0.6f, 0.0f), around;
  around.dimension = 2;
  for (std::size_t p = 0; p < particles.count(); ++p) {
    const float x = particles.position[3 * p], y = particles.position[3 * p + 1];
    if (x < 0.9f || x > 1.3f || y > 0.4f) around.position.insert(around.position.end(), {x, y, 0.0f});
  }
  around.velocity.resize(around.position.size());
  Image image = draw(scene, around, empty_cells(scene));
  const auto lightest = [&](int x0, int y0, int x1, int y1) {
    float most = 0.0f;
    for (int y = y0; y < y1; ++y)
      for (int x = x0; x < x1; ++x) most = std::max(most, image.at(x, y).green);
    return most;
  };
  EXPECT_GT(lightest(20, 36, 80, 45), 0.8f) << "the surface";
  EXPECT_LT(lightest(70, 50, 88, 98), 0.6f) << "left of the block";
  EXPECT_LT(lightest(90, 52, 130, 58), 0.6f) << "above it";
}

TEST(Painter, particles_are_a_style_as_in_3d) {
  Scene scene = flat_scene();
  const ParticleFrame particles = pool(scene, 0.6f, 0.0f);
  Image surface = draw(scene, particles, empty_cells(scene));
  scene.render.style = RenderStyle::kParticles;
  Image dots = draw(scene, particles, empty_cells(scene));
  const auto unevenness = [](Image& image) { return difference(image.at(100, 80), image.at(102, 80)); };
  EXPECT_LT(unevenness(surface), 0.01f);
  EXPECT_GT(unevenness(dots), 0.05f);
}

TEST(Painter, color_column_wins_over_the_density) {
  Scene scene = flat_scene();
  scene.particles.columns.push_back(Column::kColor);
  ParticleFrame particles = particle_at(0.5f, 0.5f, 0.5f);
  particles.columns.push_back({"color", "", FrameColumn::Kind::kColor, 3, {0.0f, 0.0f, 1.0f}});
  EXPECT_TRUE(is_blue(draw(scene, particles, empty_cells(scene)).at(50, 50)));
  particles.columns.back().values = {0.9f, 0.1f, 0.1f};
  EXPECT_GT(draw(scene, particles, empty_cells(scene)).at(50, 50).red, 0.8f);
}

TEST(Painter, liquids_with_colours_keep_them_also_as_foam) {
  Scene scene = flat_scene();
  scene.liquids.resize(1);
  scene.liquids[0].color = Color{0.1, 0.7, 0.1};
  for (const float density : {1.0f, 0.5f}) {
    ParticleFrame particles = particle_at(0.5f, 0.5f, density);
    particles.columns.push_back({"color", "", FrameColumn::Kind::kColor, 3, {0.1f, 0.7f, 0.1f}});
    const Rgb green = draw(scene, particles, empty_cells(scene)).at(50, 50);
    EXPECT_GT(green.green, green.red + 0.3f);
    EXPECT_GT(green.green, green.blue + 0.3f);
    particles.columns.back().values = {0.0f, 0.0f, 1.0f};  // not the blue of a colour column without foam
    const Rgb blue = draw(scene, particles, empty_cells(scene)).at(50, 50);
    EXPECT_GT(blue.blue, blue.green + 0.5f);
  }
}

TEST(Painter, draws_solids_where_they_have_moved_to) {
  Scene scene = flat_scene();
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
  Scene scene = flat_scene();
  const Image closed = draw(scene, ParticleFrame{}, empty_cells(scene));
  scene.domain.open = {Side::kTop};
  const Image open = draw(scene, ParticleFrame{}, empty_cells(scene));
  int different = 0;
  for (int x = 10; x < 190; ++x)
    if (closed.pixels[static_cast<std::size_t>(x)].red != open.pixels[static_cast<std::size_t>(x)].red) ++different;
  EXPECT_GT(different, 90);
}

TEST(Painter, every_coloring_works_for_particles_and_cells) {
  Scene scene = flat_scene();
  CellFrame cells = empty_cells(scene);
  cells.type[105] = CellType::kFluid;
  cells.density[105] = 1.0f;
  for (const ColorBy color :
       {ColorBy::kWater, ColorBy::kSpeed, ColorBy::kDensity, ColorBy::kPressure, ColorBy::kVorticity}) {
    for (const bool grid : {false, true}) {
      scene.output.color = color;
      scene.output.grid = grid;
      Image with = draw(scene, particle_at(0.55f, 0.55f, 1.0f), cells);
      Image without = draw(scene, ParticleFrame{}, empty_cells(scene));
      EXPECT_NE(with.at(55, 45).blue, without.at(55, 45).blue) << static_cast<int>(color) << grid;
    }
  }
}

// All cells full of liquid that moves with `velocity`.
CellFrame flowing_cells(const Scene& scene, float u, float v) {
  CellFrame cells = empty_cells(scene);
  std::fill(cells.type.begin(), cells.type.end(), CellType::kFluid);
  for (std::size_t i = 0; i < cells.type.size(); ++i) {
    cells.velocity[3 * i] = u;
    cells.velocity[3 * i + 1] = v;
  }
  return cells;
}

// Width and height in pixels of what is light in a part of the picture.
std::pair<int, int> extent_of_ink(Image& image, int left, int top, int right, int bottom) {
  int low_x = right, high_x = left - 1, low_y = bottom, high_y = top - 1;
  for (int y = top; y < bottom; ++y)
    for (int x = left; x < right; ++x) {
      if (image.at(x, y).red < 0.5f) continue;
      low_x = std::min(low_x, x), high_x = std::max(high_x, x);
      low_y = std::min(low_y, y), high_y = std::max(high_y, y);
    }
  return {std::max(0, high_x - low_x + 1), std::max(0, high_y - low_y + 1)};
}

TEST(Painter, arrows_point_along_the_flow_and_grow_with_the_speed) {
  Scene scene = flat_scene();
  scene.output.width = 400;
  scene.output.arrows = 5;  // squares of 100 pixels; the one looked at begins at x = 200, y = 100
  const auto arrow = [&](float u, float v) {
    Image image = draw(scene, ParticleFrame{}, flowing_cells(scene, u, v));
    return extent_of_ink(image, 201, 101, 299, 196);
  };
  const auto [slow_x, slow_y] = arrow(1.0f, 0.0f);
  const auto [fast_x, fast_y] = arrow(2.0f, 0.0f);
  EXPECT_NEAR(fast_x, 2 * slow_x, 4);
  EXPECT_LT(slow_y, slow_x);
  const auto [up_x, up_y] = arrow(0.0f, 2.0f);
  EXPECT_NEAR(up_y, fast_x, 2);
  EXPECT_NEAR(up_x, fast_y, 2);
  EXPECT_LT(arrow(0.0f, 0.0f).first, 6) << "a dot where nothing moves";
}

TEST(Painter, face_velocities_are_drawn_across_their_faces) {
  Scene scene = flat_scene();
  scene.output.width = 800;  // 40 pixels per cell
  scene.output.faces = true;
  const auto arrow = [&](float left, float below) {  // of the cell whose lower left corner is at pixel 400, 200
    CellFrame cells = empty_cells(scene);
    const std::size_t cell = 5 * 20 + 10;
    cells.type[cell] = CellType::kFluid;
    cells.faces[2 * cell] = left;
    cells.faces[2 * cell + 1] = below;
    Image image = draw(scene, ParticleFrame{}, cells);
    return std::pair{extent_of_ink(image, 396, 172, 436, 188), extent_of_ink(image, 412, 165, 428, 204)};
  };
  const auto slow = arrow(0.25f, 0.0f).first;
  const auto fast = arrow(0.5f, 0.0f).first;
  EXPECT_NEAR(fast.first, 2 * slow.first, 4);
  EXPECT_GT(fast.first, fast.second);
  EXPECT_LT(arrow(0.0f, 0.0f).second.second, 6) << "a dot where nothing moves";
  EXPECT_NEAR(arrow(0.0f, 0.5f).second.second, fast.first, 2);
}

TEST(Painter, arrows_and_streamlines_are_drawn_in_fluid_only) {
  Scene scene = flat_scene();
  scene.output.arrows = 2;
  scene.output.streamlines = 2;
  CellFrame cells = flowing_cells(scene, 1.0f, 0.5f);
  std::fill(cells.type.begin(), cells.type.end(), CellType::kAir);
  Image image = draw(scene, ParticleFrame{}, cells);
  EXPECT_EQ(extent_of_ink(image, 100, 20, 195, 95).first, 0);
}

TEST(Painter, streamlines_follow_the_flow) {
  Scene scene = flat_scene();
  scene.output.streamlines = 5;
  Image image = draw(scene, ParticleFrame{}, flowing_cells(scene, 1.0f, 0.0f));
  int rows_with_a_line = 0;  // from one side to the other
  for (int y = 5; y < 95; ++y) {
    int light = 0;
    for (int x = 100; x < 190; ++x) light += image.at(x, y).red > 0.3f ? 1 : 0;
    rows_with_a_line += light > 80 ? 1 : 0;
  }
  EXPECT_GE(rows_with_a_line, 2);
  EXPECT_LE(rows_with_a_line, 6) << "they keep their distance";
}

TEST(Painter, cell_types_have_a_color_each) {
  Scene scene = flat_scene();
  scene.output.color = ColorBy::kType;
  CellFrame cells = empty_cells(scene);
  cells.type[10] = CellType::kFluid;  // the lowest row; 10 pixels each
  cells.type[11] = CellType::kSolid;
  Image image = draw(scene, ParticleFrame{}, cells);
  EXPECT_TRUE(is_blue(image.at(105, 93)));
  EXPECT_TRUE(is_grey(image.at(115, 93)));
  EXPECT_FALSE(is_blue(image.at(125, 93)) || is_grey(image.at(125, 93)));
}

TEST(Painter, grid_lines_lie_between_cells_and_axes_mark_metres) {
  Scene scene = flat_scene();
  scene.output.grid_lines = true;
  Image lines = draw(scene, ParticleFrame{}, empty_cells(scene));
  EXPECT_GT(lines.at(120, 55).red, 1.2f * lines.at(125, 55).red);
  scene.output.grid_lines = false;
  scene.output.axes = true;
  Image axes = draw(scene, ParticleFrame{}, empty_cells(scene));
  EXPECT_GT(axes.at(100, 97).red, 0.25f) << "1 m";
  EXPECT_LT(axes.at(90, 97).red, 0.1f);
}

TEST(Painter, png_file_has_the_size_of_the_picture) {
  const testing::TemporaryFolder folder;
  const Scene scene = flat_scene();
  ASSERT_TRUE(write_png(folder / "a.png", draw(scene, ParticleFrame{}, empty_cells(scene))));
  const testing::PngSize size = testing::read_png_size(folder / "a.png");
  EXPECT_EQ(size.width, 200);
  EXPECT_EQ(size.height, 100);
}

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
  return Painter::create(scene)->draw(0.0, {}, cells);
}

bool are_equal(const Image& a, const Image& b) {
  return std::equal(a.pixels.begin(), a.pixels.end(), b.pixels.begin(), b.pixels.end(), [](const Rgb& p, const Rgb& q) {
    return p.red == q.red && p.green == q.green && p.blue == q.blue;
  });
}

TEST(Painter, the_scale_of_smoke_ends_at_a_round_number) {
  EXPECT_TRUE(are_equal(picture_of_density(1.2f, std::nullopt), picture_of_density(1.2f, 1.5)));
  EXPECT_TRUE(are_equal(picture_of_density(7.0f, std::nullopt), picture_of_density(7.0f, 8.0)));
  EXPECT_FALSE(are_equal(picture_of_density(1.2f, std::nullopt), picture_of_density(1.2f, 2.0)));
}

TEST(Painter, a_picture_without_smoke_has_a_scale_too) {
  EXPECT_TRUE(are_equal(picture_of_density(0.0f, std::nullopt), picture_of_density(0.0f, 1.0)));
}

}  // namespace
}  // namespace spindrift
