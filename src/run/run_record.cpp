#include "run/run_record.h"

#include <cstdlib>

#include "formats/files/file_bytes.h"

namespace spindrift {

Result<JsonValue> read_record(const RunFolder& folder) {
  const auto text = read_file_bytes(folder.record());
  if (!text) return text.error();
  return read_json(*text, folder.record());
}

MeshSums mesh_checksums_of(const JsonValue& record) {
  MeshSums sums;
  if (const JsonValue* list = record.find("mesh_checksums"))
    for (const JsonValue& sum : list->items) sums.push_back(std::strtoull(sum.text.c_str(), nullptr, 16));
  return sums;
}

}  // namespace spindrift
