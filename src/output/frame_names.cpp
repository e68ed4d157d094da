#include "output/frame_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <filesystem>
#include <string_view>
#include <utility>

#include "formats/files/atomic_file.h"

namespace spindrift {

namespace {

constexpr std::string_view kFrameStart = "frame_";

}  // namespace

std::string frame_file_name(int frame, const std::string& ending) {
  return fmt::format("{}{:04}{}", kFrameStart, frame, ending);
}

std::optional<long> frame_number(std::string name, const std::string& ending) {
  name = finished_name(std::move(name));
  if (!name.starts_with(kFrameStart) || !name.ends_with(ending)) return std::nullopt;
  const std::string digits = name.substr(kFrameStart.size(), name.size() - kFrameStart.size() - ending.size());
  const bool is_number =
      std::all_of(digits.begin(), digits.end(), [](unsigned char c) { return std::isdigit(c) != 0; });
  if (!is_number || digits.size() < 4 || digits.size() > 9) return std::nullopt;
  return std::stol(digits);
}

int frame_of(const std::string& path) {
  int number = -1;
  const std::string name = std::filesystem::path(path).filename().string();
  return std::sscanf(name.c_str(), "frame_%d.", &number) == 1 ? number : -1;
}

bool is_unfinished(const std::string& name) { return name.ends_with(kUnfinished); }

// `NAME.1234-1.spindrift-part`
std::string finished_name(std::string name) {
  if (is_unfinished(name)) {
    name.resize(name.size() - kUnfinished.size());
    name.resize(std::min(name.size(), name.rfind('.')));
  }
  return name;
}

}  // namespace spindrift
