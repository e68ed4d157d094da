// The folder a run writes into. Files that no run has written are never touched, whatever their names.
#pragma once

#include <string>
#include <vector>

#include "formats/files/manifest.h"
#include "spindrift/error.h"

namespace spindrift {

// out/<scene name>, from the scene file's name; out/scene for one that was made in code.
std::string default_folder(const std::string& scene_file);

class RunFolder {
 public:
  // Whether the folder could be written, found without creating anything.
  static Status check(const std::string& path);

  static std::vector<std::string> files(const std::string& path);  // with the names of a run's; inside the folder
  static bool has_results(const std::string& path);                // more than what a run writes before its first frame
  static Status check_is_a_runs(const std::string& path);          // whether a run has written all of those

  // Whether none of these is a file that a run would replace there.
  static Status check_holds_none_of(const std::string& path, const std::vector<std::string>& inputs);

  // Removes what an older run has written, creates the folder and those in it, and makes sure that files can be written
  // there. All that may be refused is refused before anything is removed.
  static Result<RunFolder> open(const std::string& path, const std::vector<std::string>& subfolders);

  // The same for a run that continues after `frame`. Files of later frames stay until they are replaced: they will be
  // the same. Unfinished files and later checkpoints are removed.
  static Result<RunFolder> reopen(const std::string& path, const std::vector<std::string>& subfolders, int frame);

  static std::vector<std::string> checkpoints(const std::string& path);   // of a run in that folder, newest first
  void remove_old_checkpoints(int keep, const Manifest& manifest) const;  // of the run's own, all but the newest
  std::vector<std::string> pictures() const;                              // the run's and those of `render`, by frame

  // A folder that exists, to read from.
  static RunFolder existing(const std::string& path) { return RunFolder(path); }

  const std::string& path() const { return path_; }
  std::string picture(int frame) const;  // frames/frame_0000.png
  std::string relative(const std::string& file) const { return file.substr(path_.size() + 1); }
  std::string checkpoint(int frame) const;  // checkpoints/frame_0000.checkpoint
  std::string movie() const { return path_ + "/movie.mp4"; }
  std::string stats() const { return path_ + "/stats.jsonl"; }
  std::string scene() const { return path_ + "/scene.toml"; }
  std::string probes() const { return table("probes.csv"); }
  std::string table(const std::string& name) const { return path_ + "/" + name; }
  std::string memory() const { return path_ + "/memory.csv"; }
  std::string report() const { return path_ + "/report.html"; }
  std::string record() const { return path_ + "/run.json"; }

 private:
  explicit RunFolder(std::string path) : path_(std::move(path)) {}

  std::string path_;
};

}  // namespace spindrift
