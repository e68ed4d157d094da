#include "output/frame_files.h"

#include <gtest/gtest.h>

namespace spindrift {
namespace {

constexpr const char* kPart = ".1234-5.spindrift-part";

TEST(FrameNames, the_number_of_a_frame_comes_back_from_the_name_of_its_file) {
  EXPECT_EQ(frame_file_name(12, ".ply"), "frame_0012.ply");
  for (const int frame : {0, 12, 9999, 10000, 123456789}) {
    EXPECT_EQ(frame_number(frame_file_name(frame, ".ply"), ".ply"), frame);
    EXPECT_EQ(frame_number(frame_file_name(frame, ".ply") + kPart, ".ply"), frame) << "unfinished";
  }
}

TEST(FrameNames, other_names_have_no_number) {
  for (const char* name : {"frame_012.ply", "frame_0012.vtp", "frame_00x2.ply", "frame_-012.ply", "my_frame_0012.ply",
                           "frame_0012.ply.bak", "frame_0123456789.ply", "frame_.ply", ""})
    EXPECT_FALSE(frame_number(name, ".ply")) << name;
}

TEST(FrameNames, an_unfinished_file_will_get_its_name) {
  for (const std::string name : {"frame_0001.ply", "slice_floor.csv"}) {
    EXPECT_FALSE(is_unfinished(name)) << name;
    EXPECT_TRUE(is_unfinished(name + kPart)) << name;
    EXPECT_EQ(finished_name(name + kPart), name);
  }
}

}  // namespace
}  // namespace spindrift
