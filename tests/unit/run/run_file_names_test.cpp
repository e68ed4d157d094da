// A run's files are found by their names.
#include "run/run_file_names.h"

#include <gtest/gtest.h>


namespace spindrift {
namespace {

constexpr const char* kPart = ".1234-5.spindrift-part";

TEST(RunFileNames, the_number_of_a_frame_comes_back_from_the_name_of_its_file) {
  EXPECT_EQ(frame_file_name(12, ".ply"), "frame_0012.ply");
  for (const int frame : {0, 12, 9999, 10000, 123456789}) {
    EXPECT_EQ(frame_number(frame_file_name(frame, ".ply"), ".ply"), frame);
    EXPECT_EQ(frame_number(frame_file_name(frame, ".ply") + kPart, ".ply"), frame) << "unfinished";
  }
}

TEST(RunFileNames, other_names_have_no_number) {
  for (const char* name : {"frame_012.ply", "frame_0012.vtp", "frame_00x2.ply", "frame_-012.ply", "my_frame_0012.ply",
                           "frame_0012.ply.bak", "frame_0123456789.ply", "frame_.ply", ""})
    EXPECT_FALSE(frame_number(name, ".ply")) << name;
}

TEST(RunFileNames, tables_and_lists_of_probes_and_regions_are_known_also_unfinished) {
  for (const char* name : {"surface_pool.csv", "column_middle.csv", "slice_floor.csv", "slice_floor.pvd",
                           "particles_gate.pvd", "volumes_gate.pvd"}) {
    EXPECT_TRUE(is_named_file(name)) << name;
    EXPECT_TRUE(is_named_file(name + std::string(kPart))) << name;
    EXPECT_FALSE(is_unfinished(name)) << name;
    EXPECT_TRUE(is_unfinished(name + std::string(kPart))) << name;
    EXPECT_EQ(finished_name(name + std::string(kPart)), name);
  }
  for (const char* name : {"surface.csv", "volumes_gate.csv", "particles_gate.ply", "my_slice_floor.csv", "probes.csv"})
    EXPECT_FALSE(is_named_file(name)) << name;
}

}  // namespace
}  // namespace spindrift
