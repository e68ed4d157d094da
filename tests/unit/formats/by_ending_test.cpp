// The public writers: every format by its ending, and no trust in what they are given.
#include <gtest/gtest.h>

#include <filesystem>

#include "spindrift/file_info.h"
#include "spindrift/files.h"
#include "support/frames.h"
#include "support/scenes.h"
#include "support/surfaces.h"
#include "support/temporary_folder.h"

namespace spindrift {
namespace {

using namespace testing;

// Writes it under the name, and says what kind of file came of it.
template <class Write>
std::string kind_of(const std::string& name, Write&& write) {
  const TemporaryFolder folder;
  const Status written = write(folder / name);
  if (!written) return written.error().message;
  const auto info = file_info(folder / name);
  return info ? info->kind : info.error().message;
}

SurfaceMesh ball_surface() {
  const Scene scene = empty_box(3, vec(8, 8, 8));
  return surface_of(scene, lattice(scene, 0.0, [](const Vec3d& x) { return length(x - vec(4, 4, 4)) < 2.5; }));
}

TEST(ByEnding, each_ending_makes_its_format) {
  const auto particles = [](const std::string& path) { return write_particles(path, random_particles(20)); };
  const auto cells = [](const std::string& path) { return write_cells(path, half_full_cells({{6, 4, 5}}, 0.5)); };
  const auto surface = [](const std::string& path) { return write_surface(path, ball_surface()); };
  EXPECT_EQ(kind_of("a.ply", particles), "particles, PLY");
  EXPECT_EQ(kind_of("a.vtp", particles), "particles, VTK");
  EXPECT_EQ(kind_of("a.vti", cells), "volumes, VTK");
  EXPECT_EQ(kind_of("a.json", cells), "volume, raw numbers with a JSON header");
  EXPECT_EQ(kind_of("a.ply", surface), "mesh, PLY");
  EXPECT_EQ(kind_of("a.obj", surface), "mesh, OBJ");
  EXPECT_EQ(kind_of("a.png", [](const std::string& path) { return write_image(path, Image(4, 3, {})); }),
            "picture, PNG");
  if (!has_openvdb()) return;
  EXPECT_EQ(kind_of("a.vdb", particles), "OpenVDB");
  EXPECT_EQ(kind_of("a.vdb", [](const std::string& path) { return write_cells(path, fluid_box({{6, 4, 5}}, 0.5)); }),
            "OpenVDB");
}

TEST(ByEnding, an_unknown_ending_is_refused_with_those_there_are) {
  const Status written = write_particles("a.abc", random_particles(2));
  ASSERT_FALSE(written);
  EXPECT_EQ(to_string(written.error()), "a.abc: error: cannot write this as '.abc'; known: .ply, .vtp, .vdb");
  EXPECT_FALSE(write_cells("a.vti", fluid_box({{2, 2, 2}}, 1.0)));
  EXPECT_FALSE(std::filesystem::exists("a.vti"));
}

TEST(ByEnding, arrays_that_do_not_fit_each_other_are_refused) {
  const TemporaryFolder folder;
  ParticleFrame particles = random_particles(4);
  particles.velocity.pop_back();
  const Status written = write_particles(folder / "a.ply", particles);
  ASSERT_FALSE(written);
  EXPECT_EQ(written.error().message, "invalid frame: 'velocity' has 11 numbers instead of 12");
  particles = random_particles(4);
  column_of(particles.columns, "id").integers.clear();
  EXPECT_FALSE(write_particles(folder / "a.vtp", particles));
  particles = random_particles(4);
  particles.cell_size = 0.0;
  EXPECT_TRUE(write_particles(folder / "a.vtp", particles));
  EXPECT_FALSE(write_particles(folder / "a.vdb", particles));

  CellFrame cells = half_full_cells({{3, 4, 5}}, 0.5);
  cells.cells = {{3, 4, 6}};
  EXPECT_FALSE(write_cells(folder / "a.vti", cells));
  FluidCells fluid = fluid_box({{3, 4, 5}}, 0.5);
  fluid.place.pop_back();
  EXPECT_FALSE(write_cells(folder / "a.vdb", fluid));
  SurfaceMesh mesh = ball_surface();
  mesh.corners[7] = static_cast<std::uint32_t>(mesh.vertices());
  EXPECT_FALSE(write_surface(folder / "a.obj", mesh));
  Image image(4, 3, {});
  image.pixels.pop_back();
  EXPECT_FALSE(write_image(folder / "a.png", image));
}

TEST(ByEnding, particles_come_back_from_ply) {
  const TemporaryFolder folder;
  const ParticleFrame frame = random_particles(50);
  ASSERT_TRUE(write_particles(folder / "a.ply", frame));
  const auto read = read_particles(folder / "a.ply");
  ASSERT_TRUE(read) << to_string(read.error());
  EXPECT_EQ(read->position, frame.position);
  EXPECT_EQ(read->velocity, frame.velocity);
  EXPECT_EQ(read->columns.integers("id"), frame.columns.integers("id"));
  for (const char* name : {"age", "density"}) EXPECT_EQ(read->columns.values(name), frame.columns.values(name));
}

}  // namespace
}  // namespace spindrift
