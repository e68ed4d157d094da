// The frames of a run that is over.
#include "base/no_throw.h"
#include "serve/run_player.h"
#include "serve/view.h"

namespace spindrift {

Result<ViewOutcome> view_run(const std::string& folder, const ViewOptions& options, ViewWatcher& watcher) {
  return no_throw("viewing a run", [&]() -> Result<ViewOutcome> {
    Result<RunPlayer> player = RunPlayer::open(folder, options.threads);
    if (!player) return player.error();
    Result<OpenView> open = open_view(options, watcher);
    if (!open) return open.error();
    serve(*player, *open, watcher);
    return ViewOutcome{};
  });
}

}  // namespace spindrift
