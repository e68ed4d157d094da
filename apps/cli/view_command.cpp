// spindrift view: a scene that runs, or the frames of a run, in a browser.
#include <fmt/format.h>

#include <filesystem>

#include "cli/commands.h"
#include "cli/console.h"
#include "cli/interrupt.h"
#include "cli/open_browser.h"
#include "cli/scene_choice.h"

namespace spindrift {
namespace {

class ViewTeller : public ViewWatcher {
 public:
  explicit ViewTeller(bool without_browser) : without_browser_(without_browser) {}

  bool should_stop() override { return is_interrupted(); }
  void listening(const std::string& address) override {
    say(address);
    if (!without_browser_) open_browser(address);
  }
  void warning(const std::string& message) override { warn(message); }

 private:
  bool without_browser_;
};

bool is_run_folder(const std::string& name) {
  std::error_code ignored;
  return std::filesystem::is_regular_file(std::filesystem::path(name) / "scene.toml", ignored);
}

Result<ViewOutcome> view(const ViewWords& words, ViewWatcher& watcher) {
  if (is_run_folder(words.scene.name)) {
    if (!words.options.folder.empty())
      return Error{.message = fmt::format("{} is a run that is over: a view of it leaves nothing that --out could name",
                                          words.scene.name)};
    if (words.scene.overrides.empty()) return view_run(words.scene.name, words.options, watcher);
    return Error{.message = fmt::format(
                     "{} is a run that is over, in which --set can change nothing; its scene is {}/scene.toml",
                     words.scene.name, words.scene.name)};
  }
  const Result<Scene> scene = load_scene(words.scene);
  if (!scene) return scene.error();
  return view_scene(*scene, words.options, watcher);
}

}  // namespace

int view_command(const ViewWords& words) {
  ViewTeller teller(words.without_browser);
  watch_for_interrupts();
  const Result<ViewOutcome> outcome = view(words, teller);
  if (!outcome) return fail(outcome.error());
  if (!outcome->folder.empty())
    say(fmt::format(
        "the state after frame {1}, and what was done since the scene was opened or begun again, are in {0}; to go on: "
        "spindrift run {0}/scene.toml --out {0} --resume --frames {2}",
        outcome->folder, outcome->frame, outcome->go_on));
  return is_interrupted() ? interrupted_exit() : kDone;
}

}  // namespace spindrift
