// Scene files.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "spindrift/scene_file.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  (void)spindrift::parse_scene(bytes, "fuzz.toml");
  return 0;
}
