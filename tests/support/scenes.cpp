#include "support/scenes.h"

#include <cstdio>
#include <cstdlib>

#include "keys/scene_words.h"
#include "spindrift/scene_file.h"

namespace spindrift::testing {

namespace {

template <class T>
T must(Result<T> result) {
  if (!result) {
    std::fprintf(stderr, "%s\n", to_string(result.error()).c_str());
    std::abort();
  }
  return std::move(*result);
}

}  // namespace

Vec3d vec(double x, double y, double z) { return {{x, y, z}}; }

std::vector<Column> all_columns() {
  std::vector<Column> columns;
  for (const auto& word : words_of(Column{})) columns.push_back(word.value);
  return columns;
}

ShapeSettings box(const Vec3d& min, const Vec3d& max) {
  ShapeSettings shape;
  shape.kind = ShapeSettings::Kind::kBox;
  shape.min = min;
  shape.max = max;
  return shape;
}

ShapeSettings sphere(const Vec3d& center, double radius) {
  ShapeSettings shape;
  shape.kind = ShapeSettings::Kind::kSphere;
  shape.center = center;
  shape.radius = radius;
  return shape;
}

ShapeSettings plane(const Vec3d& point, const Vec3d& normal) {
  ShapeSettings shape;
  shape.kind = ShapeSettings::Kind::kPlane;
  shape.point = point;
  shape.normal = normal;
  return shape;
}

ShapeSettings difference(const ShapeSettings& whole, const ShapeSettings& without) {
  ShapeSettings shape;
  shape.kind = ShapeSettings::Kind::kDifference;
  shape.parts = {whole, without};
  return shape;
}

LiquidSettings liquid(const ShapeSettings& shape, const Vec3d& velocity) {
  LiquidSettings settings;
  settings.shape = shape;
  settings.velocity = velocity;
  return settings;
}

SolidSettings solid(const ShapeSettings& shape, const Vec3d& velocity) {
  SolidSettings settings;
  settings.shape = shape;
  settings.velocity = velocity;
  return settings;
}

Scene empty_box(int dimension, const Vec3d& cells, double cell_size) {
  Scene scene;
  scene.editor = text_editor();
  scene.domain.dimension = dimension;
  scene.domain.size = cells * cell_size;
  scene.domain.cell_size = cell_size;
  scene.time.fps = 100.0;
  scene.time.substeps = 1;
  scene.forces.gravity = {};
  scene.particles.columns = {Column::kId};
  return scene;
}

Scene still_pool(int dimension, int cells, int depth, double cell_size) {
  Scene scene = empty_box(dimension, vec(cells, cells, cells), cell_size);
  scene.forces.gravity = vec(0.0, -9.81);
  scene.liquids = {liquid(box({}, vec(cells, depth, cells) * cell_size))};
  return scene;
}

Scene dam_break(int dimension, int cells, double cell_size) {
  Scene scene = empty_box(dimension, vec(cells, cells, cells), cell_size);
  scene.forces.gravity = vec(0.0, -9.81);
  scene.liquids = {liquid(box({}, vec(0.4 * cells, 0.6 * cells, cells) * cell_size))};
  return scene;
}

Scene with_sweeps(Scene scene, int sweeps) {
  scene.solver.method = Method::kClassic;
  scene.solver.sweeps = sweeps;
  return scene;
}

Scene shipped(const std::string& name, const std::vector<std::string>& changes) {
  return must(read_scene(SPINDRIFT_SOURCE_DIR "/scenes/" + name + ".toml", changes));
}

Simulation simulate(const Scene& scene, int threads) { return must(Simulation::create(scene, threads)); }

FrameReport advance(Simulation& simulation, int frames) {
  FrameReport report;
  for (int i = 0; i < frames; ++i) report = must(simulation.advance_frame());
  return report;
}

}  // namespace spindrift::testing
