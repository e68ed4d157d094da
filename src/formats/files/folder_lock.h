// One writer at a time in a run's folder. The lock is the kernel's (flock) on a file in the folder, and on the folder,
// so that it ends with the process, also by kill -9, and holds between two runs of one process. The file says who holds
// it; it is removed at the end, and one that is left over is no lock. Network file systems pass the lock on to the
// server (NFS, SMB) or know none (Lustre without the option `flock`). Where there is none, a process of this machine
// that the file names counts while it lives, and one of another machine always.
#pragma once

#include <string>
#include <utility>

#include "spindrift/error.h"

namespace spindrift {

inline constexpr const char* kFolderLockName = "run.lock";

class FolderLock {
 public:
  // The system's ::flock, or what stands in for it in a test.
  using LockFile = int (*)(int descriptor, int operation);

  // An error that names the other process and the time since which it holds the folder, if there is one.
  static Result<FolderLock> take(const std::string& folder);
  static Result<FolderLock> take(const std::string& folder, LockFile lock_file);

  FolderLock(FolderLock&& other) noexcept;
  FolderLock& operator=(FolderLock&&) = delete;
  ~FolderLock();

 private:
  explicit FolderLock(std::string path) : path_(std::move(path)) {}

  std::string path_;
  int descriptor_ = -1;
  int folder_ = -1;
  bool is_taken_ = false;
};

}  // namespace spindrift
