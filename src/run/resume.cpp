#include "run/resume.h"

#include <fmt/format.h>

#include "formats/files/checksum_table.h"
#include "run/run_record.h"
#include "scene/scene_difference.h"
#include "spindrift/files.h"
#include "spindrift/scene_file.h"

namespace spindrift {
namespace {

// Fails if a checkpoint that the run in the folder has not written is of another scene than that run: files of two runs
// would lie side by side. A scene.toml that somebody changed says nothing of that.
Status check_is_of_this_run(const RunFolder& folder, const std::string& checkpoint, const RunCheckpoint& saved) {
  const auto known = read_checksums(folder.path());
  if (!known) return Done{};
  const auto line = known->files.find(folder.relative(checkpoint));
  if (line != known->files.end() && check_as_written(checkpoint, line->second)) return Done{};
  const auto so_far = read_own_scene(folder);
  const auto its_own = parse_scene(saved.scene_text, checkpoint);
  if (!so_far || !its_own) return Done{};
  const auto found = first_difference(*so_far, *its_own, FileNames::kDoNotCount);
  if (!found) return Done{};
  return Error{ErrorCode::kBadInput,
               fmt::format("cannot resume: {} is of another run: '{}' is {} in it, and {} in {}; move it away",
                           checkpoint, found->key, found->now, found->before, folder.scene())};
}

}  // namespace

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
    if (Status own = check_is_of_this_run(RunFolder::existing(run_folder), file, *saved); !own) return own.error();
    if (Status same = check_same_scene(*saved, scene, meshes); !same) return same.error();
    return saved;
  }
  return Error{
      ErrorCode::kBadInput,
      fmt::format("cannot resume: no checkpoint in {} can be used; --overwrite in place of --resume starts over",
                  run_folder)};
}

}  // namespace spindrift
