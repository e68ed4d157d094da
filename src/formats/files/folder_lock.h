// One writer at a time in a run's folder. The lock is the kernel's (flock) on a file in the folder, so it ends with the
// process, also by kill -9, and holds between two runs of one process. The file names its holder for messages; a file
// that is left over is no lock. Network file systems pass the lock on (NFS, SMB); where there are no locks (Lustre
// without its option `flock`) nothing is locked.
#pragma once

#include <string>

#include "spindrift/error.h"

namespace spindrift {

inline constexpr const char* kFolderLockName = "run.lock";

class FolderLock {
 public:
  // An error that names the other process and the time since which it holds the folder, if there is one.
  static Result<FolderLock> take(const std::string& folder);

  FolderLock(FolderLock&& other) noexcept;
  FolderLock& operator=(FolderLock&&) = delete;
  ~FolderLock();

 private:
  FolderLock(std::string path, int descriptor) : path_(std::move(path)), descriptor_(descriptor) {}

  std::string path_;
  int descriptor_ = -1;
};

}  // namespace spindrift
