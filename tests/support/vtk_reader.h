// A reader of VTK XML files with appended raw arrays, written apart from the program's.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace spindrift::testing {

struct VtkFileContent {
  std::string text;                                    // the XML before the arrays
  std::map<std::string, std::vector<double>> columns;  // by name, components one after the other
  std::map<std::string, int> components;
};

VtkFileContent read_vtk_file(const std::string& path);  // throws std::runtime_error

std::string attribute(const std::string& text, const std::string& tag, const std::string& key);

}  // namespace spindrift::testing
