// A file system of a megabyte, where the tests may mount one.
#pragma once

#include <gtest/gtest.h>
#include <sys/mount.h>

#include <filesystem>
#include <string>

namespace spindrift::testing {

class SmallMount {
 public:
  explicit SmallMount(const std::string& path) : path_(path) {
    std::filesystem::create_directories(path);
    is_mounted_ = ::mount("tmpfs", path.c_str(), "tmpfs", 0, "size=1m") == 0;
  }
  ~SmallMount() {
    if (is_mounted_) ::umount2(path_.c_str(), MNT_DETACH);
  }
  SmallMount(const SmallMount&) = delete;
  SmallMount& operator=(const SmallMount&) = delete;

  bool is_mounted() const { return is_mounted_; }
  void grow() const { ASSERT_EQ(::mount("tmpfs", path_.c_str(), "tmpfs", MS_REMOUNT, "size=64m"), 0); }

 private:
  std::string path_;
  bool is_mounted_ = false;
};

}  // namespace spindrift::testing
