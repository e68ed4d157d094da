// What is in a checkpoint: who wrote it, when in the run, bounds of the particles, and the size of the state.
#include <fmt/format.h>

#include <cstdint>
#include <cstring>

#include "base/archive.h"
#include "formats/checkpoints/checkpoint_file.h"
#include "formats/files/files.h"
#include "grid/domain.h"
#include "grid/tile.h"
#include "run/info/file_info.h"
#include "run/resume.h"
#include "scene/scene_text.h"
#include "sim/scene_history.h"

namespace spindrift {
namespace {

// The numbers of a section, which need not lie where a number may.
template <class Number>
std::vector<Number> numbers_of(const Section* section) {
  std::vector<Number> numbers(section ? section->bytes.size() / sizeof(Number) : 0);
  if (!numbers.empty()) std::memcpy(numbers.data(), section->bytes.data(), numbers.size() * sizeof(Number));
  return numbers;
}

// Positions count in cells from the low corner of the particle's tile. Tile 0, of which all others are the outside, has
// no particles and is not among the tiles.
template <int D>
void add_bounds(FileInfo& info, const Checkpoint& state, const DomainSettings& settings) {
  const Domain<D> domain(settings);
  constexpr std::size_t kCells = Tile<D>::kCells;
  const auto corners = numbers_of<VecI<D>>(state.find("tiles"));
  info.add("tiles", fmt::format("{} of {} cells", corners.size(), kCells));
  const auto begin = numbers_of<std::uint32_t>(state.find("cell_begin"));
  if (begin.size() != (corners.size() + 1) * kCells + 1) return;
  for (int a = 0; a < D; ++a) {
    const auto position = numbers_of<float>(state.find(fmt::format("position_{}", a)));
    ValueRange range;
    for (std::size_t t = 0; t < corners.size(); ++t)
      for (std::size_t i = begin[(t + 1) * kCells]; i < begin[(t + 2) * kCells] && i < position.size(); ++i)
        range.add(domain.to_world(VecD<D>::filled(Tile<D>::kSide * corners[t][a] + double{position[i]}))[a]);
    info.add(fmt::format("  {}", "xyz"[a]), range.text());
  }
}

}  // namespace

Result<FileInfo> checkpoint_info(std::string_view bytes, const std::string& file) {
  auto read = parse_checkpoint(bytes, file);
  if (!read) return read.error();
  FileInfo info{"checkpoint", {}};
  info.add("written by", read->program);
  StateLoader loader(read->content);
  int frame = 0, substeps = 0;
  double time = 0.0;
  std::string scene_lines;
  loader.array(kSceneSection, scene_lines);
  loader.value("frame", frame);
  loader.value("frame_substeps", substeps);
  loader.value("time", time);
  if (loader.error()) return refuse(file, loader.error()->message);
  info.add("frame", substeps == 0 ? fmt::format("{}", frame) : fmt::format("{} and {} sub-steps", frame, substeps));
  info.add("time", fmt::format("{:.6g} s", time));
  // A state that was saved without a run has not the run's totals.
  const bool is_of_run = read->content.find("run.frames") != nullptr;
  auto run = is_of_run ? unpack(std::move(read->content)) : Result<RunCheckpoint>(RunCheckpoint{});
  if (!run) return refuse(file, run.error().message);
  if (!is_of_run) run->state = std::move(read->content);
  if (const Section* positions = run->state.find("position_0"))
    info.add("particles", fmt::format("{}", positions->bytes.size() / sizeof(float)));
  if (const auto scene = parse_scene_lines(scene_lines, file)) {
    info.add("scene", scene->title);
    if (scene->dimension() == 2) {
      add_bounds<2>(info, run->state, scene->domain);
    } else {
      add_bounds<3>(info, run->state, scene->domain);
    }
  }
  std::size_t size = 0;
  for (const Section& section : run->state.sections) size += section.bytes.size();
  info.add("state", fmt::format("{} arrays, {} bytes", run->state.sections.size(), size));
  return info;
}

}  // namespace spindrift
