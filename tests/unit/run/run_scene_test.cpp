// A run and its folder, as a user of the library meets them.
#include <gtest/gtest.h>

#include <filesystem>
#include <optional>

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

// Starts another run into the same folder when the first has begun.
class Intruder : public RunWatcher {
 public:
  explicit Intruder(RunOptions options) : options_(std::move(options)) {}
  void run_begin(const Scene& scene, const Simulation&, bool) override { second_ = run_scene(scene, options_); }
  const std::optional<Result<RunOutcome>>& second() const { return second_; }

 private:
  RunOptions options_;
  std::optional<Result<RunOutcome>> second_;
};

TEST(RunScene, into_a_folder_that_another_run_is_writing_is_an_error) {
  const TemporaryFolder folder;
  RunOptions options;
  options.folder = folder / "run";
  options.overwrite = true;
  Intruder intruder(options);
  const auto first = run_scene(two_frames(), options, &intruder);
  ASSERT_TRUE(first) << first.error().message;
  ASSERT_TRUE(intruder.second());
  ASSERT_FALSE(*intruder.second());
  EXPECT_EQ(intruder.second()->error().code, ErrorCode::kBadInput);
  EXPECT_NE(intruder.second()->error().message.find("is being written by process"), std::string::npos);
  EXPECT_FALSE(render_run(folder / "nowhere"));
}

TEST(RunScene, does_not_replace_results_unasked) {
  const TemporaryFolder folder;
  RunOptions options;
  options.folder = folder / "run";
  ASSERT_TRUE(run_scene(two_frames(), options));
  const auto second = run_scene(two_frames(), options);
  ASSERT_FALSE(second);
  EXPECT_EQ(second.error().code, ErrorCode::kBadInput);
  options.overwrite = true;
  EXPECT_TRUE(run_scene(two_frames(), options));
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
