// A run and its folder, as a user of the library meets them.
#include <gtest/gtest.h>

#include <filesystem>

#include "spindrift/run.h"
#include "spindrift/table.h"
#include "support/scenes.h"
#include "support/temporary_folder.h"

namespace spindrift {
namespace {

using testing::TemporaryFolder;

Scene two_frames() {
  Scene scene = testing::dam_break(2, 8);
  scene.time.frames = 2;
  scene.output.pictures = false;
  return scene;
}

// A run's own scene.toml must give the run again.
TEST(RunScene, refuses_what_its_scene_file_could_not_say) {
  const TemporaryFolder folder;
  RunOptions options;
  options.folder = folder / "run";
  const auto expect_refused = [&](const Scene& scene, const std::string& why) {
    const auto outcome = run_scene(scene, options);
    ASSERT_FALSE(outcome) << why;
    EXPECT_NE(outcome.error().message.find(why), std::string::npos) << outcome.error().message;
    EXPECT_FALSE(std::filesystem::exists(options.folder));
  };
  Scene latin = two_frames();
  latin.title = "caf\xe9";
  expect_refused(latin, "cannot be written to a file and read again");
  Scene unordered = two_frames();
  unordered.commands = {{3, {"solver.flip=1"}}, {1, {"solver.flip=0.5"}}};
  expect_refused(unordered, "cannot be written to a file and read again");
  folder.add("gravity.csv", "time,x,y\n0,0,-9\n");
  Scene another = two_frames();
  another.file = folder / "scene.toml";
  another.forces.gravity_file = "gravity.csv";
  another.forces.gravity_table =
      std::make_shared<NumberTable>(NumberTable{"", {"time", "x", "y"}, {0.0, 0.0, -3.0}, {}});
  expect_refused(another, "gravity.csv does not hold what the scene has");
  folder.add("gravity.csv", "time,x,y\n0,0,-3\n");
  const auto same = run_scene(another, options);
  EXPECT_TRUE(same) << same.error().message;
}

}  // namespace
}  // namespace spindrift
