// The readers of mesh files, one per format, from the bytes of a file to triangles. They trust nothing: counts are held
// against the size of the file before memory is taken, indices and numbers are checked. `file` is only for messages.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "spindrift/mesh.h"

namespace spindrift {

class TextScanner;

Result<TriangleMesh> read_obj(std::string_view bytes, const std::string& file);
Result<TriangleMesh> read_ply(std::string_view bytes, const std::string& file);
Result<TriangleMesh> read_stl(std::string_view bytes, const std::string& file);

// Shared by the readers.
Error mesh_error(const std::string& file, int line, std::string message);
std::optional<float> to_coordinate(double value);  // nothing unless finite and within the range of a float
Result<Vec<float, 3>> read_position(TextScanner& scanner, const std::string& file);  // three numbers on the line

}  // namespace spindrift
