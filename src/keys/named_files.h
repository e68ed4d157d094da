// The files that a scene names: meshes and tables.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "spindrift/mesh.h"
#include "spindrift/scene.h"
#include "spindrift/table.h"

namespace spindrift {

// What was read of a file; both are null if nothing was.
struct NamedFile {
  const char* what;  // `mesh` or `table`
  std::shared_ptr<const Mesh> mesh{};
  std::shared_ptr<const NumberTable> table{};
};

// Calls visit(name, NamedFile) for each file of a shape or a scene. The name is empty if the content was made in code.
template <class Shape, class Visit>
void for_each_named_file_of(Shape& shape, const Visit& visit) {
  if (shape.kind == ShapeSettings::Kind::kMesh) visit(shape.file, NamedFile{"mesh", shape.mesh, nullptr});
  if (shape.kind == ShapeSettings::Kind::kBelow && shape.surface.empty())
    visit(shape.file, NamedFile{"table", nullptr, shape.table});
  for (auto& part : shape.parts) for_each_named_file_of(part, visit);
}
template <class AnyScene, class Visit>
void for_each_named_file(AnyScene& scene, const Visit& visit) {
  for (auto& liquid : scene.liquids) for_each_named_file_of(liquid.shape, visit);
  for (auto& solid : scene.solids) for_each_named_file_of(solid.shape, visit);
  for (auto& source : scene.sources) for_each_named_file_of(source.shape, visit);
  for (auto& drain : scene.drains) for_each_named_file_of(drain.shape, visit);
  for (auto& smoke : scene.smokes) for_each_named_file_of(smoke.shape, visit);
  for (auto& source : scene.smoke_sources) for_each_named_file_of(source.shape, visit);
  const auto visit_table = [&](auto& file, const auto& table) {
    if (table || !file.empty()) visit(file, NamedFile{"table", nullptr, table});
  };
  for (auto& solid : scene.solids) visit_table(solid.motion_file, solid.motion_table);
  visit_table(scene.frame.motion_file, scene.frame.motion_table);
  visit_table(scene.forces.gravity_file, scene.forces.gravity_table);
}

// Checks that file names identify all contents: each has a name, and no two contents share one.
Status check_names_of_files(const Scene& scene);

// Hash of the content; 0 if it was not read. And of all files of a scene, in the order of for_each_named_file.
std::uint64_t hash_of(const NamedFile& file);
std::vector<std::uint64_t> hashes_of_named_files(const Scene& scene);

}  // namespace spindrift
