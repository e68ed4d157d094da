// The parts of file_info(): one function per kind of file, from the bytes of a file.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "base/json.h"
#include "spindrift/error.h"
#include "spindrift/file_info.h"

namespace spindrift {

inline constexpr std::string_view kPngMagic = "\x89PNG\r\n\x1a\n";  // how a PNG begins

Result<FileInfo> ply_info(std::string_view bytes, const std::string& file);
Result<FileInfo> mesh_info(std::string_view bytes, const std::string& file);  // OBJ, STL
Result<FileInfo> vtk_info(std::string_view bytes, const std::string& file);
Result<FileInfo> checkpoint_info(std::string_view bytes, const std::string& file);
Result<FileInfo> png_info(std::string_view bytes, const std::string& file);
FileInfo record_info(const JsonValue& record);                                // run.json
Result<FileInfo> json_info(std::string_view bytes, const std::string& file);  // run.json, stats.jsonl
Result<FileInfo> probes_info(std::string_view bytes, const std::string& file);

}  // namespace spindrift
