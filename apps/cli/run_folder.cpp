#include "cli/run_folder.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <vector>

#include "io/atomic_file.h"

namespace spindrift {
namespace {

namespace fs = std::filesystem;

Error unusable(const std::string& path, const std::string& reason) {
  return {ErrorCode::kBadInput, fmt::format("cannot write into the folder {}: {}", path, reason)};
}

// frame_<four or more digits><ending>, or the unfinished file of that name.
bool is_frame_name(std::string name, const std::string& ending) {
  const std::string part = temporary_name("");
  if (name.ends_with(part)) name.resize(name.size() - part.size());
  const std::string start = "frame_";
  if (!name.starts_with(start) || !name.ends_with(ending)) return false;
  if (name.size() < start.size() + 4 + ending.size()) return false;
  const auto end = name.end() - static_cast<std::ptrdiff_t>(ending.size());
  return std::all_of(name.begin() + static_cast<std::ptrdiff_t>(start.size()), end,
                     [](unsigned char c) { return std::isdigit(c) != 0; });
}

// What a run would replace here.
std::vector<fs::path> files_of_a_run(const fs::path& folder) {
  std::vector<fs::path> files;
  std::error_code ignored;
  for (const char* name : {"run.json", "stats.jsonl", "movie.mp4"})
    for (const std::string& file : {std::string(name), temporary_name(name)})
      if (fs::is_regular_file(folder / file, ignored)) files.push_back(folder / file);
  for (const auto& [sub, ending] : {std::pair{"particles", ".ply"}, std::pair{"frames", ".png"}})
    for (const auto& entry : fs::directory_iterator(folder / sub, ignored))
      if (is_frame_name(entry.path().filename().string(), ending)) files.push_back(entry.path());
  return files;
}

bool has_record_of_ours(const fs::path& folder) {
  std::ifstream file(folder / "run.json");
  std::string head(256, '\0');
  file.read(head.data(), static_cast<std::streamsize>(head.size()));
  return head.find("\"program\": \"spindrift\"") != std::string::npos;
}

Status remove_older_run(const std::string& path) {
  const std::vector<fs::path> files = files_of_a_run(path);
  if (files.empty()) return Done{};
  if (!has_record_of_ours(path))
    return unusable(path, fmt::format("it holds {}, and no run.json says that Spindrift wrote it; choose another --out",
                                      files.front().lexically_relative(path).string()));
  std::error_code error;
  for (const fs::path& file : files) {
    fs::remove(file, error);
    if (error) return unusable(path, fmt::format("the old {} cannot be removed", file.string()));
  }
  return Done{};
}

}  // namespace

std::string default_folder(const std::string& scene_file) { return "out/" + fs::path(scene_file).stem().string(); }

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
  return RunFolder(path);
}

std::string RunFolder::particles(int frame) const { return fmt::format("{}/particles/frame_{:04}.ply", path_, frame); }
std::string RunFolder::picture(int frame) const { return fmt::format("{}/frames/frame_{:04}.png", path_, frame); }

}  // namespace spindrift
