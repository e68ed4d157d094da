// checksums.txt.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "formats/files/manifest.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  (void)spindrift::parse_manifest(bytes, "checksums.txt");
  return 0;
}
