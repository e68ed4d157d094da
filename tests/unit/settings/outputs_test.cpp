// What a run writes, and what it copies of its state to do so.
#include "settings/outputs.h"

#include <gtest/gtest.h>

#include "support/scenes.h"

namespace spindrift {
namespace {

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

}  // namespace
}  // namespace spindrift
