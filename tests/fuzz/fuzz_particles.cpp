// Particles as PLY, which `render` reads.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "formats/particles/ply.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  (void)spindrift::parse_particles(bytes, "fuzz.ply");
  return 0;
}
