// Visits the description of the settings (scene_keys.h) and notes the value of each key.
#include <optional>
#include <type_traits>

#include "keys/scene_keys.h"
#include "keys/scene_node.h"
#include "keys/scene_words.h"

namespace spindrift {

namespace {

class TableWriter {
 public:
  TableWriter(int dimension, bool is_smoke) : dimension_(dimension), is_smoke_(is_smoke) {}

  template <class T>
  void value(const SceneKey& key, T& member) {
    if (!(key.needs_3d && dimension_ == 2)) add(key, node_of(member));
  }
  void value(const SceneKey& key, std::string& member) {
    if (!member.empty() || key.fallback.empty()) add(key, node_of(member));  // an absent file or formula
  }
  template <class T>
  void value(const SceneKey& key, std::optional<T>& member) {
    if (member) value(key, *member);
  }
  template <class Enum>
  void kind(const SceneKey& key, Enum& member) {
    value(key, member);
  }
  void rotation(const SceneKey& key, Vec3d& member) {
    add(key, dimension_ == 2 ? float_node(member[2]) : node_of(member));
  }
  void domain_size(const SceneKey& key, DomainSettings& domain) { value(key, domain.size); }
  void shape(ShapeSettings& member) { describe(member, *this); }
  template <class T>
  void table(const SceneKey& key, T& member) {
    if (key.is_read_by(is_smoke_)) add(key, table_of(member));
  }
  template <class T>
  void tables(const SceneKey& key, std::vector<T>& members) {
    SceneNode list = list_node();
    for (T& member : members) list.children.push_back(table_of(member));
    if (!members.empty()) add(key, std::move(list));
  }

  SceneNode take() { return std::move(table_); }

 private:
  void add(const SceneKey& key, SceneNode node) {
    if (!key.is_read_by(is_smoke_)) return;
    node.key = key.name;
    table_.children.push_back(std::move(node));
  }
  template <class T>
  SceneNode table_of(T& member) {
    TableWriter writer(dimension_, is_smoke_);
    describe(member, writer);
    return writer.take();
  }

  SceneNode node_of(bool value) { return bool_node(value); }
  SceneNode node_of(int value) { return integer_node(value); }
  SceneNode node_of(std::int64_t value) { return integer_node(value); }
  SceneNode node_of(double value) { return float_node(value); }
  SceneNode node_of(const std::string& value) { return text_node(value); }
  SceneNode node_of(const Vec3d& value) {
    SceneNode list = list_node();
    for (int axis = 0; axis < dimension_; ++axis) list.children.push_back(float_node(value[axis]));
    return list;
  }
  SceneNode node_of(const StartVelocity& value) {
    SceneNode list = node_of(value.value);
    for (std::size_t a = 0; a < list.children.size(); ++a)
      if (!value.formulas[a].empty()) list.children[a] = text_node(value.formulas[a]);
    return list;
  }
  SceneNode node_of(const Color& value) {
    return list_node({float_node(value.red), float_node(value.green), float_node(value.blue)});
  }
  template <class Enum>
    requires std::is_enum_v<Enum>
  SceneNode node_of(Enum value) {
    return text_node(word_of(value));
  }
  template <class T>
  SceneNode node_of(const std::vector<T>& values) {
    SceneNode list = list_node();
    for (const T& value : values) list.children.push_back(node_of(value));
    return list;
  }

  int dimension_;
  bool is_smoke_;
  SceneNode table_;
};

}  // namespace

// Camera and colour range stay open: they depend on the view.
Scene resolved(Scene scene) {
  for (LiquidSettings& liquid : scene.liquids) liquid.viscosity = liquid.viscosity.value_or(scene.fluid.viscosity);
  for (SourceSettings& source : scene.sources) source.viscosity = source.viscosity.value_or(scene.fluid.viscosity);
  if (scene.has_own_colors()) {  // otherwise `fluid.color` can still change in pictures
    const Color color = scene.fluid_color();
    for (LiquidSettings& liquid : scene.liquids) liquid.color = liquid.color.value_or(color);
    for (SourceSettings& source : scene.sources) source.color = source.color.value_or(color);
  }
  const double ambient = scene.gas.ambient_temperature;
  for (SmokeSettings& smoke : scene.smokes) smoke.temperature = smoke.temperature.value_or(ambient);
  for (SmokeSourceSettings& source : scene.smoke_sources) source.temperature = source.temperature.value_or(ambient);
  scene.drift.separation = scene.separation_cells();
  scene.solver.pressure = scene.pressure_solver();
  scene.solver.sweeps = scene.sweeps();
  scene.solver.free_surface = scene.uses_level_set() ? FreeSurface::kLevelSet : FreeSurface::kCells;
  scene.drift.projection = scene.uses_density_projection();
  scene.drift.density_term = scene.uses_density_term();
  scene.drift.push_apart = scene.uses_push_apart();
  scene.drift.resample = scene.uses_resampling();
  if (scene.particles.packing != Packing::kHexagonal) scene.particles.per_cell = scene.particles_per_cell();
  return scene;
}

SceneNode scene_tree(Scene scene) {
  scene.gas.conserve =
      scene.gas.conserve && scene.gas.advection == Advection::kMacCormack;  // the others do not conserve totals
  TableWriter writer(scene.dimension(), scene.is_smoke());
  describe(scene, writer);
  SceneNode tree = writer.take();
  if (scene.domain.cell_size) {  // replaces the resolution; a file has one of them
    auto& keys = tree.find("domain")->children;
    std::erase_if(keys, [](const SceneNode& node) { return node.key == "resolution"; });
  }
  return tree;
}

}  // namespace spindrift
