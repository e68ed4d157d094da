#include "formats/particles/ply.h"

#include <gtest/gtest.h>

#include "support/file_readers.h"
#include "support/temporary_folder.h"

namespace spindrift {
namespace {

using testing::PlyFile;
using testing::read_ply;
using testing::TemporaryFolder;

ParticleFrame frame_of(std::size_t count) {
  ParticleFrame frame;
  for (std::size_t i = 0; i < count; ++i) {
    const float x = static_cast<float>(i);
    frame.position.insert(frame.position.end(), {x, x + 0.25f, x + 0.5f});
    frame.velocity.insert(frame.velocity.end(), {-x, 2 * x, 3 * x});
  }
  return frame;
}

TEST(Ply, positions_and_velocities_read_back) {
  const TemporaryFolder folder;
  ASSERT_TRUE(write_ply(folder / "a.ply", frame_of(3)));
  const PlyFile file = read_ply(folder / "a.ply");
  EXPECT_EQ(file.count, 3u);
  EXPECT_EQ(file.properties,
            (std::vector<std::string>{"float x", "float y", "float z", "float vx", "float vy", "float vz"}));
  EXPECT_EQ(file.columns.at("y"), (std::vector<double>{0.25, 1.25, 2.25}));
  EXPECT_EQ(file.columns.at("vz"), (std::vector<double>{0.0, 3.0, 6.0}));
}

TEST(Ply, columns_of_the_scene_follow) {
  const TemporaryFolder folder;
  ParticleFrame frame = frame_of(2);
  frame.columns.assign({{"id", "", FrameColumn::Kind::kInteger, 1, {}, {7, 4000000000u}},
                        {"age", "s", FrameColumn::Kind::kNumber, 1, {0.5f, 1.5f}},
                        {"color", "", FrameColumn::Kind::kColor, 3, {0.0f, 0.5f, 1.0f, 2.0f, -1.0f, 0.2f}},
                        {"density", "", FrameColumn::Kind::kNumber, 1, {1.0f, 0.75f}}});
  ASSERT_TRUE(write_ply(folder / "a.ply", frame));
  const PlyFile file = read_ply(folder / "a.ply");
  EXPECT_EQ(file.columns.at("id"), (std::vector<double>{7.0, 4000000000.0}));
  EXPECT_EQ(file.columns.at("age"), (std::vector<double>{0.5, 1.5}));
  EXPECT_EQ(file.columns.at("red"), (std::vector<double>{0.0, 255.0}));
  EXPECT_EQ(file.columns.at("green"), (std::vector<double>{128.0, 0.0}));
  EXPECT_EQ(file.columns.at("blue"), (std::vector<double>{255.0, 51.0}));
  EXPECT_EQ(file.columns.at("density"), (std::vector<double>{1.0, 0.75}));
}

TEST(Ply, more_particles_than_fit_into_one_write) {
  const TemporaryFolder folder;
  constexpr std::size_t kCount = 40000;
  ASSERT_TRUE(write_ply(folder / "a.ply", frame_of(kCount)));
  const PlyFile file = read_ply(folder / "a.ply");
  ASSERT_EQ(file.count, kCount);
  for (std::size_t i = 0; i < kCount; ++i) ASSERT_EQ(file.columns.at("x")[i], static_cast<double>(i));
}

}  // namespace
}  // namespace spindrift
