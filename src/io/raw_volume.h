// The grid of a frame as numbers as they lie in memory, x fastest, little-endian, beside a JSON file that says what
// they are: for programs that read neither VTK nor OpenVDB.
#pragma once

#include <string>

#include "io/file_info.h"
#include "io/json_reader.h"
#include "spindrift/error.h"
#include "spindrift/frame.h"

namespace spindrift {

// Writes the header to `path`, which ends in .json, and the numbers to the same name with .raw.
Status write_raw_volume(const std::string& path, const CellFrame& frame, double time);

struct RawVolume {
  CellFrame cells;
  double time = 0.0;
};
Result<RawVolume> read_raw_volume(const std::string& path);

// Whether a JSON file is such a header, and what is in the volume.
bool is_raw_volume(const JsonValue& header);
Result<FileInfo> raw_volume_info(const JsonValue& header, const std::string& path);

}  // namespace spindrift
