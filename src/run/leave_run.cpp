#include "run/leave_run.h"

#include <algorithm>
#include <filesystem>

#include "base/archive.h"
#include "formats/files/atomic_file.h"
#include "formats/files/folder_lock.h"
#include "run/run_checkpoint.h"
#include "run/run_folder.h"
#include "run/scene_meshes.h"
#include "scene/scene_writer.h"
#include "spindrift/files.h"

namespace spindrift {
namespace {

Result<RunTotals> totals_at(const Checkpoint& state) {
  RunTotals totals;
  StateLoader archive(state);
  archive.value("frame", totals.frames);
  archive.value("time", totals.time);
  if (archive.error()) return *archive.error();
  return totals;
}

}  // namespace

std::string unused_folder(const std::string& wanted) {
  namespace fs = std::filesystem;
  const auto is_unused = [](const std::string& folder) {
    std::error_code ignored;
    if (!fs::exists(fs::symlink_status(folder, ignored))) return true;
    return fs::is_directory(folder, ignored) && RunFolder::files(folder).empty();
  };
  std::string folder = wanted;
  for (int i = 2; !is_unused(folder); ++i) folder = wanted + "_" + std::to_string(i);
  return folder;
}

Result<LeftRun> leave_run(const std::string& folder, Scene scene, Checkpoint state) {
  const Result<RunTotals> totals = totals_at(state);
  if (!totals) return totals.error();
  if (Status possible = check_meshes(scene); !possible) return possible.error();
  scene = with_whole_paths(std::move(scene));
  scene.time.frames = std::max(scene.time.frames, totals->frames);  // else there would be nothing to go on with
  const Result<MeshSums> meshes = mesh_checksums(scene);
  if (!meshes) return meshes.error();
  const Checkpoint packed = pack(scene, *meshes, *totals, std::move(state));

  if (Status writable = RunFolder::check(folder); !writable) return writable.error();
  std::error_code ignored;  // the lock will tell
  std::filesystem::create_directories(folder, ignored);
  const Result<FolderLock> lock = FolderLock::take(folder);
  if (!lock) return lock.error();
  if (const std::vector<std::string> files = RunFolder::files(folder); !files.empty())
    return Error{ErrorCode::kBadInput, "the folder " + folder + " holds " + files.front() +
                                           ", which a run would replace; choose another folder"};
  RunWatcher nobody;  // nothing is there that could be set aside
  Result<RunFolder> opened = RunFolder::open(folder, {"checkpoints"}, nobody);
  if (!opened) return opened.error();
  Result<ChecksumList> checksums = opened->open_checksums();
  if (!checksums) return checksums.error();
  const std::string text = std::string(kRunSceneStart) + toml_of(scene);
  if (Status written = checksums->write(opened->scene(), text); !written) return written.error();
  const std::string file = opened->checkpoint(totals->frames);
  if (Status begun = checksums->begin(file); !begun) return begun.error();
  if (Status written = write_checkpoint(file, packed); !written) return written.error();
  return LeftRun{folder, totals->frames};
}

}  // namespace spindrift
