#include "run/run_folder.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <iterator>
#include <string_view>
#include <vector>

#include "formats/files/atomic_file.h"
#include "formats/files/files.h"
#include "output/frame_files.h"
#include "output/output_kinds.h"

namespace spindrift {
namespace {

namespace fs = std::filesystem;

constexpr const char* kCheckpointEnding = ".checkpoint";

// Files that exist once per run. The manifest comes last, so that it is removed after all others.
constexpr const char* kSingleFiles[] = {"stats.jsonl", "movie.mp4",   "particles.pvd", "volumes.pvd", "probes.csv",
                                        "memory.csv",  "report.html", "scene.toml",    "run.json",    kManifestName};

Error unusable(const std::string& path, const std::string& reason) {
  return {ErrorCode::kBadInput, fmt::format("cannot write into the folder {}: {}", path, reason)};
}

// Says why an existing path cannot be used as a folder. The target of a dangling link is not created: it may be on a
// disk that is not mounted.
std::string why_no_folder(const fs::path& path, const std::string& name) {
  std::error_code ignored;
  const fs::path target = fs::read_symlink(path, ignored);
  if (target.empty()) return name + " is not a folder";
  std::error_code error;
  const bool leads_somewhere = fs::exists(path, error);
  return fmt::format("{} is a link to {}, {}", name, target.string(),
                     leads_somewhere ? "which is not a folder"
                     : error         ? "which cannot be followed: " + error.message()
                                     : "which is not there");
}

ListedFiles known_files(const std::string& folder) {
  auto files = read_manifest(folder);
  return files ? std::move(*files) : ListedFiles{};
}

// The manifest lists every file of the run except itself. A file is listed before it is created.
bool is_of_the_run(const std::string& name, const ListedFiles& known) {
  return known.contains(name) || name == kManifestName || is_unfinished(name);
}

struct FrameFilePlace {
  std::string subfolder, ending;
};

// The subfolders that hold a run's frame files. A region's subfolder is included only if the manifest lists a file in
// it or `written` names it, because a user's own folder may have such a name.
std::vector<FrameFilePlace> frame_file_places(const std::string& folder, const std::vector<std::string>& written) {
  std::vector<FrameFilePlace> places;
  for (const OutputKind& kind : output_kinds()) places.push_back({kind.folder, kind.ending});
  places.push_back({"checkpoints", kCheckpointEnding});
  const ListedFiles known = known_files(folder);
  for (const std::string& name : names_in(folder)) {
    const auto next = known.lower_bound(name + "/");
    const bool is_the_runs = (next != known.end() && next->first.starts_with(name + "/")) ||
                             std::find(written.begin(), written.end(), name) != written.end();
    for (const OutputKind& kind : output_kinds())
      if (is_the_runs && name.starts_with(std::string(kind.folder) + "_")) places.push_back({name, kind.ending});
  }
  return places;
}

// Files of frames after `frame`, and unfinished frame files, as paths relative to `folder`. Directories with such names
// are included; check_are_a_runs() refuses them.
std::vector<std::string> frame_files_after(const std::string& folder, long frame,
                                           const std::vector<std::string>& written = {}) {
  std::vector<std::string> files;
  for (const auto& [subfolder, ending] : frame_file_places(folder, written))
    for (const std::string& name : names_in(folder + "/" + subfolder)) {
      const auto number = frame_number(name, ending);
      if (number && (*number > frame || is_unfinished(name))) files.push_back(subfolder + "/" + name);
    }
  return files;
}

// surface_NAME.csv of a probe, column_NAME.csv of a region, the list of files of a region; or an unfinished one.
bool is_named_file(const std::string& name) {
  const auto is = [&](std::string_view start, const char* ending) {
    return name.starts_with(start) && finished_name(name).ends_with(ending);
  };
  return is("surface_", ".csv") || is("column_", ".csv") || is("slice_", ".csv") || is("slice_", ".pvd") ||
         is("particles_", ".pvd") || is("volumes_", ".pvd");
}

// Every path in the folder whose name a run might use, whoever wrote it.
std::vector<std::string> files_of_a_run(const std::string& path, const std::vector<std::string>& written) {
  std::vector<std::string> files = frame_files_after(path, -1, written);
  for (const std::string& name : names_in(path))
    if (is_named_file(name) || is_unfinished(name)) files.push_back(name);
  std::error_code ignored;
  for (const char* name : kSingleFiles)
    if (fs::exists(fs::symlink_status(fs::path(path) / name, ignored))) files.emplace_back(name);
  return files;
}

// `a, b, c and 12 more`
std::string names_text(const std::vector<std::string>& names) {
  constexpr std::size_t kMost = 3;
  std::string text;
  for (std::size_t i = 0; i < names.size() && i < kMost; ++i) text += (i > 0 ? ", " : "") + names[i];
  return names.size() > kMost ? fmt::format("{} and {} more", text, names.size() - kMost) : text;
}

// Fails unless every path is a file that a run wrote.
Status check_are_a_runs(const std::string& folder, const std::vector<std::string>& files) {
  const ListedFiles known = known_files(folder);
  std::vector<std::string> strangers;
  for (const std::string& file : files) {
    std::error_code ignored;
    if (fs::is_directory(fs::symlink_status(fs::path(folder) / file, ignored)))
      return unusable(folder, fmt::format("{} is a folder, in the place of a file; move it away", file));
    if (file == kManifestName)
      if (const auto list = read_manifest(folder); !list)
        return unusable(folder,
                        fmt::format("{} in it is not Spindrift's; move it away, or choose another folder", file));
    if (!is_of_the_run(file, known)) strangers.push_back(file);
  }
  if (strangers.empty()) return Done{};
  const bool is_one = strangers.size() == 1;
  return unusable(folder,
                  fmt::format("it holds {}, and no {} says that Spindrift wrote {}; move {} away, or choose "
                              "another folder",
                              names_text(strangers), kManifestName, is_one ? "it" : "them", is_one ? "it" : "them"));
}

// Call check_are_a_runs() first: nothing is checked here.
Status remove_files(const std::string& folder, const std::vector<std::string>& files) {
  for (const std::string& file : files) {
    std::error_code error;
    fs::remove(fs::path(folder) / file, error);
    if (error) return unusable(folder, fmt::format("the old {} cannot be removed", file));
  }
  return Done{};
}

// Creates what is missing of the folders, and makes sure that files can be written there.
Status make_folders(const std::string& path, const std::vector<std::string>& subfolders) {
  std::vector<std::string> folders{path};
  for (const std::string& name : subfolders) folders.push_back(path + "/" + name);
  for (const std::string& folder : folders) {
    std::error_code error;
    fs::create_directories(folder, error);
    if (error) return unusable(path, error.message());
    // A file system may refuse although the permissions look right.
    if (Result<AtomicFile> probe = AtomicFile::create(folder + "/run"); !probe)
      return unusable(path, std::strerror(errno));
  }
  return Done{};
}

}  // namespace

std::string default_folder(const std::string& scene_file) {
  return "out/" + (scene_file.empty() ? "scene" : fs::path(scene_file).stem().string());
}

Status RunFolder::check(const std::string& path) {
  std::error_code ignored;
  const fs::path existing = existing_part(path);
  if (!fs::is_directory(existing, ignored)) return unusable(path, why_no_folder(existing, existing.string()));
  if (::access(existing.c_str(), W_OK | X_OK) != 0) return unusable(path, std::strerror(errno));
  std::error_code error;
  if (!fs::exists(path, error) && error == std::errc::filename_too_long) return unusable(path, error.message());
  for (const auto& [subfolder, ending] : frame_file_places(path, {})) {
    const std::string inside = path + "/" + subfolder;
    if (!fs::exists(fs::symlink_status(inside, ignored))) continue;
    if (!fs::is_directory(inside, error)) return unusable(path, why_no_folder(inside, subfolder));
    if (::access(inside.c_str(), R_OK | W_OK | X_OK) != 0)
      return unusable(path, fmt::format("{}: {}", subfolder, std::strerror(errno)));
  }
  return Done{};
}

std::vector<std::string> RunFolder::files(const std::string& path) { return files_of_a_run(path, {}); }

bool RunFolder::has_results(const std::string& path) {
  constexpr std::string_view kBeforeFrames[] = {"run.json", "scene.toml", kManifestName};
  const std::vector<std::string> found = files(path);
  return std::any_of(found.begin(), found.end(), [&](const std::string& file) {
    return !is_unfinished(file) &&
           std::find(std::begin(kBeforeFrames), std::end(kBeforeFrames), file) == std::end(kBeforeFrames);
  });
}

Status RunFolder::check_is_a_runs(const std::string& path) { return check_are_a_runs(path, files(path)); }

Status RunFolder::check_holds_none_of(const std::string& path, const std::vector<std::string>& inputs) {
  for (const std::string& file : files(path))
    for (const std::string& input : inputs) {
      std::error_code ignored;
      if (fs::equivalent(fs::path(path) / file, input, ignored))
        return unusable(path, fmt::format("{}, which the scene needs, would be replaced; move it away", file));
    }
  return Done{};
}

Result<RunFolder> RunFolder::open(const std::string& path, const std::vector<std::string>& subfolders) {
  const std::vector<std::string> older = files_of_a_run(path, subfolders);
  if (Status ours = check_are_a_runs(path, older); !ours) return ours.error();
  if (Status made = make_folders(path, subfolders); !made) return made.error();
  if (Status removed = remove_files(path, older); !removed) return removed.error();
  return RunFolder(path);
}

Result<RunFolder> RunFolder::reopen(const std::string& path, const std::vector<std::string>& subfolders, int frame) {
  std::vector<std::string> later = frame_files_after(path, frame, subfolders);
  if (Status ours = check_are_a_runs(path, later); !ours) return ours.error();
  if (Status made = make_folders(path, subfolders); !made) return made.error();
  std::erase_if(later,
                [](const std::string& file) { return !is_unfinished(file) && !file.ends_with(kCheckpointEnding); });
  for (const std::string& name : names_in(path))
    if (is_unfinished(name)) later.push_back(name);
  if (Status removed = remove_files(path, later); !removed) return removed.error();
  return RunFolder(path);
}

std::vector<std::string> RunFolder::pictures() const {
  const ListedFiles known = known_files(path_);
  std::vector<std::pair<long, std::string>> found;
  for (const std::string& name : names_in(path_ + "/frames"))
    if (const auto frame = frame_number(name, ".png"); frame && known.contains("frames/" + name))
      found.emplace_back(*frame, path_ + "/frames/" + name);
  std::sort(found.begin(), found.end());
  std::vector<std::string> files;
  for (auto& [frame, file] : found) files.push_back(std::move(file));
  return files;
}

std::vector<std::string> RunFolder::checkpoints(const std::string& path) {
  std::vector<std::pair<long, std::string>> found;
  for (const std::string& name : names_in(path + "/checkpoints")) {
    const auto number = frame_number(name, kCheckpointEnding);
    if (number && name.ends_with(kCheckpointEnding)) found.emplace_back(*number, path + "/checkpoints/" + name);
  }
  std::sort(found.rbegin(), found.rend());
  std::vector<std::string> files;
  for (auto& [number, file] : found) files.push_back(std::move(file));
  return files;
}

void RunFolder::remove_old_checkpoints(int keep, const Manifest& manifest) const {
  std::vector<std::string> files = checkpoints(path_);
  std::erase_if(files, [&](const std::string& file) { return !manifest.knows(file); });
  std::error_code ignored;  // a checkpoint that cannot be removed stays
  for (std::size_t i = static_cast<std::size_t>(keep); i < files.size(); ++i) fs::remove(files[i], ignored);
}

std::string RunFolder::checkpoint(int frame) const {
  return path_ + "/checkpoints/" + frame_file_name(frame, kCheckpointEnding);
}
std::string RunFolder::picture(int frame) const { return path_ + "/frames/" + frame_file_name(frame, ".png"); }

}  // namespace spindrift
