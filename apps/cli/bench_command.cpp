// spindrift bench: times the steps of a scene and nothing else.
#include "cli/commands.h"
#include "cli/console.h"
#include "cli/interrupt.h"
#include "cli/scene_choice.h"
#include "spindrift/benchmark.h"

namespace spindrift {

int bench_command(const BenchWords& words) {
  const Result<Scene> scene = load_scene(words.scene);
  if (!scene) return fail(scene.error());
  watch_for_interrupts();
  InterruptWatcher watcher;
  const Result<BenchReport> report = benchmark(*scene, words.options, &watcher);
  if (is_interrupted()) return interrupted_exit();
  if (!report) return fail(report.error());
  const Result<std::string> text = words.as_json ? to_json(*report) : to_table(*report);
  if (!text) return fail(text.error());
  print(*text + (words.as_json ? "\n" : ""));
  if (words.with_loops && !words.as_json) {
    const Result<std::string> loops = loops_to_table(*report);
    if (!loops) return fail(loops.error());
    print("\n" + *loops);
  }
  return kDone;
}

}  // namespace spindrift
