#include "run/leave_run.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <optional>

#include "base/archive.h"
#include "formats/checkpoints/checkpoint_file.h"
#include "formats/files/folder_lock.h"
#include "run/resume.h"
#include "run/run_folder.h"
#include "run/scene_meshes.h"
#include "scene/scene_text.h"

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

bool is_within_a_frame(const Checkpoint& state) {
  int substeps = 0;
  StateLoader archive(state);
  archive.value("frame_substeps", substeps);
  return substeps > 0;
}

bool is_unused(const std::string& folder) {
  namespace fs = std::filesystem;
  std::error_code ignored;
  if (!fs::exists(fs::symlink_status(folder, ignored))) return true;
  return fs::is_directory(folder, ignored) && RunFolder::files(folder).empty();
}

// The folder itself for 1; beside it, never in it, for 2 and more.
std::string numbered_folder(const std::string& wanted, int number) {
  namespace fs = std::filesystem;
  if (number == 1) return wanted;
  fs::path path(wanted);
  if (!path.has_filename()) path = path.parent_path();  // `out/`
  std::error_code ignored;
  if (path.filename() == "." || path.filename() == "..") path = fs::canonical(path, ignored);
  return path.string() + "_" + std::to_string(number);
}

struct LockedFolder {
  std::string path;
  FolderLock lock;
};

// Fails if another program was quicker, or if nothing can be written there.
Result<LockedFolder> lock_unused(const std::string& folder) {
  if (Status writable = RunFolder::check(folder); !writable) return writable.error();
  std::error_code ignored;  // the lock reports it
  std::filesystem::create_directories(folder, ignored);
  Result<FolderLock> lock = FolderLock::take(folder);
  if (!lock) return lock.error();
  if (is_unused(folder)) return LockedFolder{folder, std::move(*lock)};
  return Error{ErrorCode::kBadInput, "the folder " + folder + " is not free any more"};
}

// The wanted folder, or the next that is free.
Result<LockedFolder> lock_next_unused(const std::string& wanted) {
  constexpr int kMostFailures = 5;  // where none can be written, the next will be no better
  std::optional<Error> first;
  for (int number = 1, failures = 0; failures < kMostFailures; ++number) {
    const std::string folder = numbered_folder(wanted, number);
    if (!is_unused(folder)) continue;
    Result<LockedFolder> locked = lock_unused(folder);
    if (locked) return locked;
    if (!first) first = locked.error();
    ++failures;
  }
  return *first;
}

// Frames that go beyond the one that was reached: the scene's own, or ten seconds more.
int frames_to_go_on(const Scene& scene, int reached) {
  constexpr double kMoreSeconds = 10.0;
  if (scene.time.frames > reached) return scene.time.frames;
  return reached + std::max(1, static_cast<int>(std::lround(kMoreSeconds * scene.time.fps)));
}

}  // namespace

std::string unused_folder(const std::string& wanted) {
  int number = 1;
  while (!is_unused(numbered_folder(wanted, number))) ++number;
  return numbered_folder(wanted, number);
}

Result<LeftRun> leave_run(const std::string& wanted, Scene scene, Checkpoint state) {
  const Result<RunTotals> totals = totals_at(state);
  if (!totals) return totals.error();
  if (Status possible = check_meshes(scene); !possible) return possible.error();
  scene = with_whole_paths(std::move(scene));
  const int go_on = frames_to_go_on(scene, totals->frames);
  const int played = totals->frames + (is_within_a_frame(state) ? 1 : 0);
  scene.time.frames = std::max(scene.time.frames, played);  // as far as it was played
  const Result<MeshSums> meshes = mesh_checksums(scene);
  if (!meshes) return meshes.error();
  const Checkpoint packed = pack(*meshes, *totals, {}, std::move(state));

  const Result<LockedFolder> locked = lock_next_unused(wanted);
  if (!locked) return locked.error();
  Result<RunFolder> opened = RunFolder::open(locked->path, {"checkpoints"});
  if (!opened) return opened.error();
  Result<Manifest> manifest = Manifest::open(locked->path);
  if (!manifest) return manifest.error();
  const std::string text = std::string(kRunSceneStart) + toml_of(scene);
  if (Status written = manifest->write(opened->scene(), text); !written) return written.error();
  const std::string file = opened->checkpoint(totals->frames);
  if (Status begun = manifest->begin(file); !begun) return begun.error();
  if (const auto written = write_checkpoint_file(file, packed); !written) return written.error();
  return LeftRun{locked->path, totals->frames, go_on};
}

}  // namespace spindrift
