// Meshes of known shape, and a folder for their files.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <filesystem>
#include <numbers>
#include <random>
#include <string>

#include "geometry/mesh/mesh_shape.h"

namespace spindrift::geometry_tests {

inline TriangleMesh box_mesh(const Vec<float, 3>& low, const Vec<float, 3>& high) {
  TriangleMesh mesh;
  for (int corner = 0; corner < 8; ++corner) {
    mesh.vertices.push_back(
        {{corner & 1 ? high[0] : low[0], corner & 2 ? high[1] : low[1], corner & 4 ? high[2] : low[2]}});
  }
  mesh.triangles = {{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6}, {0, 1, 4}, {1, 5, 4},
                    {2, 6, 3}, {3, 6, 7}, {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5}};
  return mesh;
}

// Rings of quads from pole to pole, cut into triangles.
inline TriangleMesh sphere_mesh(double radius, int rings) {
  TriangleMesh mesh;
  const int around = 2 * rings;
  const auto vertex = [&](int ring, int i) {
    const double polar = std::numbers::pi * ring / rings, azimuth = std::numbers::pi * (i % around) / rings;
    const double across = ring == 0 || ring == rings ? 0.0 : radius * std::sin(polar);
    return Vec<float, 3>::from(
        Vec3d{{across * std::cos(azimuth), across * std::sin(azimuth), radius * std::cos(polar)}});
  };
  for (int ring = 0; ring < rings; ++ring) {
    for (int i = 0; i < around; ++i) {
      const int first = static_cast<int>(mesh.vertices.size());
      mesh.vertices.insert(mesh.vertices.end(),
                           {vertex(ring, i), vertex(ring + 1, i), vertex(ring + 1, i + 1), vertex(ring, i + 1)});
      mesh.triangles.push_back({first, first + 1, first + 2});
      mesh.triangles.push_back({first, first + 2, first + 3});
    }
  }
  return welded(mesh);
}

inline TriangleMesh merged(TriangleMesh a, const TriangleMesh& b) {
  const int first = static_cast<int>(a.vertices.size());
  a.vertices.insert(a.vertices.end(), b.vertices.begin(), b.vertices.end());
  for (const auto& t : b.triangles) a.triangles.push_back({t[0] + first, t[1] + first, t[2] + first});
  return a;
}

inline TriangleMesh inside_out(TriangleMesh mesh) {
  for (auto& triangle : mesh.triangles) std::swap(triangle[1], triangle[2]);
  return mesh;
}

// A folder that lives as long as the test.
class TestFolder {
 public:
  TestFolder() {
    const auto* info = ::testing::UnitTest::GetInstance()->current_test_info();
    folder_ = std::filesystem::temp_directory_path() /
              ("spindrift_" + std::to_string(std::random_device{}()) + "_" + info->name());
    std::filesystem::create_directories(folder_);
  }
  TestFolder(const TestFolder&) = delete;
  TestFolder& operator=(const TestFolder&) = delete;
  ~TestFolder() { std::filesystem::remove_all(folder_); }

  std::string path(const std::string& name) const { return (folder_ / name).string(); }
  std::string write(const std::string& name, const std::string& bytes) const {
    std::FILE* file = std::fopen(path(name).c_str(), "wb");
    EXPECT_NE(file, nullptr);
    EXPECT_EQ(std::fwrite(bytes.data(), 1, bytes.size(), file), bytes.size());
    std::fclose(file);
    return path(name);
  }

 private:
  std::filesystem::path folder_;
};

}  // namespace spindrift::geometry_tests
