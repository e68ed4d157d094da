#include "run/run_folder.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <optional>
#include <vector>

#include "formats/files/atomic_file.h"
#include "formats/files/folder_names.h"

namespace spindrift {
namespace {

namespace fs = std::filesystem;

Error unusable(const std::string& path, const std::string& reason) {
  return {ErrorCode::kBadInput, fmt::format("cannot write into the folder {}: {}", path, reason)};
}

// The files of each frame: where, and how their names end.
struct FrameFilePattern {
  const char* subfolder;
  const char* ending;
};
constexpr const char* kCheckpointEnding = ".checkpoint";
constexpr FrameFilePattern kFrameFiles[] = {
    {"particles", ".ply"},
    {"particles", ".vtp"},
    {"particles", ".vdb"},
    {"volumes", ".vti"},
    {"volumes", ".vdb"},
    {"volumes", ".json"},
    {"volumes", ".raw"},
    {"frames", ".png"},
    {"surface", ".ply"},
    {"surface", ".obj"},
    {"checkpoints", kCheckpointEnding},
};
constexpr const char* kSingleFiles[] = {"run.json",   "stats.jsonl", "movie.mp4",  "particles.pvd", "volumes.pvd",
                                        "scene.toml", "report.html", "probes.csv", "memory.csv",    kChecksumListName};

// The number in frame_<four or more digits><ending>, or in the unfinished file of that name.
std::optional<long> frame_number(std::string name, const std::string& ending) {
  const std::string part = temporary_name("");
  if (name.ends_with(part)) name.resize(name.size() - part.size());
  const std::string start = "frame_";
  if (!name.starts_with(start) || !name.ends_with(ending)) return std::nullopt;
  const std::string digits = name.substr(start.size(), name.size() - start.size() - ending.size());
  const bool is_number =
      std::all_of(digits.begin(), digits.end(), [](unsigned char c) { return std::isdigit(c) != 0; });
  if (!is_number || digits.size() < 4 || digits.size() > 9) return std::nullopt;
  return std::stol(digits);
}

// Those of frames after `frame`, and unfinished ones.
std::vector<fs::path> frame_files_after(const fs::path& folder, long frame) {
  std::vector<fs::path> files;
  for (const auto& [subfolder, ending] : kFrameFiles)
    for (const std::string& name : names_in((folder / subfolder).string())) {
      const auto number = frame_number(name, ending);
      if (number && (*number > frame || name.ends_with(temporary_name("")))) files.push_back(folder / subfolder / name);
    }
  return files;
}

// What a run would replace here.
std::vector<fs::path> files_of_a_run(const fs::path& folder) {
  std::vector<fs::path> files;
  std::error_code ignored;
  for (const char* name : kSingleFiles)
    for (const std::string& file : {std::string(name), temporary_name(name)})
      if (fs::is_regular_file(folder / file, ignored)) files.push_back(folder / file);
  const std::vector<fs::path> frames = frame_files_after(folder, -1);
  files.insert(files.end(), frames.begin(), frames.end());
  return files;
}

bool has_record_of_ours(const fs::path& folder) {
  std::ifstream file(folder / "run.json");
  std::string head(256, '\0');
  file.read(head.data(), static_cast<std::streamsize>(head.size()));
  return head.find("\"program\": \"spindrift\"") != std::string::npos;
}

Status remove_files(const std::string& path, const std::vector<fs::path>& files) {
  std::error_code error;
  for (const fs::path& file : files) {
    fs::remove(file, error);
    if (error) return unusable(path, fmt::format("the old {} cannot be removed", file.string()));
  }
  return Done{};
}

Status remove_older_run(const std::string& path) {
  const std::vector<fs::path> files = files_of_a_run(path);
  if (files.empty()) return Done{};
  if (!has_record_of_ours(path))
    return unusable(path, fmt::format("it holds {}, and no run.json says that Spindrift wrote it; choose another --out",
                                      files.front().lexically_relative(path).string()));
  return remove_files(path, files);
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
  fs::path existing = fs::absolute(path, ignored).lexically_normal();
  while (!fs::exists(existing, ignored) && existing.has_relative_path()) existing = existing.parent_path();
  if (!fs::is_directory(existing, ignored)) return unusable(path, existing.string() + " is not a folder");
  if (::access(existing.c_str(), W_OK | X_OK) != 0) return unusable(path, std::strerror(errno));
  return Done{};
}

Result<RunFolder> RunFolder::open(const std::string& path, const std::vector<std::string>& subfolders) {
  if (Status removed = remove_older_run(path); !removed) return removed.error();
  if (Status made = make_folders(path, subfolders); !made) return made.error();
  return RunFolder(path);
}

Result<RunFolder> RunFolder::reopen(const std::string& path, const std::vector<std::string>& subfolders, int frame) {
  if (Status removed = remove_files(path, frame_files_after(path, frame)); !removed) return removed.error();
  if (Status made = make_folders(path, subfolders); !made) return made.error();
  RunFolder folder(path);
  if (const auto list = folder.open_checksums(); !list) return list.error();
  return folder;
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

Result<ChecksumList> RunFolder::open_checksums() const {
  return ChecksumList::open(path_, [](const std::string& file) { return file.find('/') != std::string::npos; });
}

std::vector<std::string> RunFolder::single_files() const {
  std::vector<std::string> files;
  std::error_code ignored;
  for (const std::string name : kSingleFiles)
    if (name != kChecksumListName && fs::is_regular_file(fs::path(path_) / name, ignored))
      files.push_back(path_ + "/" + name);
  return files;
}

void RunFolder::remove_old_checkpoints(int keep) const {
  const std::vector<std::string> files = checkpoints(path_);
  std::error_code ignored;
  for (std::size_t i = static_cast<std::size_t>(keep); i < files.size(); ++i) fs::remove(files[i], ignored);
}

std::string RunFolder::checkpoint(int frame) const {
  return fmt::format("{}/checkpoints/frame_{:04}{}", path_, frame, kCheckpointEnding);
}
std::string RunFolder::particles(int frame, const char* ending) const {
  return fmt::format("{}/particles/frame_{:04}{}", path_, frame, ending);
}
std::string RunFolder::volume(int frame, const char* ending) const {
  return fmt::format("{}/volumes/frame_{:04}{}", path_, frame, ending);
}
std::string RunFolder::surface(int frame, const char* ending) const {
  return fmt::format("{}/surface/frame_{:04}{}", path_, frame, ending);
}
std::string RunFolder::picture(int frame) const { return fmt::format("{}/frames/frame_{:04}.png", path_, frame); }

}  // namespace spindrift
