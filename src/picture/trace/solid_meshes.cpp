#include "picture/trace/solid_meshes.h"

#include <algorithm>
#include <cmath>

#include "exec/parallel.h"
#include "grid/for_each_tile.h"
#include "surface/extract_surface.h"

namespace spindrift {
namespace {

constexpr int kCellsAcross = 160;  // of the grid a solid is polygonised on

void add_box(RayMesh& mesh, const Vec3f& low, const Vec3f& high) {
  const auto first = static_cast<std::uint32_t>(mesh.vertices.size());
  for (int c = 0; c < 8; ++c)
    mesh.vertices.push_back({{c & 1 ? high[0] : low[0], c & 2 ? high[1] : low[1], c & 4 ? high[2] : low[2]}});
  constexpr std::uint32_t kQuads[6][4] = {{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4},
                                          {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}};
  for (const auto& q : kQuads) {
    mesh.triangles.push_back({first + q[0], first + q[1], first + q[2]});
    mesh.triangles.push_back({first + q[0], first + q[2], first + q[3]});
  }
}

}  // namespace

Result<std::vector<Solid<3>>> make_solids(const Scene& scene) {
  std::vector<Solid<3>> solids;
  for (const SolidSettings& settings : scene.solids) {
    auto shape = make_shape<3>(settings.shape, scene.file);
    if (!shape) return shape.error();
    solids.emplace_back(*shape, settings);
  }
  return solids;
}

RayMesh solid_mesh(const Scene& scene, const Solid<3>& solid, double skin) {
  const Box<3> bounds = solid.bounds();
  const double margin = 0.03 * length(scene.domain.size);
  Vec3d low, size;
  for (int a = 0; a < 3; ++a) {
    low[a] = std::max(bounds.low[a] - margin, -margin);
    size[a] = std::min(bounds.high[a] + margin, scene.domain.size[a] + margin) - low[a];
    if (size[a] <= 0.0) return {};
  }
  const double h = std::max({size[0], size[1], size[2]}) / kCellsAcross;
  Domain<3> domain;
  domain.h = h;
  for (int a = 0; a < 3; ++a) domain.cells[a] = std::max(1, static_cast<int>(std::ceil(size[a] / h)));
  const SurfaceGrid<3> grid(domain, 1.0, 1.0);

  TileMap<3> tiles;
  tiles.reset(grid.extent());
  std::vector<VecI<3>> wanted;
  const VecI<3> extent = tiles.extent_tiles();
  for (int k = 0; k < extent[2]; ++k)
    for (int j = 0; j < extent[1]; ++j)
      for (int i = 0; i < extent[0]; ++i) wanted.push_back({{i, j, k}});
  tiles.rebuild(wanted);
  LevelField<3> level;
  level.resize(tiles.count());
  for_each_tile("measure distance to solid", tiles, [&](int tile) {
    const VecI<3> first = tiles.first_cell(tile);
    const double reach = std::sqrt(3.0) * Tile<3>::kSide * h;  // further away no node of the tile is near the surface
    const double middle = skin - solid.distance(low + grid.place(first + VecI<3>::filled(Tile<3>::kSide / 2)));
    for (int c = 0; c < Tile<3>::kCells; ++c) {
      const VecI<3> node = first + Tile<3>::cell_coord(c);
      const double value = std::abs(middle) > reach ? middle : skin - solid.distance(low + grid.place(node));
      level.tile(tile)[c] = grid.is_ghost(node) ? -1.0f : static_cast<float>(value / h);
    }
  });
  const RawSurface<3> surface = extract_surface(grid, tiles, level);
  RayMesh mesh;
  mesh.triangles = surface.faces;
  mesh.is_flat.assign(mesh.triangles.size(), 0);
  mesh.vertices.resize(surface.vertices.size());
  mesh.normals.resize(surface.vertices.size());
  parallel_for(
      "place vertices on solid", surface.vertices.size(),
      [&](std::size_t v) {
        const VecD<3> x = low + VecD<3>::from(surface.vertices[v]) * h;
        mesh.vertices[v] = Vec3f::from(x);
        mesh.normals[v] = normalized(Vec3f::from(solid.normal(x, 0.25 * h)));
      },
      256);
  return mesh;
}

RayMesh frame_mesh(const Scene& scene) {
  RayMesh mesh;
  const Vec3f size = Vec3f::from(scene.domain.size);
  const float r = 0.0016f * length(size);
  for (int axis = 0; axis < 3; ++axis)
    for (int c = 0; c < 4; ++c) {
      Vec3f low, high;
      const int u = (axis + 1) % 3, v = (axis + 2) % 3;
      low[axis] = -2.0f * r, high[axis] = size[axis] + 2.0f * r;
      // Outside of the domain, so that the liquid does not stand in them.
      low[u] = c & 1 ? size[u] : -2.0f * r, high[u] = low[u] + 2.0f * r;
      low[v] = c & 2 ? size[v] : -2.0f * r, high[v] = low[v] + 2.0f * r;
      if (high[1] <= 0.0f && axis != 1) continue;  // in the floor
      add_box(mesh, low, high);
    }
  return mesh;
}

}  // namespace spindrift
