#include "run/run_writer.h"

#include <algorithm>
#include <utility>

#include "base/timer.h"
#include "exec/memory.h"
#include "formats/checkpoints/checkpoint_file.h"
#include "run/report/run_report.h"
#include "run/resume.h"
#include "run/tables.h"
#include "settings/outputs.h"

namespace spindrift {

RunWriter::RunWriter(const Scene& scene, const RunFolder& folder, Manifest& manifest, FrameOutputs outputs,
                     RunTables tables)
    : scene_(scene),
      folder_(folder),
      manifest_(manifest),
      probes_(scene),
      outputs_(std::move(outputs)),
      tables_(std::move(tables)),
      quick_view_frames_(quick_view_frames(scene)) {}

Result<std::unique_ptr<RunWriter>> RunWriter::create(const Scene& scene, const RunFolder& folder, Manifest& manifest,
                                                     int threads, const std::optional<Resumed>& resumed) {
  Result<FrameOutputs> outputs = FrameOutputs::create(scene, folder.path(), threads);
  if (!outputs) return outputs.error();
  if (resumed) outputs->find_files_until(resumed->frame);
  Result<RunTables> tables = RunTables::open(scene, folder, resumed ? resumed->tables : TableSizes{}, manifest);
  if (!tables) return tables.error();
  std::unique_ptr<RunWriter> writer(new RunWriter(scene, folder, manifest, std::move(*outputs), std::move(*tables)));
  writer->threads_ = threads;
  return writer;
}

Status RunWriter::write(const Simulation& simulation, FrameReport& report) {
  const int frame = report.frame;
  const bool has_view = quick_view_frames_.contains(frame);
  const Needs of_view = !has_view ? 0 : outputs_.has_mesher() ? kNeedsMesh : kNeedsParticles;
  const double begin = wall_seconds();
  const auto products = std::make_shared<Products>(outputs_.products(unused_memory()));
  if (Status copied = outputs_.copy(simulation, frame, of_view, *products); !copied) return copied;
  report.stage_seconds.push_back({"copy frame", wall_seconds() - begin});
  if (probes_.has_tables()) report.stage_seconds.push_back({"read probes", probes_.take_seconds()});
  report.stage_seconds.push_back({"wait for writer", writer_.wait_for_room()});
  wait_seconds_ += report.stage_seconds.back().seconds;
  writer_.push([this, products, frame, has_view, lines = probes_.take_lines(),
                line = stats_line(report, scene_.dimension()),
                memory = memory_line(report.time, resident_bytes())]() -> Status {
    if (Status written = outputs_.write(frame, *products, manifest_); !written) return written;
    if (has_view) draw_quick_view(frame, *products);
    if (copies_particles(scene_)) give_back(products->take_particles());
    return tables_.append({lines, memory, line});
  });
  return writer_.status();
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

// The run is good without; the report will say what was wrong.
void RunWriter::draw_quick_view(int frame, Products& products) {
  Result<std::string> png = spindrift::draw_quick_view(scene_, threads_, outputs_.has_mesher(), products);
  if (png) quick_views_[frame] = std::move(*png);
}

Status RunWriter::write_checkpoint(const Simulation& simulation, const MeshSums& meshes, const RunTotals& totals) {
  Result<Checkpoint> saved = simulation.save();
  if (!saved) return saved.error();
  const auto state = std::make_shared<Checkpoint>(std::move(*saved));
  wait_seconds_ += writer_.wait_for_room();
  writer_.push([this, state, meshes, totals, lines = probes_.take_lines(), frame = simulation.frame()]() -> Status {
    if (Status written = tables_.append({lines, "", ""}); !written) return written;  // of a frame that was broken off
    const std::string file = folder_.checkpoint(frame);
    if (Status begun = manifest_.begin(file); !begun) return begun;
    sync_files_of(folder_.path());  // the frames and tables before a checkpoint survive a power cut if it does
    const Checkpoint checkpoint = pack(meshes, totals, tables_.sizes(), std::move(*state));
    if (const auto written = write_checkpoint_file(file, checkpoint); !written) return written.error();
    folder_.remove_old_checkpoints(scene_.checkpoint.keep, manifest_);
    return Done{};
  });
  return writer_.status();
}

Status RunWriter::finish() { return writer_.finish(); }

Status RunWriter::list_tables() { return tables_.finish(manifest_); }

OutputTotals RunWriter::totals() const {
  OutputTotals totals;
  totals.files = outputs_.files();
  totals.bytes = outputs_.bytes();
  totals.write_seconds = seconds_in_writing() - written_before_;
  totals.make_seconds = std::max(0.0, writer_.busy_seconds() - totals.write_seconds);
  totals.wait_seconds = wait_seconds_;
  return totals;
}

}  // namespace spindrift
