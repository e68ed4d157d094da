// OBJ meshes.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "formats/meshes/mesh_readers.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  (void)spindrift::read_obj(bytes, "fuzz.obj");
  return 0;
}
