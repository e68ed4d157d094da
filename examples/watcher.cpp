// Watches a run: prints its progress, and ends it when the water has reached the far wall.
//   watcher FOLDER
#include <cstdio>
#include <string>

#include "spindrift/spindrift.h"

using namespace spindrift;

namespace {

class ProgressLine : public RunWatcher {
 public:
  void run_begin(const Scene& scene, const Simulation& start, bool /*is_resumed*/) override {
    frames_ = scene.time.frames;
    wall_ = scene.domain.size[0] - scene.domain.cell();
    std::printf("%lld particles\n", static_cast<long long>(start.particle_count()));
  }
  void stage_begin(std::string_view /*stage*/) override { ++stages_; }
  void frame_end(const FrameReport& report) override {
    front_ = report.front_x;
    std::printf("\rframe %d of %d, %lld stages, front at %.2f m ", report.frame, frames_, stages_, front_);
    std::fflush(stdout);
  }
  bool should_stop() override { return front_ > wall_; }  // asked after every sub-step
  void warning(const std::string& message) override { std::fprintf(stderr, "\nwarning: %s\n", message.c_str()); }

 private:
  int frames_ = 0;
  long long stages_ = 0;
  double front_ = 0.0, wall_ = 0.0;
};

Scene dam_break() {
  Scene scene;
  scene.title = "A dam breaks";
  scene.domain.dimension = 2;
  scene.domain.size = {{1.0, 0.6, 0.0}};
  scene.domain.resolution = 60;
  scene.time.frames = 240;
  scene.output.movie = false;
  scene.liquids.emplace_back().shape.max = {{0.3, 0.5, 0.0}};  // a box from the origin
  return scene;
}

}  // namespace

int main(int argc, char** argv) {
  ProgressLine watcher;
  const Result<RunOutcome> run =
      run_scene(dam_break(), {.folder = argc > 1 ? argv[1] : "", .overwrite = true}, &watcher);
  if (!run) {
    std::fprintf(stderr, "\n%s\n", to_string(run.error()).c_str());
    return 1;
  }
  std::printf("\n%s after %.2f s\n", run->interrupted ? "the water is across" : "the end", run->totals.time);
  return 0;
}
