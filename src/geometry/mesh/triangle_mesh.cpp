// Welding by sorting the vertices, and the search for open edges by sorting the edges.
#include "geometry/mesh/triangle_mesh.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <tuple>

namespace spindrift {

namespace {

struct Edge {
  int low = 0, high = 0;  // vertices
  int turn = 0;           // +1 when the triangle runs from low to high, -1 the other way
  int triangle = 0;
};

std::vector<Edge> edges_in_order(const TriangleMesh& mesh) {
  std::vector<Edge> edges;
  edges.reserve(mesh.triangles.size() * 3);
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    for (std::size_t corner = 0; corner < 3; ++corner) {
      const int a = mesh.triangles[t][corner], b = mesh.triangles[t][(corner + 1) % 3];
      edges.push_back({std::min(a, b), std::max(a, b), a < b ? 1 : -1, static_cast<int>(t)});
    }
  }
  std::sort(edges.begin(), edges.end(), [](const Edge& a, const Edge& b) {
    return std::tie(a.low, a.high, a.triangle) < std::tie(b.low, b.high, b.triangle);
  });
  return edges;
}

// Edges of one kind of fault: how many, and the one met first in the file.
struct Fault {
  int count = 0;
  Edge first;

  void add(const Edge& edge) {
    if (count++ == 0 || edge.triangle < first.triangle) first = edge;
  }
  std::string where(const TriangleMesh& mesh) const {
    const auto &a = mesh.vertices[first.low], &b = mesh.vertices[first.high];
    const auto middle = (a + b) * 0.5f;
    return fmt::format("({:g}, {:g}, {:g})", middle[0], middle[1], middle[2]);
  }
};

}  // namespace

TriangleMesh welded(const TriangleMesh& mesh) {
  const auto& vertices = mesh.vertices;
  std::vector<int> order(vertices.size());
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](int a, int b) {
    const auto &p = vertices[a].at, &q = vertices[b].at;
    return p != q ? p < q : a < b;
  });
  std::vector<int> twin(vertices.size());  // the first vertex at the same position
  for (std::size_t i = 0; i < order.size(); ++i) {
    const auto here = static_cast<std::size_t>(order[i]);
    const bool is_new = i == 0 || vertices[order[i - 1]] != vertices[here];
    twin[here] = is_new ? order[i] : twin[order[i - 1]];
  }
  TriangleMesh result;
  std::vector<int> renumbered(vertices.size());
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    if (twin[i] == static_cast<int>(i)) {
      renumbered[i] = static_cast<int>(result.vertices.size());
      result.vertices.push_back(vertices[i]);
    } else {
      renumbered[i] = renumbered[twin[i]];
    }
  }
  for (std::array<int, 3> triangle : mesh.triangles) {
    for (int& corner : triangle) corner = renumbered[corner];
    const bool has_area = triangle[0] != triangle[1] && triangle[1] != triangle[2] && triangle[2] != triangle[0];
    if (has_area) result.triangles.push_back(triangle);
  }
  return result;
}

Status check_closed(const TriangleMesh& mesh, const std::string& file) {
  const std::vector<Edge> edges = edges_in_order(mesh);
  Fault open, turned;
  for (std::size_t begin = 0, end = 0; begin < edges.size(); begin = end) {
    int balance = 0;
    for (; end < edges.size() && edges[end].low == edges[begin].low && edges[end].high == edges[begin].high; ++end) {
      balance += edges[end].turn;
    }
    if (balance != 0) ((end - begin) % 2 == 1 ? open : turned).add(edges[begin]);
  }
  const auto refuse = [&](std::string message) { return Error{ErrorCode::kBadInput, std::move(message), Place{file}}; };
  if (open.count > 0) {
    return refuse(fmt::format("the mesh has a hole: {} open edge{}, the first near {}; a shape needs a closed surface",
                              open.count, open.count == 1 ? "" : "s", open.where(mesh)));
  }
  if (turned.count > 0) {
    return refuse(
        fmt::format("the mesh has {} edge{} between triangles that face opposite ways, the first near {}; "
                    "make the orientation consistent",
                    turned.count, turned.count == 1 ? "" : "s", turned.where(mesh)));
  }
  return Done{};
}

}  // namespace spindrift
