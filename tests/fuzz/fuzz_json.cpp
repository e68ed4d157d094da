// run.json and stats.jsonl.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "run/info/file_info.h"
#include "run/tables/tables_so_far.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  (void)spindrift::json_info(bytes, "fuzz.json");
  (void)spindrift::lines_up_to(bytes, 10, [](std::string_view line) { return spindrift::frame_of_stats(line, 60.0); });
  return 0;
}
