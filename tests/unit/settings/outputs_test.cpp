// What a run writes, and what it copies of its state to do so.
#include "settings/outputs.h"

#include <gtest/gtest.h>

#include "support/scenes.h"

namespace spindrift {
namespace {

using testing::vec;

TEST(outputs, particles_are_copied_for_files_pictures_and_surfaces) {
  Scene scene = testing::dam_break(2, 8);
  scene.output.particles = scene.output.pictures = false;
  EXPECT_FALSE(copies_particles(scene));
  scene.output.pictures = true;
  EXPECT_TRUE(copies_particles(scene));
  scene.output.color = ColorBy::kType;
  scene.forces.gravity = {{0.0, -9.81, 0.0}};
  EXPECT_FALSE(copies_particles(scene)) << "drawn from cells alone";
  scene.surface.write = SurfaceFormat::kPly;
  EXPECT_TRUE(copies_particles(scene));
}

TEST(outputs, all_cells_are_copied_only_for_pictures_that_show_them_and_dense_volumes) {
  Scene scene = testing::dam_break(2, 8);
  EXPECT_TRUE(wants_pictures(scene));
  EXPECT_FALSE(copies_cells(scene));
  scene.output.arrows = 10;
  EXPECT_TRUE(copies_cells(scene));
  scene.output.pictures = false;
  EXPECT_FALSE(copies_cells(scene));
  scene.output.volumes = {VolumeFormat::kVdb};
  EXPECT_FALSE(copies_cells(scene));
  scene.output.volumes = {VolumeFormat::kRaw};
  EXPECT_TRUE(copies_cells(scene));
}

TEST(outputs, a_3d_liquid_has_a_surface_for_water_and_level_sets_and_quick_views_for_its_report) {
  Scene scene = testing::dam_break(3, 8);
  EXPECT_TRUE(is_rendered(scene) && wants_quick_views(scene));
  EXPECT_FALSE(wants_pictures(scene) || makes_surface(scene));
  scene.output.volumes = {VolumeFormat::kVdb};
  EXPECT_TRUE(makes_surface(scene));
  scene.output.volumes.clear();
  scene.render.during_run = true;
  EXPECT_FALSE(wants_quick_views(scene));
  EXPECT_TRUE(makes_surface(scene));
  scene.render.style = RenderStyle::kParticles;
  EXPECT_FALSE(makes_surface(scene));
  EXPECT_TRUE(picture_needs_particles(scene));
}

TEST(outputs, smoke_has_neither_particles_nor_a_surface) {
  Scene scene = testing::empty_box(3, {{8.0, 8.0, 8.0}});
  scene.smokes.emplace_back();
  scene.output.volumes = {VolumeFormat::kVdb};
  EXPECT_TRUE(wants_pictures(scene) && copies_cells(scene));
  EXPECT_FALSE(wants_particles(scene) || copies_particles(scene) || makes_surface(scene) || wants_quick_views(scene));
}

TEST(picture_size, quick_views_are_small_however_the_pictures_are_shaped) {
  const auto quick = [](int width, int height) {
    Scene scene;
    scene.render.width = width;
    scene.render.height = height;
    const PictureSize size = quick_view_size(scene);
    return Vec<int, 2>{{size.width, size.height}};
  };
  EXPECT_EQ(quick(1280, 720), (Vec<int, 2>{{640, 360}}));
  EXPECT_EQ(quick(16384, 16), (Vec<int, 2>{{640, 16}}));
  EXPECT_EQ(quick(1000, 4000), (Vec<int, 2>{{320, 1280}}));
  EXPECT_EQ(quick(16, 16384), (Vec<int, 2>{{16, 1280}}));
}

TEST(regions, cells_of_a_box_are_those_that_it_touches) {
  const Scene scene = testing::empty_box(3, vec(10, 8, 6), 0.5);
  RegionSettings box;
  box.min = vec(0.6, 1.0, -3.0);
  box.max = vec(2.0, 1.1, 9.0);
  const CellRange range = cells_of_region(box, scene.domain);
  EXPECT_EQ(range.first, (Vec<int, 3>{{1, 2, 0}}));
  EXPECT_EQ(range.cells, (Vec<int, 3>{{3, 1, 6}})) << "a box that ends on a face does not touch what is behind it";
}

TEST(regions, a_slice_is_a_layer_and_a_column_a_line) {
  const Scene scene = testing::empty_box(3, vec(10, 8, 6));
  RegionSettings region;
  region.kind = RegionSettings::Kind::kSlice;
  region.axis = Axis::kX;
  region.at = 10.0;  // the side itself belongs to the last cell
  EXPECT_EQ(cells_of_region(region, scene.domain).first, (Vec<int, 3>{{9, 0, 0}}));
  EXPECT_EQ(cells_of_region(region, scene.domain).cells, (Vec<int, 3>{{1, 8, 6}}));
  region.kind = RegionSettings::Kind::kColumn;
  region.axis = Axis::kY;
  region.position = vec(3.2, 0.0, 5.9);
  EXPECT_EQ(cells_of_region(region, scene.domain).first, (Vec<int, 3>{{3, 0, 5}}));
  EXPECT_EQ(cells_of_region(region, scene.domain).cells, (Vec<int, 3>{{1, 8, 1}}));
}

TEST(regions, are_due_every_nth_frame_or_at_the_first_frame_after_each_time) {
  const auto frames = [](int every, double rate) {
    std::vector<int> due;
    for (int frame = 0; frame <= 12; ++frame)
      if (is_due(frame, 60.0, every, rate)) due.push_back(frame);
    return due;
  };
  EXPECT_EQ(frames(1, 0.0).size(), 13u);
  EXPECT_EQ(frames(5, 0.0), (std::vector{0, 5, 10}));
  EXPECT_EQ(frames(1, 60.0).size(), 13u);
  EXPECT_EQ(frames(1, 24.0), (std::vector{0, 3, 5, 8, 10}));
  EXPECT_EQ(frames(7, 20.0), (std::vector{0, 3, 6, 9, 12})) << "a rate counts before frames";
}

TEST(regions, particles_and_volumes_go_by_every_unless_they_have_times_of_their_own) {
  Scene scene = testing::dam_break(2, 8);
  scene.output.every = 4;
  EXPECT_FALSE(particles_are_due(scene, 2));
  EXPECT_TRUE(volumes_are_due(scene, 8));
  scene.output.particles_every = 2;
  scene.output.volumes_rate = scene.time.fps / 3.0;
  EXPECT_TRUE(particles_are_due(scene, 2));
  EXPECT_FALSE(volumes_are_due(scene, 8));
  EXPECT_TRUE(volumes_are_due(scene, 9));
}

}  // namespace
}  // namespace spindrift
