// The list that ties the VTK files of a run to their times (.pvd), while it grows. ParaView can open it at any moment.
#pragma once

#include <string>

#include "formats/files/manifest.h"
#include "spindrift/error.h"

namespace spindrift {

class PvdList {
 public:
  explicit PvdList(std::string path) : path_(std::move(path)) {}

  void add_earlier(double time, const std::string& file);  // named relative to the list; written by the next add()
  Status add(double time, const std::string& file, Manifest& manifest);

  const std::string& path() const { return path_; }
  bool is_empty() const { return lines_.empty(); }

 private:
  std::string path_, lines_;
};

}  // namespace spindrift
