// The grid of a frame as numbers as they lie in memory, x fastest, little-endian, beside a JSON file that says what
// they are: for programs that read neither VTK nor OpenVDB.
#pragma once

#include <string>

#include "base/json.h"
#include "formats/files/checksum.h"
#include "spindrift/error.h"
#include "spindrift/file_info.h"
#include "spindrift/frame.h"

namespace spindrift {

// The two files, whose names differ in their endings only: .raw and .json.
Result<FileSum> write_raw_numbers(const std::string& path, const CellFrame& frame);
Result<FileSum> write_raw_header(const std::string& path, const CellFrame& frame);
Result<FileSum> write_raw_volume(const std::string& path, const CellFrame& frame);  // both; `path` is the header's

struct RawVolume {
  std::string data;  // name of the file with the numbers
  CellFrame cells;
};
Result<RawVolume> read_raw_volume(const std::string& path);

bool is_raw_volume(const JsonValue& header);  // whether a JSON file is such a header
Result<RawVolume> read_raw_numbers(const JsonValue& header, const std::string& path);
// The same from the bytes of the numbers.
Result<RawVolume> parse_raw_volume(const JsonValue& header, std::string_view numbers, const std::string& path);
FileInfo raw_volume_info(const RawVolume& volume);

}  // namespace spindrift
