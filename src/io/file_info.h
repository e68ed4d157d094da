// What is in a file that the program has written: `spindrift info`.
#pragma once

#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "spindrift/error.h"

namespace spindrift {

struct FileInfo {
  std::string kind;                                       // `particles, binary PLY`
  std::vector<std::pair<std::string, std::string>> rows;  // name and value

  void add(std::string name, std::string value) { rows.emplace_back(std::move(name), std::move(value)); }
};

// Goes by the content, not by the name. Reads the whole file, so that a damaged one is refused.
Result<FileInfo> file_info(const std::string& path);

// The parts of it, from the bytes of a file.
Result<FileInfo> ply_info(std::string_view bytes, const std::string& file);
Result<FileInfo> mesh_info(std::string_view bytes, const std::string& file);  // OBJ, STL
Result<FileInfo> vtk_info(std::string_view bytes, const std::string& file);
Result<FileInfo> checkpoint_info(std::string_view bytes, const std::string& file);
Result<FileInfo> png_info(std::string_view bytes, const std::string& file);
Result<FileInfo> movie_info(std::string_view bytes, const std::string& file);
Result<FileInfo> json_info(std::string_view bytes, const std::string& file);  // run.json, stats.jsonl
Result<FileInfo> probes_info(std::string_view bytes, const std::string& file);

// Smallest and largest of some numbers.
class ValueRange {
 public:
  void add(double value);
  bool is_empty() const { return low_ > high_ && broken_ == 0; }
  std::string text() const;  // `0.1 to 2.5`, with the number of those that are not finite

 private:
  double low_ = std::numeric_limits<double>::infinity(), high_ = -low_;
  long long broken_ = 0;
};

}  // namespace spindrift
