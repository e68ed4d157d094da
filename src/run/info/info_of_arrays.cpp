// What is in files of arrays: PLY, OBJ, STL, VTK.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>

#include "formats/files/files.h"
#include "formats/meshes/mesh_files.h"
#include "formats/meshes/mesh_readers.h"
#include "formats/meshes/ply_file.h"
#include "formats/vtk/read_vtk.h"
#include "run/info/file_info.h"

namespace spindrift {
namespace {

// All values of an element, one range for each property; a list counts with its items.
Status read_element(const PlyElement& element, PlyValues& values, std::vector<ValueRange>& ranges,
                    const std::string& file) {
  ranges.resize(element.properties.size());
  if (element.properties.empty()) return Done{};
  if (Status fits = values.check_room(element); !fits) return fits;
  for (std::int64_t i = 0; i < element.count; ++i) {
    for (std::size_t p = 0; p < element.properties.size(); ++p) {
      const PlyProperty& property = element.properties[p];
      const auto value = values.next(property.is_list ? property.count_type : property.type);
      if (!value) return value.error();
      if (!property.is_list) {
        ranges[p].add(*value);
        continue;
      }
      if (!(*value >= 0.0 && *value <= std::numeric_limits<int>::max() && *value == std::floor(*value)))
        return mesh_error(file, values.line(), fmt::format("'{}' is not the length of a list", *value));
      for (int j = 0; j < static_cast<int>(*value); ++j) {
        const auto item = values.next(property.type);
        if (!item) return item.error();
        ranges[p].add(*item);
      }
    }
  }
  return Done{};
}

// `mesh` by its faces, `outline` by its edges, else points.
const char* kind_of_ply(const PlyHeader& header) {
  const auto has = [&](std::string_view name) {
    return std::any_of(header.elements.begin(), header.elements.end(),
                       [&](const PlyElement& element) { return element.name == name; });
  };
  return has("face") ? "mesh, PLY" : has("edge") ? "outline of a 2D liquid, PLY" : "particles, PLY";
}

// The segments (`l`) of an OBJ file, which the reader of meshes leaves out.
std::size_t count_segments(std::string_view bytes) {
  std::size_t count = bytes.starts_with("l ");
  for (std::size_t at = bytes.find("\nl "); at != std::string_view::npos; at = bytes.find("\nl ", at + 1)) ++count;
  return count;
}

void add_array(FileInfo& info, const VtkArray& array) {
  constexpr const char* kAxes[] = {".x", ".y", ".z"};
  const std::string name = array.group == "Points" ? "position" : array.name;
  for (int c = 0; c < array.components; ++c) {
    ValueRange range;
    for (std::size_t i = static_cast<std::size_t>(c); i < array.size(); i += static_cast<std::size_t>(array.components))
      range.add(array.value(i));
    info.add("  " + name + (array.components == 3 ? kAxes[c] : ""), range.text());
  }
}

}  // namespace

Result<FileInfo> ply_info(std::string_view bytes, const std::string& file) {
  const auto header = read_ply_header(bytes, file);
  if (!header) return header.error();
  FileInfo info{kind_of_ply(*header), {}};
  PlyValues values(*header, file);
  for (const PlyElement& element : header->elements) {
    std::vector<ValueRange> ranges;
    if (Status read = read_element(element, values, ranges, file); !read) return read.error();
    info.add(element.name, fmt::format("{}", element.count));
    for (std::size_t p = 0; p < ranges.size(); ++p) info.add("  " + element.properties[p].name, ranges[p].text());
  }
  if (header->format != PlyFormat::kAscii && values.bytes_left() != 0)
    return refuse(file, fmt::format("{} bytes follow the end of this PLY file", values.bytes_left()));
  return info;
}

Result<FileInfo> mesh_info(std::string_view bytes, const std::string& file) {
  const bool is_stl = std::filesystem::path(file).extension() == ".stl";
  const auto mesh = is_stl ? read_stl(bytes, file) : read_obj(bytes, file);
  if (!mesh) return mesh.error();
  const std::size_t segments = is_stl ? 0 : count_segments(bytes);
  const bool is_outline = segments > 0 && mesh->triangles.empty();
  const std::size_t faces = is_outline ? segments : mesh->triangles.size();
  if (!is_stl && bytes.starts_with(kObjStart) && !bytes.ends_with("\n" + obj_end(mesh->vertices.size(), faces)))
    return refuse(file, "the file is truncated: its last line does not tell the number of its vertices and faces");
  FileInfo info{is_stl ? "mesh, STL" : is_outline ? "outline of a 2D liquid, OBJ" : "mesh, OBJ", {}};
  info.add("vertices", fmt::format("{}", mesh->vertices.size()));
  if (is_outline) info.add("segments", fmt::format("{}", segments));
  if (!is_outline) info.add("triangles", fmt::format("{}", mesh->triangles.size()));
  for (int a = 0; a < 3; ++a) {
    ValueRange range;
    for (const auto& vertex : mesh->vertices) range.add(static_cast<double>(vertex[a]));
    info.add(fmt::format("  {}", "xyz"[a]), range.text());
  }
  return info;
}

Result<FileInfo> vtk_info(std::string_view bytes, const std::string& file) {
  const auto content = read_vtk(bytes, file);
  if (!content) return content.error();
  FileInfo info;
  if (content->type == "Collection") {
    info.kind = "list of VTK files";
    info.add("files", fmt::format("{}", content->files.size()));
    ValueRange times;
    for (const TimedFile& entry : content->files) times.add(entry.time);
    info.add("time", times.text() + " s");
    return info;
  }
  if (content->type == "PolyData") {
    info.kind = "particles, VTK";
  } else if (content->type == "ImageData") {
    info.kind = "volumes, VTK";
  } else {
    return refuse(file, fmt::format("VTK files of type '{:.40}' are not written by this program", content->type));
  }
  if (content->time) info.add("time", fmt::format("{:.6g} s", *content->time));
  if (content->type == "PolyData") {
    info.add("particles", fmt::format("{}", content->points));
  } else {
    const auto& e = content->extent;
    info.add("cells",
             fmt::format("{} x {} x {} of {:.6g} m", e[1] - e[0], e[3] - e[2], e[5] - e[4], content->spacing[0]));
  }
  for (const VtkArray& array : content->arrays)
    if (array.group != "Verts") add_array(info, array);
  return info;
}

}  // namespace spindrift
