// Raw volumes: the header, a zero byte, and the numbers.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "formats/volumes/raw_volume.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace spindrift;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const std::size_t end = bytes.find('\0');
  if (end == std::string_view::npos) return 0;
  const auto header = read_json(bytes.substr(0, end), "fuzz.json");
  if (!header || !is_raw_volume(*header)) return 0;
  if (const auto volume = parse_raw_volume(*header, bytes.substr(end + 1), "fuzz.json")) raw_volume_info(*volume);
  return 0;
}
