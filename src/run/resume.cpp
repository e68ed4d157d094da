#include "run/resume.h"

#include <fmt/format.h>

#include "run/run_folder.h"
#include "spindrift/files.h"

namespace spindrift {

Result<RunCheckpoint> find_checkpoint(const std::string& run_folder, const Scene& scene, const MeshSums& meshes,
                                      RunWatcher& watcher) {
  const std::vector<std::string> files = RunFolder::checkpoints(run_folder);
  for (const std::string& file : files) {
    auto read = read_checkpoint(file);
    auto saved = read ? unpack(std::move(*read)) : Result<RunCheckpoint>(read.error());
    if (!saved) {
      watcher.warning(fmt::format("{}: {}{}", file, saved.error().message,
                                  file == files.back() ? "" : "; trying the one before it"));
      continue;
    }
    if (Status same = check_same_scene(*saved, scene, meshes); !same) return same.error();
    return saved;
  }
  return Error{
      ErrorCode::kBadInput,
      fmt::format("cannot resume: no checkpoint in {} can be used; --overwrite in place of --resume starts over",
                  run_folder)};
}

}  // namespace spindrift
