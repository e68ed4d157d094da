// Whatever a scene file holds, reading it ends in a scene or in an error with a place.
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <algorithm>

#include "base/split.h"
#include "spindrift/scene_file.h"

namespace spindrift {
namespace {

const std::string kValid = R"(title = "x"
[domain]
size = [2.0, 1.0, 1.5]
resolution = 16
open = ["top"]
[time]
fps = 30
[solver]
pressure = "pcg"
tolerance = 1e-4
[[liquid]]
shape = "union"
parts = [{shape = "sphere", center = [1, 0.5, 0.5], radius = 0.25}, {shape = "box", min = [0, 0, 0], max = [1, 0.5, 1]}]
velocity = [0, -1, 0]
[[solid]]
shape = "capsule"
from = [0, 0, 0]
to = [1, 1, 1]
radius = 0.1
pivot = [0, 0, 0]
keyframes = [{time = 0}, {time = 2.5, rotation_degrees = [0, 90, 0]}]
[[force]]
kind = "vortex"
center = [1, 1, 1]
strength = 3
)";

void expect_scene_or_place(const std::string& text, const std::vector<std::string>& overrides = {}) {
  const auto scene = parse_scene(text, "scene.toml", overrides);
  if (scene) {
    RC_ASSERT(parse_scene(*scene_to_toml(*scene), "scene.toml"));
  } else {
    RC_ASSERT(!scene.error().message.empty());
    RC_ASSERT(scene.error().place.file == "scene.toml" || scene.error().place.file == "--set");
    const std::string messages = to_string(scene.error());
    for (const std::string_view line : split(messages, '\n'))  // each is a whole message
      RC_ASSERT(line.find(": error: ") != std::string_view::npos);
  }
}

RC_GTEST_PROP(scene_property, random_bytes_never_crash, (const std::string& bytes)) { expect_scene_or_place(bytes); }

RC_GTEST_PROP(scene_property, mutated_scenes_never_crash, ()) {
  std::string text = kValid;
  const int changes = *rc::gen::inRange(1, 6);
  for (int i = 0; i < changes; ++i) {
    const auto at = *rc::gen::resize(rc::kNominalSize, rc::gen::inRange<std::size_t>(0, text.size()));
    const auto length = *rc::gen::inRange<std::size_t>(0, 12);
    const std::string with = *rc::gen::element<std::string>(
        "", "\n", "[", "]", "{", "}", "\"", "=", "-", "1e999", "nan", "inf", "0", "-1", "[[", ".", "\\", "#",
        "1979-05-27", "\xff", "true", "shape = \"mesh\"\n", "9223372036854775807", "[[[[[[[[", "\x01");
    text.replace(at, std::min(length, text.size() - at), with);
  }
  expect_scene_or_place(text);
}

RC_GTEST_PROP(scene_property, shuffled_lines_never_crash, ()) {
  std::vector<std::string> lines;
  for (std::size_t begin = 0; begin < kValid.size();) {
    const std::size_t end = kValid.find('\n', begin) + 1;
    lines.push_back(kValid.substr(begin, end - begin));
    begin = end;
  }
  std::string text;
  for (int i = 0; i < 20; ++i) text += *rc::gen::elementOf(lines);
  expect_scene_or_place(text);
}

RC_GTEST_PROP(scene_property, random_overrides_never_crash, (const std::string& path, const std::string& value)) {
  const std::string table = *rc::gen::element<std::string>("", "solver.", "liquid.", "solid.1.", "domain.", "force.");
  const std::string key =
      *rc::gen::element<std::string>("flip", "size", "shape", "parts", "keyframes", "radius", "open");
  expect_scene_or_place(kValid, {table + path + "=" + value});
  expect_scene_or_place(kValid, {table + key + "=" + value});
}

}  // namespace
}  // namespace spindrift
