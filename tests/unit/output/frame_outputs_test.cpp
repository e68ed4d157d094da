// From a frame to its files and back, by the table of formats.
#include "output/frame_outputs.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <set>

#include "output/frame_files.h"
#include "spindrift/files.h"
#include "support/scenes.h"
#include "support/temporary_folder.h"

namespace spindrift {
namespace {

using testing::TemporaryFolder;

RegionSettings box() {
  RegionSettings region;
  region.kind = RegionSettings::Kind::kBox;
  region.name = "gate";
  region.max = {{0.2, 0.2, 0.0}};
  region.particles = {ParticleFormat::kVtp};
  region.volumes = {VolumeFormat::kRaw};
  region.every = 2;
  return region;
}

Scene scene_with_outputs() {
  Scene scene = testing::dam_break(2, 16);
  scene.output.formats = {ParticleFormat::kPly, ParticleFormat::kVtp};
  scene.output.volumes = {VolumeFormat::kVti, VolumeFormat::kRaw};
  scene.output.volumes_every = 3;
  scene.output.width = 32;
  scene.surface.write = SurfaceFormat::kObj;
  scene.regions = {box()};
  return scene;
}

TEST(FrameOutputs, writes_each_file_that_is_due_and_lists_it) {
  const TemporaryFolder folder;
  const Scene scene = scene_with_outputs();
  for (const std::string& name : output_subfolders(scene)) std::filesystem::create_directories(folder / name);
  auto outputs = FrameOutputs::create(scene, folder.path(), 1);
  auto simulation = Simulation::create(scene, 1);
  auto manifest = Manifest::open(folder.path());
  ASSERT_TRUE(outputs && simulation && manifest);
  for (const int frame : {0, 1, 2}) {
    Products products = outputs->products();
    ASSERT_TRUE(outputs->copy(*simulation, frame, 0, products));
    ASSERT_TRUE(outputs->write(frame, products, *manifest));
  }
  std::set<std::string> expected = {"particles.pvd", "volumes.pvd", "particles_gate.pvd"};
  for (const std::string number : {"0000", "0001", "0002"}) {
    for (const char* file :
         {"particles/frame_#.ply", "particles/frame_#.vtp", "surface/frame_#.obj", "frames/frame_#.png"})
      expected.insert(std::string(file).replace(std::string(file).find('#'), 1, number));
    if (number != "0001")
      for (const char* file : {"particles_gate/frame_#.vtp", "volumes_gate/frame_#.raw", "volumes_gate/frame_#.json"})
        expected.insert(std::string(file).replace(std::string(file).find('#'), 1, number));
  }
  for (const char* ending : {".vti", ".raw", ".json"}) expected.insert(std::string("volumes/frame_0000") + ending);
  std::set<std::string> listed;
  const auto files = read_manifest(folder.path());
  ASSERT_TRUE(files);
  for (const auto& [name, sum] : *files) {
    EXPECT_TRUE(sum) << name;
    EXPECT_TRUE(std::filesystem::exists(folder / name)) << name;
    listed.insert(name);
  }
  EXPECT_EQ(listed, expected);
}

TEST(FrameOutputs, what_was_written_can_be_loaded) {
  const TemporaryFolder folder;
  Scene scene = scene_with_outputs();
  for (const ParticleFormat format : {ParticleFormat::kPly, ParticleFormat::kVtp})
    for (const VolumeFormat volume : {VolumeFormat::kVti, VolumeFormat::kRaw}) {
      scene.output.formats = {format};
      scene.output.volumes = {volume};
      std::filesystem::remove_all(folder / "particles");
      std::filesystem::remove_all(folder / "volumes");
      for (const std::string& name : output_subfolders(scene)) std::filesystem::create_directories(folder / name);
      auto outputs = FrameOutputs::create(scene, folder.path(), 1);
      auto simulation = Simulation::create(scene, 1);
      auto manifest = Manifest::open(folder.path());
      ASSERT_TRUE(outputs && simulation && manifest);
      Products written = outputs->products(), read(nullptr);
      ASSERT_TRUE(outputs->copy(*simulation, 0, 0, written) && outputs->write(0, written, *manifest));
      const auto found = find_frame_files(folder.path(), 0, scene, kNeedsParticles | kNeedsCells);
      ASSERT_TRUE(found);
      ASSERT_TRUE(load(*found, scene, read));
      EXPECT_EQ(read.particles().position, written.particles().position);
      EXPECT_EQ(read.particles().velocity, written.particles().velocity);
      EXPECT_EQ(read.cells().type, written.cells().type);
      EXPECT_EQ(read.cells().density, written.cells().density);
      EXPECT_EQ(read.cells().pressure, written.cells().pressure);
      EXPECT_EQ(read.cells().velocity, written.cells().velocity);
      EXPECT_EQ(read.cells().cell_size, scene.domain.cell());
      EXPECT_FALSE(find_frame_files(folder.path(), 1, scene, kNeedsParticles));
    }
}

}  // namespace
}  // namespace spindrift
