// Checkpoints on disk: what goes in comes out, and nothing damaged comes out.
#include "formats/checkpoints/checkpoint_file.h"

#include <gtest/gtest.h>

#include "base/archive.h"
#include "base/hash.h"
#include "formats/files/checksum.h"
#include "spindrift/files.h"
#include "spindrift/version.h"
#include "support/temporary_folder.h"

namespace spindrift {
namespace {

using testing::read_file;
using testing::TemporaryFolder;

Checkpoint sample() {
  StateSaver saver;
  saver.value("time", 1.25);
  saver.value("step", std::int64_t{-7});
  saver.array("text", std::string("hello"));
  saver.array("empty", std::vector<float>());
  saver.array("points", std::vector<Vec<float, 3>>{{{1.0f, 2.0f, 3.0f}}, {{4.0f, 5.0f, 6.0f}}});
  return saver.take();
}

std::string sample_bytes(const TemporaryFolder& folder) {
  EXPECT_TRUE(write_checkpoint(folder / "a.checkpoint", sample()));
  return read_file(folder / "a.checkpoint");
}

TEST(CheckpointFile, gives_back_what_was_written) {
  const TemporaryFolder folder;
  sample_bytes(folder);
  const auto read = read_checkpoint(folder / "a.checkpoint");
  ASSERT_TRUE(read) << read.error().message;
  ASSERT_EQ(read->sections.size(), 5u);
  StateLoader loader(*read);
  double time = 0.0;
  std::string text;
  std::vector<float> empty(3);
  std::vector<Vec<float, 3>> points;
  loader.value("time", time);
  loader.array("text", text);
  loader.array("empty", empty);
  loader.array("points", points);
  EXPECT_FALSE(loader.error());
  EXPECT_EQ(time, 1.25);
  EXPECT_EQ(text, "hello");
  EXPECT_TRUE(empty.empty());
  ASSERT_EQ(points.size(), 2u);
  EXPECT_EQ(points[1][2], 6.0f);
}

TEST(CheckpointFile, is_refused_with_any_bit_flipped) {
  const TemporaryFolder folder;
  const std::string bytes = sample_bytes(folder);
  for (std::size_t i = 0; i < bytes.size(); ++i)
    for (int bit = 0; bit < 8; ++bit) {
      std::string damaged = bytes;
      damaged[i] = static_cast<char>(damaged[i] ^ (1 << bit));
      EXPECT_FALSE(parse_checkpoint(damaged, "a")) << "byte " << i << ", bit " << bit;
    }
}

TEST(CheckpointFile, is_refused_at_any_other_length) {
  const TemporaryFolder folder;
  const std::string bytes = sample_bytes(folder);
  for (std::size_t length = 0; length < bytes.size(); ++length) {
    const auto read = parse_checkpoint(std::string_view(bytes).substr(0, length), "a");
    ASSERT_FALSE(read) << length;
    EXPECT_NE(read.error().message.find("damaged"), std::string::npos) << read.error().message;
  }
  EXPECT_FALSE(parse_checkpoint(bytes + "x", "a"));
  EXPECT_FALSE(parse_checkpoint(bytes + bytes, "a"));
}

TEST(CheckpointFile, of_somebody_else_is_refused) {
  const auto read = parse_checkpoint("ply\nformat binary_little_endian 1.0\n", "a.ply");
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().message, "this is not a checkpoint of Spindrift");
}

TEST(Checksum, does_not_depend_on_how_the_bytes_are_cut) {
  std::string bytes;
  for (std::uint64_t i = 0; i < 1000; ++i) bytes += static_cast<char>(mix(i) & 255);
  const std::uint64_t whole = checksum(bytes);
  for (std::size_t cut = 1; cut < 100; ++cut) {
    Checksum pieces;
    for (std::size_t i = 0; i < bytes.size(); i += cut) pieces.add(std::string_view(bytes).substr(i, cut));
    EXPECT_EQ(pieces.value(), whole) << cut;
  }
  EXPECT_NE(checksum(std::string_view(bytes).substr(1)), whole);
  EXPECT_NE(checksum(bytes + '\0'), whole);
}

}  // namespace
}  // namespace spindrift
