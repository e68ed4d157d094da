// Opens the files of this library. Never as descriptor 0, 1 or 2, whatever is closed: a program that was started
// without a standard output would print into its own results.
#pragma once

#include <fcntl.h>
#include <unistd.h>

#include <string>

namespace spindrift {

// As ::open, closed in programs that this one starts. -1 with errno if it fails.
inline int open_file(const std::string& path, int flags) {
  const int opened = ::open(path.c_str(), flags | O_CLOEXEC, 0666);
  if (opened < 0 || opened > STDERR_FILENO) return opened;
  const int above = ::fcntl(opened, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
  ::close(opened);
  return above;
}

}  // namespace spindrift
