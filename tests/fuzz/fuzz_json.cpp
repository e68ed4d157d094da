// run.json and stats.jsonl.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "run/info/file_info.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  (void)spindrift::json_info(bytes, "fuzz.json");
  return 0;
}
