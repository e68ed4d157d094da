// Readers of the files a run leaves behind, written apart from the program's writers.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace spindrift::testing {

struct PlyFile {
  std::size_t count = 0;                // of the first element: particles or vertices
  std::vector<std::string> properties;  // of that, `float x`
  std::map<std::string, std::vector<double>> columns;
  std::vector<std::vector<int>> faces;  // their vertices
};

PlyFile read_ply(const std::string& path);  // throws std::runtime_error unless the file is whole

// Width and height from the first chunk of a PNG file. Throws unless signature and end are there.
struct PngSize {
  int width = 0, height = 0;
};
PngSize read_png_size(const std::string& path);

}  // namespace spindrift::testing
