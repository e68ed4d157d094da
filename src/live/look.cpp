#include "live/look.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <span>

#include "base/json.h"
#include "base/no_throw.h"
#include "exec/parallel.h"
#include "geometry/motion.h"
#include "live/cell_view.h"

namespace spindrift {
namespace {

constexpr std::size_t kAlignment = 8;
constexpr std::size_t kGrain = 8192;

void pad(std::string& bytes) { bytes.resize((bytes.size() + kAlignment - 1) / kAlignment * kAlignment, '\0'); }

std::string ranges_text(const std::vector<NumberRange>& ranges) {
  std::vector<double> low, high;
  for (const NumberRange& range : ranges) {
    low.push_back(range.low);
    high.push_back(range.high);
  }
  return fmt::format(",\"low\":{},\"high\":{}", json_array(low), json_array(high));
}

// Members of an array's entry.
std::string cells_text(int x, int y, int z = 0) {
  return fmt::format(",\"cells\":[{},{}{}]", x, y, z > 0 ? fmt::format(",{}", z) : "");
}

template <class Number>
constexpr const char* kTypeName = nullptr;
template <>
constexpr const char* kTypeName<std::uint8_t> = "u8";
template <>
constexpr const char* kTypeName<std::uint16_t> = "u16";
template <>
constexpr const char* kTypeName<std::int8_t> = "i8";
template <>
constexpr const char* kTypeName<std::uint32_t> = "u32";
template <>
constexpr const char* kTypeName<float> = "f32";

}  // namespace

// A frame as it is sent: a JSON text that lists arrays, and the arrays. See docs/live.md.
class LiveFrame {
 public:
  JsonObject& head() { return head_; }

  // `more`: further members of the array's entry, as `,"key":value`.
  template <class Number>
  void add(const std::string& name, std::span<const Number> values, std::size_t components,
           const std::string& more = "") {
    arrays_.push_back(fmt::format("{{\"name\":{},\"type\":\"{}\",\"components\":{},\"count\":{}{}}}", json_string(name),
                                  kTypeName<Number>, components, values.size() / components, more));
    bytes_.append(reinterpret_cast<const char*>(values.data()), values.size_bytes());
    pad(bytes_);
  }

  // Quantised: `values` has `ranges.size()` components per item, of `stride` floats each. If `has_value` is given, 0
  // stands for no value.
  template <class Number>
  void add_quantised(const std::string& name, std::span<const float> values, std::size_t stride,
                     const std::vector<NumberRange>& ranges, const std::string& more = "",
                     std::span<const std::uint8_t> has_value = {}) {
    constexpr float kMost = std::numeric_limits<Number>::max();
    const std::size_t components = ranges.size(), count = values.size() / stride;
    std::vector<float> scale, low;
    for (const NumberRange& range : ranges) {
      low.push_back(static_cast<float>(range.low));
      scale.push_back(static_cast<float>(range.high > range.low ? 1.0 / (range.high - range.low) : 0.0));
    }
    const bool has_gaps = !has_value.empty();
    const float least = has_gaps ? 1.0f : 0.0f;
    std::vector<Number> packed(count * components);
    parallel_for(
        "pack numbers", count,
        [&](std::size_t i) {
          for (std::size_t c = 0; c < components; ++c) {
            const float share = (values[i * stride + c] - low[c]) * scale[c];
            const float number = least + std::clamp(std::isfinite(share) ? share : 0.0f, 0.0f, 1.0f) * (kMost - least);
            packed[i * components + c] = has_gaps && !has_value[i] ? 0 : static_cast<Number>(number + 0.5f);
          }
        },
        kGrain);
    add<Number>(name, packed, components, ranges_text(ranges) + (has_gaps ? ",\"empty\":true" : "") + more);
  }

  std::string take() {
    std::string arrays;
    for (const std::string& array : arrays_) arrays += (arrays.empty() ? "" : ",") + array;
    const std::string text = head_.add_json("arrays", "[" + arrays + "]").text();
    const auto length = static_cast<std::uint32_t>(text.size());
    std::string out(sizeof length, '\0');
    std::memcpy(out.data(), &length, sizeof length);
    out += text;
    pad(out);
    return out + bytes_;
  }

 private:
  JsonObject head_;
  std::vector<std::string> arrays_;
  std::string bytes_;
};

namespace {

constexpr std::string_view kCellFields[] = {"type",       "speed",   "pressure",    "vorticity",
                                            "divergence", "density", "temperature", "smoke"};

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
  out.add_json("pivot", json_array(std::span(solid.pivot.at).first(D)));  // a hand that grabs the solid may change it
  if ((solid.start > time && solid.start > 0.0) || time > solid.end) out.add("there", false);
  return out.text();
}

bool shows_volume(const Scene& scene, const Look& look) {
  return look.volume && scene.is_smoke() && scene.dimension() == 3;
}

bool is_colored_by_cell(const Scene& scene, const Look& look) {
  return scene.dimension() == 2 && (look.color == "pressure" || look.color == "vorticity");
}

// Normals at a mesh's vertices, in 127ths: means of the faces' normals weighted by area.
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

// The value of a field at each particle, from its cell.
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
  if (const JsonValue* slice = message.find("slice")) {
    next.slice_axis = static_cast<int>(std::clamp(slice->number_or("axis", 2.0), 0.0, 2.0));
    next.slice_at = std::clamp(slice->number_or("at", 0.5), 0.0, 1.0);
  }
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
  frame.add_quantised<std::uint16_t>("particles.position", particles_.position, 3, domain_ranges(scene));
  const std::vector<float>&colors = particles_.columns.values("color"),
        &densities = particles_.columns.values("density");
  if (look.color == "own" && !colors.empty()) {
    const NumberRange share{0.0, 1.0};
    return frame.add_quantised<std::uint8_t>("particles.color", colors, 3, {share, share, share},
                                             scene.has_own_colors() ? ",\"own\":true" : "");
  }
  std::vector<float> values;
  NumberRange range{0.0, 2.0};
  std::string quantity = look.color;
  if (has_cells && is_colored_by_cell(scene, look)) {
    const CellView view = view_cells(scene, Slice(cells_, 2, 0.0), look.color);
    values = at_particles(particles_, cells_, view);
    range = view.range;
  } else if ((look.color == "density" || look.color == "own") && !densities.empty()) {
    values = densities;
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
  frame.add_quantised<std::uint8_t>("particles.value", values, 1, {range}, ",\"quantity\":" + json_string(quantity));
}

void LookPainter::add_cells(const Scene& scene, const Look& look, LiveFrame& frame) {
  const bool is_deep = scene.dimension() == 3;
  const Slice slice(cells_, is_deep ? look.slice_axis : 2, is_deep ? look.slice_at : 0.0);
  std::string shape = cells_text(slice.columns(), slice.rows());
  if (is_deep) shape += fmt::format(",\"axis\":{},\"at\":{}", slice.axis, (slice.at + 0.5) * cells_.cell_size);
  for (const std::string& field : look.cells) {
    const CellView view = view_cells(scene, slice, field);
    if (field == "type") {
      const std::vector<std::uint8_t> types(view.values.begin(), view.values.end());
      frame.add<std::uint8_t>("cells.type", types, 1, shape);
    } else {
      frame.add_quantised<std::uint16_t>("cells." + field, view.values, 1, {view.range}, shape, view.has_value);
    }
  }
  if (look.velocity && !is_deep) frame.add<float>("cells.velocity", cells_.velocity, 3, shape);
  if (look.velocity && is_deep) add_arrows(frame);
  if (look.faces && !cells_.faces.empty()) frame.add<float>("cells.faces", cells_.faces, 2, shape);
}

// Samples every n-th cell, so that no side has more than the viewer needs: smoke is soft.
void LookPainter::add_volume(const Scene& scene, LiveFrame& frame) {
  constexpr int kMostAlong = 96;
  const int every = every_for(cells_.cells, kMostAlong);
  std::vector<float> smoke, heat;
  const Vec<int, 3> counts = sample_cells(cells_.cells, every, [&](std::size_t cell) {
    smoke.push_back(cells_.density[cell]);
    if (!cells_.temperature.empty()) heat.push_back(cells_.temperature[cell]);
  });
  const auto add = [&](const char* name, const std::vector<float>& values, double low, double high) {
    const double most = values.empty() ? high : static_cast<double>(*std::max_element(values.begin(), values.end()));
    frame.add_quantised<std::uint8_t>(name, values, 1, {{low, std::max(high, most)}},
                                      cells_text(counts[0], counts[1], counts[2]));
  };
  const double ambient = scene.gas.ambient_temperature;
  add("volume.smoke", smoke, 0.0, 1.0);
  if (!heat.empty()) add("volume.temperature", heat, ambient, ambient + 1.0);
}

// Samples as many velocities as can be told apart in a picture; 0 in cells without fluid.
void LookPainter::add_arrows(LiveFrame& frame) {
  constexpr int kMostAlong = 20;
  const int every = every_for(cells_.cells, kMostAlong);
  std::vector<float> values;
  const Vec<int, 3> counts = sample_cells(cells_.cells, every, [&](std::size_t cell) {
    const bool has_fluid = cells_.type[cell] == CellType::kFluid;
    for (std::size_t a = 0; a < 3; ++a) values.push_back(has_fluid ? cells_.velocity[3 * cell + a] : 0.0f);
  });
  frame.add<float>("volume.velocity", values, 3,
                   cells_text(counts[0], counts[1], counts[2]) + fmt::format(",\"every\":{}", every));
}

Status LookPainter::add_surface(const Scene& scene, double time, LiveFrame& frame) {
  if (!mesher_) {
    auto mesher = SurfaceMesher::create(scene, threads_);
    if (!mesher) return mesher.error();
    mesher_.emplace(std::move(*mesher));
  }
  const auto mesh = mesher_->build(particles_, time);
  if (!mesh) return mesh.error();
  frame.add_quantised<std::uint16_t>("surface.position", mesh->position, 3, domain_ranges(scene));
  if (mesh->dimension == 3) frame.add<std::int8_t>("surface.normal", normals_of(*mesh), 3);
  frame.add<std::uint32_t>("surface.corners", mesh->corners, static_cast<std::size_t>(mesh->dimension));
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
  return no_throw("making a frame to view", [&]() -> Result<std::string> {
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
  return no_throw("making a frame to view", [&] {
    particles_ = std::move(particles);
    cells_ = std::move(cells);
    return compose(scene, moment, look);
  });
}

}  // namespace spindrift
