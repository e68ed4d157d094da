// The folder a run writes into. Files that no run of this program has written are never touched, whatever their names.
#pragma once

#include <string>
#include <vector>

#include "formats/files/checksum_list.h"
#include "spindrift/error.h"
#include "spindrift/run.h"

namespace spindrift {

// out/<scene name>, from the scene file's name; out/scene for one that was made in code.
std::string default_folder(const std::string& scene_file);

// The path, or the nearest one above it that is there; a link is, wherever it leads.
std::string existing_part(const std::string& path);

std::string names_text(const std::vector<std::string>& names);  // `a, b, c and 12 more`

// Warnings that name the files that were set aside in the folder; none if there are none.
void tell_set_aside(const std::string& folder, const SetAside& files, RunWatcher& watcher);

class RunFolder {
 public:
  // Whether the folder could be written, found without creating anything.
  static Status check(const std::string& path);

  static std::vector<std::string> files(const std::string& path);  // with the names of a run's; inside the folder
  static bool has_results(const std::string& path);                // more than what a run writes before its first frame
  static Status check_is_a_runs(const std::string& path);          // whether a run has written all of those

  // Whether none of these is a file that a run would replace there.
  static Status check_holds_none_of(const std::string& path, const std::vector<std::string>& inputs);

  // That the list can be read, before a run goes on; with a warning if it lacks files, or if files that it has are
  // gone.
  static Status check_list(const std::string& path, RunWatcher& watcher);

  // Removes what an older run has written, sets aside what was changed since, creates the folder and those in it, and
  // makes sure that files can be written there. All that may be refused is refused before anything is removed.
  static Result<RunFolder> open(const std::string& path, const std::vector<std::string>& subfolders,
                                RunWatcher& watcher);

  // The same for a run that goes on after `frame`, or makes all again if that is -1. Files of later frames stay until
  // they are replaced, for they will be the same; unfinished ones and later checkpoints, which cannot be used, go.
  static Result<RunFolder> reopen(const std::string& path, const std::vector<std::string>& subfolders, int frame,
                                  RunWatcher& watcher);

  static std::vector<std::string> checkpoints(const std::string& path);  // of a run in that folder, newest first
  Status remove_old_checkpoints(int keep, ChecksumList& list) const;     // of the run's own, all but the newest
  static int last_listed_frame(const std::string& path);                 // that is there; -1: none
  std::vector<std::string> pictures() const;                             // the run's and those of `render`, by frame
  Result<ChecksumList> open_checksums() const;

  // A folder that is there, to read from.
  static RunFolder existing(const std::string& path) { return RunFolder(path); }

  const std::string& path() const { return path_; }
  std::string particles(int frame, const char* ending) const;  // particles/frame_0000.ply
  std::string volume(int frame, const char* ending) const;     // volumes/frame_0000.vdb
  std::string surface(int frame, const char* ending) const;    // surface/frame_0000.ply
  std::string picture(int frame) const;                        // frames/frame_0000.png
  std::string relative(const std::string& file) const { return file.substr(path_.size() + 1); }
  std::string list(const char* name) const { return path_ + "/" + name + ".pvd"; }
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
