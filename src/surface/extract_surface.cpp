// A vertex belongs to a grid edge, and an edge to the tile of its low node. Each tile stores the edges that cross the
// surface as bits; counting bits turns an edge into the number of its vertex, also for neighbouring tiles.
#include "surface/extract_surface.h"

#include <algorithm>
#include <bit>
#include <map>
#include <utility>

#include "exec/parallel.h"
#include "grid/for_each_tile.h"
#include "grid/halo.h"

namespace spindrift {

namespace {

template <int D>
int edge_between(int a, int b) {
  using C = MarchingCases<D>;
  for (int e = 0; e < C::kEdges; ++e) {
    const int start = C::edge_start(e), end = start | 1 << C::edge_axis(e);
    if ((start == a && end == b) || (start == b && end == a)) return e;
  }
  return -1;
}

// The corners of a side, counter-clockwise seen from outside of the cube.
std::array<int, 4> side_corners(int axis, int side) {
  const int u = 1 << (axis + 1) % 3, v = 1 << (axis + 2) % 3, base = side << axis;
  std::array<int, 4> corners{base, base | u, base | u | v, base | v};
  if (side == 0) std::swap(corners[1], corners[3]);
  return corners;
}

// For each edge at which the walk around a square leaves the inside, the edge at which it entered.
template <int D>
void cut_square(const std::array<int, 4>& corners, int inside, std::array<int, MarchingCases<D>::kEdges>& next) {
  const auto is_in = [&](int i) { return (inside >> corners[i & 3] & 1) != 0; };
  const auto edge = [&](int i) { return edge_between<D>(corners[i & 3], corners[(i + 1) & 3]); };
  for (int i = 0; i < 4; ++i) {
    if (!is_in(i) || is_in(i + 1)) continue;
    int begin = i;
    while (is_in(begin + 3)) begin += 3;  // back to the first corner of this run
    next[edge(i)] = edge(begin + 3);
  }
}

// Whether two edges of a cube lie in a common side.
bool share_side(int e, int f) {
  using C = MarchingCases<3>;
  const auto corner_sum = [](int edge, bool all) {
    const int a = C::edge_start(edge), b = a | 1 << C::edge_axis(edge);
    return all ? a & b : a | b;
  };
  const int ones = corner_sum(e, true) & corner_sum(f, true);
  const int zeros = ~(corner_sum(e, false) | corner_sum(f, false)) & 7;
  return ones != 0 || zeros != 0;
}

void fill_loop(MarchingCases<3>::Loop& loop) {
  const std::size_t n = loop.edges.size();
  for (std::size_t apex = 0; apex < n; ++apex) {
    bool is_clean = true;
    for (std::size_t k = 2; k + 1 < n; ++k) is_clean &= !share_side(loop.edges[apex], loop.edges[(apex + k) % n]);
    if (!is_clean) continue;
    for (std::size_t k = 1; k + 1 < n; ++k)
      loop.faces.push_back({loop.edges[apex], loop.edges[(apex + k) % n], loop.edges[(apex + k + 1) % n]});
    return;
  }
  loop.has_middle = true;
  for (std::size_t k = 0; k < n; ++k)
    loop.faces.push_back({MarchingCases<3>::kMiddle, loop.edges[k], loop.edges[(k + 1) % n]});
}

// Least distance of a vertex from a node, in edges, so that no two vertices coincide: far above the rounding of
// coordinates, far below what is visible.
constexpr float kLeastOfEdge = 1e-3f;
constexpr std::size_t kFaceGrain = 4096;  // faces

template <int D>
class Extractor {
 public:
  Extractor(const SurfaceGrid<D>& grid, const TileMap<D>& tiles, const LevelField<D>& level)
      : grid_(grid), tiles_(tiles), level_(level), parts_(tiles.count() + 1) {}

  RawSurface<D> extract();

 private:
  using T = Tile<D>;
  using Cases = MarchingCases<D>;
  using LevelBlock = HaloBlock<float, D, 0, 1>;
  static constexpr int kWords = T::kCells / 64;

  struct TileMesh {                                   // the part of the mesh in one tile
    std::array<std::uint64_t, D * kWords> crossed{};  // edges of the tile's nodes, by axis
    std::array<std::uint16_t, D * kWords> before{};   // crossed edges in earlier words
    std::uint32_t edge_vertices = 0, vertices = 0, faces = 0;
    std::uint32_t first_vertex = 0, first_face = 0;
  };

  bool load(int tile, LevelBlock& block) const;  // false if nothing crosses
  static int corners_inside(const LevelBlock& block, int cell);
  void count(int tile);
  void write_faces(int tile, RawSurface<D>& surface) const;
  void write_edge_vertices(int tile, const LevelBlock& block, RawSurface<D>& surface) const;
  std::uint32_t vertex_of(int tile, int cell, int edge) const;

  const SurfaceGrid<D>& grid_;
  const TileMap<D>& tiles_;
  const LevelField<D>& level_;
  std::vector<TileMesh> parts_;  // by tile
};

template <int D>
bool Extractor<D>::load(int tile, LevelBlock& block) const {
  load_halo(tiles_, level_, tile, block);
  bool any_in = false, any_out = false;
  for (const float value : block.values) {
    any_in |= value > 0.0f;
    any_out |= !(value > 0.0f);
  }
  return any_in && any_out;
}

template <int D>
int Extractor<D>::corners_inside(const LevelBlock& block, int cell) {
  const float* low = &block.at(T::cell_coord(cell));
  int inside = 0;
  for (int c = 0; c < Cases::kCorners; ++c) {
    int at = 0;
    for (int a = 0; a < D; ++a) at += (c >> a & 1) * LevelBlock::stride(a);
    inside |= (low[at] > 0.0f ? 1 : 0) << c;
  }
  return inside;
}

template <int D>
void Extractor<D>::count(int tile) {
  LevelBlock block;
  if (!load(tile, block)) return;
  TileMesh& part = parts_[tile];
  const Cases& cases = Cases::get();
  for (int cell = 0; cell < T::kCells; ++cell) {
    const int inside = corners_inside(block, cell);
    if (inside == 0 || inside == (1 << Cases::kCorners) - 1) continue;
    for (int a = 0; a < D; ++a)
      if ((inside & 1) != (inside >> (1 << a) & 1))
        part.crossed[a * kWords + cell / 64] |= std::uint64_t{1} << cell % 64;
    part.faces += cases.face_count[inside];
    part.vertices += cases.middle_count[inside];
  }
  for (std::size_t w = 0; w < part.crossed.size(); ++w) {
    part.before[w] = static_cast<std::uint16_t>(part.edge_vertices);
    part.edge_vertices += static_cast<std::uint32_t>(std::popcount(part.crossed[w]));
  }
  part.vertices += part.edge_vertices;
}

// The vertex on an edge of a cell of this tile; the edge may belong to the next tile.
template <int D>
std::uint32_t Extractor<D>::vertex_of(int tile, int cell, int edge) const {
  VecI<D> local = T::cell_coord(cell), offset;
  const int start = Cases::edge_start(edge);
  for (int a = 0; a < D; ++a) {
    local[a] += start >> a & 1;
    offset[a] = local[a] >> T::kLog2;
    local[a] &= T::kMask;
  }
  const int owner = tiles_.neighbors(tile)[T::neighbor_index(offset)];
  const TileMesh& part = parts_[owner];
  const int node = T::cell_index(local);
  const int word = Cases::edge_axis(edge) * kWords + node / 64;
  const std::uint64_t lower = part.crossed[word] & ((std::uint64_t{1} << node % 64) - 1);
  return part.first_vertex + part.before[word] + static_cast<std::uint32_t>(std::popcount(lower));
}

template <int D>
void Extractor<D>::write_edge_vertices(int tile, const LevelBlock& block, RawSurface<D>& surface) const {
  const TileMesh& part = parts_[tile];
  const VecI<D> first = tiles_.first_cell(tile);
  std::uint32_t number = part.first_vertex;
  for (std::size_t w = 0; w < part.crossed.size(); ++w) {
    const int axis = static_cast<int>(w) / kWords;
    for (std::uint64_t bits = part.crossed[w]; bits != 0; bits &= bits - 1) {
      const VecI<D> local = T::cell_coord(static_cast<int>(w) % kWords * 64 + std::countr_zero(bits));
      const float* low = &block.at(local);
      const float from = low[0], to = low[LevelBlock::stride(axis)];
      const float share = std::clamp(from / (from - to), kLeastOfEdge, 1.0f - kLeastOfEdge);
      VecF<D> x;
      for (int a = 0; a < D; ++a) {
        const float node = static_cast<float>(first[a] + local[a]) + (a == axis ? share : 0.0f);
        x[a] =
            std::clamp(node, 1.0f * SurfaceGrid<D>::kFirst, static_cast<float>(grid_.last(a))) - SurfaceGrid<D>::kFirst;
      }
      surface.vertices[number++] = x;
    }
  }
}

template <int D>
void Extractor<D>::write_faces(int tile, RawSurface<D>& surface) const {
  const TileMesh& part = parts_[tile];
  if (part.faces == 0) return;
  LevelBlock block;
  load(tile, block);
  const Cases& cases = Cases::get();
  std::uint32_t middle = part.first_vertex + part.edge_vertices, face = part.first_face;
  for (int cell = 0; cell < T::kCells; ++cell) {
    for (const auto& loop : cases.loops[corners_inside(block, cell)]) {
      for (const auto& corners : loop.faces) {
        for (int k = 0; k < D; ++k) {
          const std::uint8_t edge = corners[k];
          surface.faces[face][k] = edge == Cases::kMiddle ? middle : vertex_of(tile, cell, edge);
        }
        ++face;
      }
      if (!loop.has_middle) continue;
      VecF<D> sum{};
      for (const std::uint8_t edge : loop.edges) sum += surface.vertices[vertex_of(tile, cell, edge)];
      surface.vertices[middle++] = sum / static_cast<float>(loop.edges.size());
    }
  }
}

template <int D>
RawSurface<D> Extractor<D>::extract() {
  constexpr std::size_t kGrain = 8;  // tiles: most hold no surface and are quick
  for_each_tile("count vertices and faces", tiles_, [&](int tile) { count(tile); }, kGrain);
  std::uint32_t vertices = 0, faces = 0;
  for (TileMesh& part : parts_) {
    part.first_vertex = vertices;
    part.first_face = faces;
    vertices += part.vertices;
    faces += part.faces;
  }
  RawSurface<D> surface;
  surface.vertices.resize(vertices);
  surface.faces.resize(faces);
  for_each_tile(
      "write vertices of surface", tiles_,
      [&](int tile) {
        if (parts_[tile].edge_vertices == 0) return;
        LevelBlock block;
        load(tile, block);
        write_edge_vertices(tile, block, surface);
      },
      kGrain);
  for_each_tile("write faces of surface", tiles_, [&](int tile) { write_faces(tile, surface); }, kGrain);
  return surface;
}

// A node in two sides of the domain has a ghost behind each, and a vertex towards each, at one place: weld them, and
// discard the faces without area between them.
template <int D>
void weld_at_corners(const SurfaceGrid<D>& grid, RawSurface<D>& surface) {
  const auto is_in_two_sides = [&](const VecF<D>& x) {
    int sides = 0;
    for (int a = 0; a < D; ++a) sides += x[a] == 0.0f || x[a] == static_cast<float>(grid.cells[a]);
    return sides >= 2;
  };
  std::map<std::array<float, D>, std::uint32_t> first_at;
  std::vector<std::uint32_t> number(surface.vertices.size());
  std::uint32_t kept = 0;
  for (std::size_t v = 0; v < number.size(); ++v) {
    number[v] = kept;
    if (is_in_two_sides(surface.vertices[v]))
      number[v] = first_at.try_emplace(surface.vertices[v].at, kept).first->second;
    if (number[v] == kept) surface.vertices[kept++] = surface.vertices[v];
  }
  if (kept == number.size()) return;
  surface.vertices.resize(kept);
  parallel_for(
      "renumber welded vertices", surface.faces.size(),
      [&](std::size_t f) {
        for (std::uint32_t& corner : surface.faces[f]) corner = number[corner];
      },
      kFaceGrain);
  std::erase_if(surface.faces, [](const std::array<std::uint32_t, D>& face) {
    for (std::size_t k = 0; k < D; ++k)
      if (face[k] == face[(k + 1) % D]) return true;
    return false;
  });
}

}  // namespace

template <int D>
MarchingCases<D>::MarchingCases() {
  for (int inside = 0; inside < 1 << kCorners; ++inside) {
    std::array<int, kEdges> next;
    next.fill(-1);
    auto& found = loops[inside];
    if constexpr (D == 2) {
      cut_square<2>({0, 1, 3, 2}, inside, next);
      for (int e = 0; e < kEdges; ++e) {
        if (next[e] < 0) continue;
        const auto from = static_cast<std::uint8_t>(e), to = static_cast<std::uint8_t>(next[e]);
        found.push_back({{from, to}, {{from, to}}, false});
      }
    } else {
      for (int axis = 0; axis < 3; ++axis)
        for (int side = 0; side < 2; ++side) cut_square<3>(side_corners(axis, side), inside, next);
      for (int e = 0; e < kEdges; ++e) {
        if (next[e] < 0) continue;
        Loop loop;
        for (int at = e; next[at] >= 0;) {
          loop.edges.push_back(static_cast<std::uint8_t>(at));
          at = std::exchange(next[at], -1);
        }
        // Seen from outside of the liquid the loop runs clockwise.
        std::reverse(loop.edges.begin(), loop.edges.end());
        fill_loop(loop);
        found.push_back(std::move(loop));
      }
    }
    std::size_t faces = 0, middles = 0;
    for (const Loop& loop : found) {
      faces += loop.faces.size();
      middles += loop.has_middle ? 1 : 0;
    }
    face_count[inside] = static_cast<std::uint8_t>(faces);
    middle_count[inside] = static_cast<std::uint8_t>(middles);
  }
}

template <int D>
const MarchingCases<D>& MarchingCases<D>::get() {
  static const MarchingCases cases;
  return cases;
}

template <int D>
RawSurface<D> extract_surface(const SurfaceGrid<D>& grid, const TileMap<D>& tiles, const LevelField<D>& level) {
  RawSurface<D> surface = Extractor<D>(grid, tiles, level).extract();
  weld_at_corners(grid, surface);
  return surface;
}

template struct MarchingCases<2>;
template struct MarchingCases<3>;
template RawSurface<2> extract_surface<2>(const SurfaceGrid<2>&, const TileMap<2>&, const LevelField<2>&);
template RawSurface<3> extract_surface<3>(const SurfaceGrid<3>&, const TileMap<3>&, const LevelField<3>&);

}  // namespace spindrift
