// PLY: meshes that a scene names, and particles for `info`.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "formats/meshes/mesh_readers.h"
#include "run/info/file_info.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  (void)spindrift::read_ply(bytes, "fuzz.ply");
  (void)spindrift::ply_info(bytes, "fuzz.ply");
  return 0;
}
