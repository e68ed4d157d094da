#include "live/look.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/no_throw.h"
#include "geometry/motion.h"
#include "grid/frames.h"
#include "live/cell_fields.h"
#include "live/live_frame.h"

namespace spindrift {

namespace {

constexpr std::string_view kColors[] = {"speed", "density", "pressure", "vorticity", "own"};

template <class Words>
bool is_word(const Words& words, std::string_view word) {
  return std::find(std::begin(words), std::end(words), word) != std::end(words);
}

template <class Words>
Error unknown_word(const char* key, std::string_view word, const Words& words) {
  std::string known;
  for (const std::string_view one : words) known += (known.empty() ? "" : ", ") + std::string(one);
  return {ErrorCode::kBadInput, fmt::format("'{}' cannot be '{}'; it may be {}", key, word, known)};
}

std::vector<NumberRange> domain_ranges(const Scene& scene) {
  std::vector<NumberRange> ranges;
  for (int a = 0; a < scene.dimension(); ++a) ranges.push_back({0.0, scene.domain.size[a]});
  return ranges;
}

template <int D>
std::string pose_text(const SolidSettings& solid, double time) {
  const Pose<D> pose = RigidMotion<D>(solid).pose(time);
  std::vector<double> rotation;
  for (int i = 0; i < D; ++i)
    for (int j = 0; j < D; ++j) rotation.push_back(pose.rotation.rows[i][j]);
  JsonObject out;
  out.add_json("place", json_array(pose.place.at)).add_json("rotation", json_array(rotation));
  out.add_json("pivot", json_array(std::span(solid.pivot.at).first(D)));  // a hand that takes hold of it may change it
  if ((solid.start > time && solid.start > 0.0) || time > solid.end) out.add("there", false);
  return out.text();
}

bool shows_volume(const Scene& scene, const Look& look) {
  return look.volume && scene.is_smoke() && scene.dimension() == 3;
}

bool is_colored_by_cell(const Scene& scene, const Look& look) {
  return scene.dimension() == 2 && (look.color == "pressure" || look.color == "vorticity");
}

// Normals of a mesh at its vertices, as the mean of its faces' weighed by their area, in 127ths.
std::vector<std::int8_t> normals_of(const SurfaceMesh& mesh) {
  std::vector<Vec3d> sums(mesh.vertices());
  const auto at = [&](std::uint32_t v) {
    return Vec3d{{static_cast<double>(mesh.position[3 * v]), static_cast<double>(mesh.position[3 * v + 1]),
                  static_cast<double>(mesh.position[3 * v + 2])}};
  };
  for (std::size_t f = 0; f + 2 < mesh.corners.size(); f += 3) {
    const std::uint32_t* corner = &mesh.corners[f];
    const Vec3d normal = cross(at(corner[1]) - at(corner[0]), at(corner[2]) - at(corner[0]));
    for (int c = 0; c < 3; ++c) sums[corner[c]] += normal;
  }
  std::vector<std::int8_t> packed(3 * sums.size());
  for (std::size_t v = 0; v < sums.size(); ++v) {
    const double size = std::max(length(sums[v]), 1e-30);
    for (int a = 0; a < 3; ++a) packed[3 * v + a] = static_cast<std::int8_t>(std::lround(127.0 * sums[v][a] / size));
  }
  return packed;
}

// The value of a field at each particle: of the cell it is in.
std::vector<float> at_particles(const ParticleFrame& particles, const CellFrame& cells, const CellView& view) {
  std::vector<float> values(particles.count());
  for (std::size_t i = 0; i < values.size(); ++i) {
    const auto along = [&](int a) {
      const int cell = static_cast<int>(static_cast<double>(particles.position[3 * i + a]) / cells.cell_size);
      return std::clamp(cell, 0, cells.cells[a] - 1);
    };
    values[i] = view.values[cell_number(cells.cells, along(0), along(1))];
  }
  return values;
}

}  // namespace

Status read_look(const JsonValue& message, Look& look) {
  Look next = look;
  const auto read_truth = [&](const char* key, bool& member) {
    if (const JsonValue* value = message.find(key)) member = value->boolean;
  };
  read_truth("particles", next.particles);
  read_truth("velocity", next.velocity);
  read_truth("faces", next.faces);
  read_truth("surface", next.surface);
  read_truth("volume", next.volume);
  read_truth("stats", next.stats);
  next.color = message.text_or("color", next.color);
  if (!is_word(kColors, next.color)) return unknown_word("color", next.color, kColors);
  if (const JsonValue* cells = message.find("cells")) {
    next.cells.clear();
    for (const JsonValue& field : cells->items) {
      if (!is_word(kCellFields, field.text)) return unknown_word("cells", field.text, kCellFields);
      if (!is_word(next.cells, field.text)) next.cells.push_back(field.text);
    }
  }
  look = next;
  return Done{};
}

std::string poses_text(const Scene& scene, double time) {
  std::string text;
  for (const SolidSettings& solid : scene.solids)
    text +=
        (text.empty() ? "" : ",") + (scene.dimension() == 2 ? pose_text<2>(solid, time) : pose_text<3>(solid, time));
  return "[" + text + "]";
}

bool needs_cells(const Scene& scene, const Look& look) {
  return !look.cells.empty() || look.velocity || look.faces || is_colored_by_cell(scene, look) ||
         shows_volume(scene, look);
}

void LookPainter::add_particles(const Scene& scene, const Look& look, bool has_cells, LiveFrame& frame) {
  frame.add<std::uint16_t>("particles.position", particles_.position, 3, domain_ranges(scene));
  if (look.color == "own" && !particles_.color.empty()) {
    const NumberRange share{0.0, 1.0};
    frame.add<std::uint8_t>("particles.color", particles_.color, 3, {share, share, share});
    if (scene.has_own_colors()) frame.note("own");
    return;
  }
  std::vector<float> values;
  NumberRange range{0.0, 2.0};
  std::string quantity = look.color;
  if (has_cells && is_colored_by_cell(scene, look)) {
    const CellView view = view_cells(scene, cells_, look.color);
    values = at_particles(particles_, cells_, view);
    range = view.range;
  } else if ((look.color == "density" || look.color == "own") && !particles_.density.empty()) {
    values = particles_.density;
    quantity = "density";
  } else {
    quantity = "speed";
    values.resize(particles_.count());
    float fastest = 0.0f;
    for (std::size_t i = 0; i < values.size(); ++i) {
      const float* v = &particles_.velocity[3 * i];
      values[i] = std::sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
      fastest = std::max(fastest, values[i]);
    }
    range = {0.0, speed_scale(scene, static_cast<double>(fastest))};
  }
  frame.add<std::uint8_t>("particles.value", values, 1, {range});
  frame.note_quantity(quantity);
}

void LookPainter::add_cells(const Scene& scene, const Look& look, LiveFrame& frame) {
  const int x = cells_.cells[0], y = cells_.cells[1];
  for (const std::string& field : look.cells) {
    const CellView view = view_cells(scene, cells_, field);
    if (field == "type") {
      std::vector<std::uint8_t> types(view.values.begin(), view.values.end());
      frame.add("cells.type", std::span<const std::uint8_t>(types), 1);
    } else {
      frame.add<std::uint16_t>("cells." + field, view.values, 1, {view.range}, view.is_there);
    }
    frame.note_cells(x, y);
  }
  const std::size_t count = cell_number(cells_.cells, 0, 0, 1), first = first_shown(cells_);
  if (look.velocity) {
    frame.add("cells.velocity", std::span<const float>(cells_.velocity).subspan(3 * first, 3 * count), 3);
    frame.note_cells(x, y);
  }
  if (look.faces && !cells_.faces.empty()) {
    frame.add("cells.faces", std::span<const float>(cells_.faces), 2);
    frame.note_cells(x, y);
  }
}

// Every n-th cell, so that no side has more than the eye needs of something as soft as smoke.
void LookPainter::add_volume(const Scene& scene, LiveFrame& frame) {
  constexpr int kMostAlong = 96;
  const Vec<int, 3>& all = cells_.cells;
  const int every = (std::max({all[0], all[1], all[2]}) + kMostAlong - 1) / kMostAlong;
  std::vector<float> smoke, heat;
  for (int z = 0; z < all[2]; z += every)
    for (int y = 0; y < all[1]; y += every)
      for (int x = 0; x < all[0]; x += every) {
        const std::size_t cell = cell_number(all, x, y, z);
        smoke.push_back(cells_.density[cell]);
        if (!cells_.temperature.empty()) heat.push_back(cells_.temperature[cell]);
      }
  const auto count = [&](int axis) { return (all[axis] + every - 1) / every; };
  const auto add = [&](const char* name, const std::vector<float>& values, double low, double high) {
    const double most = values.empty() ? high : static_cast<double>(*std::max_element(values.begin(), values.end()));
    frame.add<std::uint8_t>(name, values, 1, {{low, std::max(high, most)}});
    frame.note_cells(count(0), count(1), count(2));
  };
  const double ambient = scene.gas.ambient_temperature;
  add("volume.smoke", smoke, 0.0, 1.0);
  if (!heat.empty()) add("volume.temperature", heat, ambient, ambient + 1.0);
}

Status LookPainter::add_surface(const Scene& scene, double time, LiveFrame& frame) {
  if (!mesher_) {
    auto mesher = SurfaceMesher::create(scene, threads_);
    if (!mesher) return mesher.error();
    mesher_.emplace(std::move(*mesher));
  }
  const auto mesh = mesher_->build(particles_, time);
  if (!mesh) return mesh.error();
  frame.add<std::uint16_t>("surface.position", mesh->position, 3, domain_ranges(scene));
  if (mesh->dimension == 3) frame.add("surface.normal", std::span<const std::int8_t>(normals_of(*mesh)), 3);
  frame.add("surface.corners", std::span<const std::uint32_t>(mesh->corners),
            static_cast<std::size_t>(mesh->dimension));
  return Done{};
}

Result<std::string> LookPainter::compose(const Scene& scene, const FrameMoment& moment, const Look& look) {
  LiveFrame frame;
  frame.head()
      .add("step", moment.step)
      .add("time", moment.time)
      .add("frame", moment.frame)
      .add_json("poses", poses_text(scene, moment.time));
  const bool has_particles = !scene.is_smoke() && (look.particles || look.surface);
  const bool has_cells = needs_cells(scene, look) && !cells_.type.empty();
  if (has_particles) add_particles(scene, look, has_cells, frame);
  if (has_cells) add_cells(scene, look, frame);
  if (has_cells && shows_volume(scene, look)) add_volume(scene, frame);
  if (has_particles && look.surface)
    if (Status added = add_surface(scene, moment.time, frame); !added) return added.error();
  return frame.take();
}

Result<std::string> LookPainter::paint(const Simulation& simulation, const Look& look) {
  return no_throw("making a frame to look at", [&]() -> Result<std::string> {
    const Scene& scene = simulation.scene();
    if (needs_cells(scene, look)) {
      auto cells = simulation.cells(std::move(cells_));
      if (!cells) return cells.error();
      cells_ = std::move(*cells);
    }
    if (!scene.is_smoke() && (look.particles || look.surface)) {
      auto particles = simulation.particles(std::move(particles_));
      if (!particles) return particles.error();
      particles_ = std::move(*particles);
    }
    return compose(scene, {simulation.step(), simulation.time(), simulation.frame()}, look);
  });
}

Result<std::string> LookPainter::paint(const Scene& scene, const FrameMoment& moment, ParticleFrame particles,
                                       CellFrame cells, const Look& look) {
  return no_throw("making a frame to look at", [&] {
    particles_ = std::move(particles);
    cells_ = std::move(cells);
    return compose(scene, moment, look);
  });
}

}  // namespace spindrift
