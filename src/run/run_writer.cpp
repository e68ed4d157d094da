#include "run/run_writer.h"

#include <algorithm>
#include <filesystem>
#include <utility>

#include "base/timer.h"
#include "exec/memory.h"
#include "formats/checkpoints/checkpoint_file.h"
#include "formats/images/image.h"
#include "formats/meshes/mesh_files.h"
#include "formats/particles/ply.h"
#include "formats/vdb/vdb.h"
#include "formats/volumes/raw_volume.h"
#include "formats/vtk/vtk.h"
#include "run/pictures/quick_views.h"
#include "run/run_checkpoint.h"
#include "run/tables/memory_table.h"
#include "run/tables/probes.h"
#include "run/tables/stats_line.h"
#include "settings/outputs.h"
#include "settings/regions.h"

namespace spindrift {

struct RunWriter::Frame {
  int number = 0;
  double time = 0.0;
  ParticleFrame particles;
  CellFrame cells;
  FluidCells fluid_cells;
  RegionWriter::Frame regions;
  SurfaceMesh surface;  // this and the next are made by the thread that writes
  SurfaceDistance distance;

  // What is due with this frame. Pictures and meshes go together.
  bool has_particles = false, has_volumes = false, has_pictures = false, has_regions = false, has_quick_view = false;
  bool has_files() const { return has_particles || has_volumes || has_pictures || has_regions || has_quick_view; }
};

std::vector<std::string> output_subfolders(const Scene& scene) {
  std::vector<std::string> names{"checkpoints"};
  if (wants_particles(scene)) names.emplace_back("particles");
  if (!scene.output.volumes.empty()) names.emplace_back("volumes");
  if (wants_pictures(scene)) names.emplace_back("frames");
  if (scene.surface.write != SurfaceFormat::kNone) names.emplace_back("surface");
  for (const RegionSettings& region : scene.regions)
    for (const std::string& name : {particle_subfolder(region), cell_subfolder(region)})
      if (!name.empty()) names.push_back(name);
  return names;
}

Status check_outputs(const Scene& scene) {
  const OutputSettings& output = scene.output;
  bool wants_vdb =
      (wants_particles(scene) && has(output.formats, ParticleFormat::kVdb)) || has(output.volumes, VolumeFormat::kVdb);
  for (const RegionSettings& region : scene.regions) wants_vdb |= has(region.particles, ParticleFormat::kVdb);
  if (!wants_vdb || has_openvdb()) return Done{};
  return Error{ErrorCode::kBadInput,
               "the scene asks for vdb, and this program was built without OpenVDB; install it (Debian: libopenvdb-dev "
               "libboost-dev), and configure and build again",
               {scene.file}};
}

RunWriter::RunWriter(const Scene& scene, const RunFolder& folder, Manifest& manifest)
    : scene_(scene),
      folder_(folder),
      manifest_(manifest),
      probes_(scene),
      particle_list_(folder.list("particles")),
      volume_list_(folder.list("volumes")),
      regions_(scene, folder) {}

Result<std::unique_ptr<RunWriter>> RunWriter::create(const Scene& scene, const RunFolder& folder, Manifest& manifest,
                                                     int threads, const std::optional<Resumed>& resumed) {
  std::unique_ptr<RunWriter> writer(new RunWriter(scene, folder, manifest));
  writer->threads_ = threads;
  writer->quick_view_frames_ = quick_view_frames(scene);
  if (resumed) writer->find_files_until(resumed->frame);
  Result<RunTables> tables = RunTables::open(scene, folder, resumed ? resumed->tables : TableSizes{}, manifest);
  if (!tables) return tables.error();
  writer->tables_ = std::move(*tables);
  if (wants_pictures(scene)) {
    Result<PictureMaker> maker = PictureMaker::create(scene, threads);
    if (!maker) return maker.error();
    writer->picture_maker_ = std::move(*maker);
  }
  if (makes_surface(scene)) {
    Result<SurfaceMesher> mesher = SurfaceMesher::create(scene, threads);
    if (!mesher) return mesher.error();
    writer->mesher_ = std::move(*mesher);
  }
  return writer;
}

void RunWriter::find_files_until(int frame) {
  for (int i = 0; i <= frame; ++i) {
    const double time = i / scene_.time.fps;
    const auto exists = [](const std::string& file) { return std::filesystem::exists(file); };
    if (const std::string file = folder_.particles(i, ".vtp"); exists(file))
      particle_list_.add_earlier(time, folder_.relative(file));
    if (const std::string file = folder_.volume(i, ".vti"); exists(file))
      volume_list_.add_earlier(time, folder_.relative(file));
  }
  regions_.find_files_until(frame);
}

void RunWriter::choose_files(Frame& frame) const {
  const bool is_turn = frame.number % scene_.output.every == 0;
  frame.has_particles = wants_particles(scene_) && particles_are_due(scene_, frame.number);
  frame.has_volumes = !scene_.output.volumes.empty() && volumes_are_due(scene_, frame.number);
  frame.has_pictures = is_turn && (wants_pictures(scene_) || scene_.surface.write != SurfaceFormat::kNone);
  frame.has_quick_view = is_turn && quick_view_frames_.contains(frame.number);
  frame.has_regions = regions_.is_due(frame.number);
}

Status RunWriter::write(const Simulation& simulation, FrameReport& report) {
  const auto frame = std::make_shared<Frame>();
  frame->number = report.frame;
  frame->time = report.time;
  choose_files(*frame);
  const double begin = wall_seconds();
  if (Status copied = copy_frame(simulation, *frame); !copied) return copied;
  report.stage_seconds.push_back({"copy frame", wall_seconds() - begin});
  if (probes_.has_tables()) report.stage_seconds.push_back({"read probes", probes_.take_seconds()});
  report.stage_seconds.push_back({"wait for writer", writer_.wait_for_room()});
  wait_seconds_ += report.stage_seconds.back().seconds;
  writer_.push([this, frame, lines = probes_.take_lines(), line = stats_line(report, scene_.dimension()),
                memory = memory_line(report.time, resident_bytes())]() -> Status {
    if (frame->has_files())
      if (Status written = write_files(*frame); !written) return written;
    if (copies_particles(scene_)) give_back(std::move(frame->particles));
    return tables_->append({lines, memory, line});
  });
  return writer_.status();
}

Status RunWriter::copy_frame(const Simulation& simulation, Frame& frame) {
  const auto take = []<class T>(Result<T> copy, T& to) -> Status {
    if (!copy) return copy.error();
    to = std::move(*copy);
    return Done{};
  };
  const auto& volumes = scene_.output.volumes;
  const bool draws = frame.has_pictures && wants_pictures(scene_);
  const bool needs_particles = frame.has_particles || frame.has_quick_view || needs_surface(frame) ||
                               (draws && picture_needs_particles(scene_)) || regions_.needs_particles(frame.number);
  const bool needs_cells =
      (draws && picture_needs_cells(scene_)) ||
      (frame.has_volumes && (has(volumes, VolumeFormat::kVti) || has(volumes, VolumeFormat::kRaw)));
  Status copied = Done{};
  if (needs_particles) copied = take(simulation.particles(unused_memory()), frame.particles);
  if (copied && needs_cells) copied = take(simulation.cells(), frame.cells);
  if (copied && frame.has_volumes && has(volumes, VolumeFormat::kVdb))
    copied = take(simulation.fluid_cells(), frame.fluid_cells);
  return copied ? regions_.copy(simulation, frame.number, frame.regions) : copied;
}

// Memory that is used again need not be had from the system and filled with zeros for every frame.
ParticleFrame RunWriter::unused_memory() {
  return unused_memory_.with([](std::vector<ParticleFrame>& unused) -> ParticleFrame {
    if (unused.empty()) return {};
    ParticleFrame memory = std::move(unused.back());
    unused.pop_back();
    return memory;
  });
}

void RunWriter::give_back(ParticleFrame memory) {
  if (memory.position.empty()) return;
  unused_memory_.with([&](std::vector<ParticleFrame>& unused) { unused.push_back(std::move(memory)); });
}

template <class Write>
Status RunWriter::write_listed(const std::string& path, const Write& write) {
  const Result<FileSum> written = manifest_.write_by(path, write);
  if (!written) return written.error();
  ++totals_.files;
  totals_.bytes += static_cast<std::int64_t>(written->bytes);
  return Done{};
}

Status RunWriter::write_files(Frame& frame) {
  if (Status written = write_particles(frame); !written) return written;
  if (Status made = make_surface(frame); !made) return made;
  if (Status written = write_volumes(frame); !written) return written;
  if (Status written = write_surface(frame); !written) return written;
  const WriteListed write_one = [this](const std::string& path, const std::function<Result<FileSum>()>& write) {
    return write_listed(path, write);
  };
  if (Status written =
          regions_.write(frame.number, frame.time, frame.particles, frame.regions, write_one, manifest_, file_memory_);
      !written)
    return written;
  if (frame.has_quick_view) draw_quick_view(frame);
  return write_picture(frame);
}

// Volumes of some formats hold it, and so do pictures.
bool RunWriter::needs_surface(const Frame& frame) const {
  return mesher_ && (frame.has_pictures || frame.has_quick_view ||
                     (frame.has_volumes && has(scene_.output.volumes, VolumeFormat::kVdb)));
}

Status RunWriter::make_surface(Frame& frame) {
  if (!needs_surface(frame)) return Done{};
  Result<SurfaceMesh> surface = mesher_->build(frame.particles, frame.time);
  if (!surface) return surface.error();
  frame.surface = std::move(*surface);
  if (!has(scene_.output.volumes, VolumeFormat::kVdb)) return Done{};
  Result<SurfaceDistance> distance = mesher_->distance();
  if (!distance) return distance.error();
  frame.distance = std::move(*distance);
  return Done{};
}

// Here and below, a format without a case does not compile.
Status RunWriter::write_surface(const Frame& frame) {
  if (!frame.has_pictures) return Done{};
  const auto name = [&](const char* ending) { return folder_.surface(frame.number, ending); };
  switch (scene_.surface.write) {
    case SurfaceFormat::kNone:
      return Done{};
    case SurfaceFormat::kPly: {
      const std::string file = name(".ply");
      return write_listed(file, [&] { return write_mesh_ply(file, frame.surface); });
    }
    case SurfaceFormat::kObj: {
      const std::string file = name(".obj");
      return write_listed(file, [&] { return write_mesh_obj(file, frame.surface); });
    }
  }
  return Error{ErrorCode::kRunFailed, "a surface in a format that has no writer"};
}

Status RunWriter::write_particles(const Frame& frame, ParticleFormat format) {
  const auto name = [&](const char* ending) { return folder_.particles(frame.number, ending); };
  switch (format) {
    case ParticleFormat::kPly: {
      const std::string file = name(".ply");
      return write_listed(file, [&] { return write_ply(file, frame.particles); });
    }
    case ParticleFormat::kVtp: {
      const std::string file = name(".vtp");
      const Status written = write_listed(file, [&] { return write_vtp(file, frame.particles, file_memory_); });
      return written ? particle_list_.add(frame.time, folder_.relative(file), manifest_) : written;
    }
    case ParticleFormat::kVdb: {
      const std::string file = name(".vdb");
      return write_listed(file, [&] { return write_vdb_particles(file, frame.particles, file_memory_); });
    }
  }
  return Error{ErrorCode::kRunFailed, "particles in a format that has no writer"};
}

Status RunWriter::write_particles(const Frame& frame) {
  if (!frame.has_particles) return Done{};
  for (const ParticleFormat format : scene_.output.formats)
    if (Status written = write_particles(frame, format); !written) return written;
  return Done{};
}

Status RunWriter::write_volumes(const Frame& frame) {
  if (!frame.has_volumes) return Done{};
  for (const VolumeFormat format : scene_.output.volumes) {
    const auto name = [&](const char* ending) { return folder_.volume(frame.number, ending); };
    switch (format) {
      case VolumeFormat::kVti: {
        const std::string file = name(".vti");
        const auto write = [&] { return write_vti(file, frame.cells, file_memory_); };
        if (Status written = write_listed(file, write); !written) return written;
        if (Status listed = volume_list_.add(frame.time, folder_.relative(file), manifest_); !listed)
          return listed;
        break;
      }
      case VolumeFormat::kVdb: {
        const std::string file = name(".vdb");
        const auto write = [&] { return write_vdb_volumes(file, frame.distance, frame.fluid_cells, file_memory_); };
        if (Status written = write_listed(file, write); !written) return written;
        break;
      }
      case VolumeFormat::kRaw: {
        const std::string numbers = name(".raw"), header = name(".json");
        if (Status written = write_listed(numbers, [&] { return write_raw_numbers(numbers, frame.cells); }); !written)
          return written;
        if (Status written = write_listed(header, [&] { return write_raw_header(header, frame.cells); }); !written)
          return written;
        break;
      }
    }
  }
  return Done{};
}

Status RunWriter::write_picture(const Frame& frame) {
  if (!picture_maker_ || !frame.has_pictures) return Done{};
  const std::string file = folder_.picture(frame.number);
  const Image image = picture_maker_->draw(frame.time, frame.particles, frame.cells, frame.surface);
  return write_listed(file, [&] { return write_png(file, image); });
}

// The run is good without; the report will say what was wrong.
void RunWriter::draw_quick_view(const Frame& frame) {
  Result<std::string> png =
      spindrift::draw_quick_view(scene_, threads_, frame.time, frame.particles, mesher_ ? &frame.surface : nullptr);
  if (png) quick_views_[frame.number] = std::move(*png);
}

Status RunWriter::write_checkpoint(const Simulation& simulation, const MeshSums& meshes, const RunTotals& totals) {
  Result<Checkpoint> saved = simulation.save();
  if (!saved) return saved.error();
  const auto state = std::make_shared<Checkpoint>(std::move(*saved));
  wait_seconds_ += writer_.wait_for_room();
  writer_.push([this, state, meshes, totals, lines = probes_.take_lines(), frame = simulation.frame()]() -> Status {
    if (Status written = tables_->append({lines, "", ""}); !written) return written;  // of a frame that was broken off
    const std::string file = folder_.checkpoint(frame);
    if (Status begun = manifest_.begin(file); !begun) return begun;
    sync_files_of(folder_.path());  // the frames and tables before a checkpoint survive a power cut if it does
    const Checkpoint checkpoint = pack(meshes, totals, tables_->sizes(), std::move(*state));
    if (const auto written = write_checkpoint_file(file, checkpoint); !written) return written.error();
    folder_.remove_old_checkpoints(scene_.checkpoint.keep, manifest_);
    return Done{};
  });
  return writer_.status();
}

Status RunWriter::finish() { return writer_.finish(); }

Status RunWriter::list_tables() { return tables_->finish(manifest_); }

OutputTotals RunWriter::totals() const {
  OutputTotals totals = totals_;
  totals.write_seconds = seconds_in_writing() - written_before_;
  totals.make_seconds = std::max(0.0, writer_.busy_seconds() - totals.write_seconds);
  totals.wait_seconds = wait_seconds_;
  return totals;
}

}  // namespace spindrift
