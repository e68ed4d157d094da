#include "surface/solid_surface.h"

#include <algorithm>
#include <cmath>

#include "grid/for_each_tile.h"
#include "grid/tile.h"

namespace spindrift {

namespace {

template <int D>
double diagonal(const Box<D>& box) {
  return length(box.high - box.low);
}

// Every tile of the grid's extent.
template <int D>
TileMap<D> all_tiles(const SurfaceGrid<D>& grid) {
  TileMap<D> tiles;
  tiles.reset(grid.extent());
  std::vector<VecI<D>> wanted;
  for_each_point(VecI<D>{}, tiles.extent_tiles() - VecI<D>::filled(1),
                 [&](const VecI<D>& tile) { wanted.push_back(tile); });
  tiles.rebuild(wanted);
  return tiles;
}

}  // namespace

template <int D>
SolidSurface<D> find_solid_surface(const Solid<D>& solid, const Box<D>& within, double skin, int cells) {
  using T = Tile<D>;
  const Box<D> bounds = solid.bounds();
  const double margin = skin + 0.03 * diagonal(within);  // so that the mesh closes around it
  VecD<D> low, size;
  double longest = 0.0;
  for (int a = 0; a < D; ++a) {
    low[a] = std::max(bounds.low[a] - margin, within.low[a]);
    size[a] = std::min(bounds.high[a] + margin, within.high[a]) - low[a];
    if (size[a] <= 0.0) return {};
    longest = std::max(longest, size[a]);
  }
  const double h = longest / cells;
  Domain<D> domain;
  domain.h = h;
  for (int a = 0; a < D; ++a) domain.cells[a] = std::max(1, static_cast<int>(std::ceil(size[a] / h)));
  const SurfaceGrid<D> grid(domain, 1.0, 1.0);
  const TileMap<D> tiles = all_tiles(grid);
  LevelField<D> level;
  level.resize(tiles.count());
  for_each_tile("measure distance to solid", tiles, [&](int tile) {
    const VecI<D> first = tiles.first_cell(tile);
    // Further away no node of the tile is near the surface.
    const double reach = std::sqrt(static_cast<double>(D)) * T::kSide * h;
    const double middle = skin - solid.distance(low + grid.place(first + VecI<D>::filled(T::kSide / 2)));
    for (int c = 0; c < T::kCells; ++c) {
      const VecI<D> node = first + T::cell_coord(c);
      const double value = std::abs(middle) > reach ? middle : skin - solid.distance(low + grid.place(node));
      level.tile(tile)[c] = grid.is_ghost(node) ? -1.0f : static_cast<float>(value / h);
    }
  });
  const RawSurface<D> raw = extract_surface(grid, tiles, level);
  SolidSurface<D> surface{.vertices = {}, .faces = raw.faces, .spacing = h};
  surface.vertices.reserve(raw.vertices.size());
  for (const VecF<D>& vertex : raw.vertices) surface.vertices.push_back(low + VecD<D>::from(vertex) * h);
  return surface;
}

template SolidSurface<2> find_solid_surface<2>(const Solid<2>&, const Box<2>&, double, int);
template SolidSurface<3> find_solid_surface<3>(const Solid<3>&, const Box<3>&, double, int);

}  // namespace spindrift
