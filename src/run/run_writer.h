// Writes what a run leaves behind, frame by frame, on a thread of its own.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "exec/background_writer.h"
#include "exec/locked.h"
#include "formats/files/manifest.h"
#include "output/frame_outputs.h"
#include "run/probes.h"
#include "run/run_folder.h"
#include "run/run_record.h"
#include "run/scene_meshes.h"
#include "run/tables.h"
#include "spindrift/simulation.h"

namespace spindrift {

class RunWriter {
 public:
  // A run that was resumed continues the tables and lists of files in its folder.
  struct Resumed {
    int frame = 0;
    TableSizes tables;
  };
  static Result<std::unique_ptr<RunWriter>> create(const Scene& scene, const RunFolder& folder, Manifest& manifest,
                                                   int threads, const std::optional<Resumed>& resumed);

  // Copies the frame's particles and cells if it is the turn of this frame, and hands them to the thread, with its line
  // in stats.jsonl. What that took is added to the report's stages. Fails if an earlier frame could not be written.
  Status write(const Simulation& simulation, FrameReport& report);

  // Whose lines go to the thread with the next frame or checkpoint.
  ProbeRecorder& probes() { return probes_; }

  // The state and the totals so far, behind all that was handed over before.
  Status write_checkpoint(const Simulation& simulation, const MeshSums& meshes, const RunTotals& totals);

  Status finish();       // when all is written
  Status list_tables();  // in the manifest, when nothing is added to them any more; after finish()
  OutputTotals totals() const;
  const std::map<int, std::string>& quick_views() const {
    return quick_views_;
  }  // of the report, by frame; after finish()

 private:
  RunWriter(const Scene& scene, const RunFolder& folder, Manifest& manifest, FrameOutputs outputs, RunTables tables);
  ParticleFrame unused_memory();
  void give_back(ParticleFrame memory);
  void draw_quick_view(int frame, Products& products);

  Scene scene_;
  RunFolder folder_;
  Manifest& manifest_;  // used by the thread until finish()
  ProbeRecorder probes_;
  FrameOutputs outputs_;
  RunTables tables_;
  std::set<int> quick_view_frames_;
  std::map<int, std::string> quick_views_;
  int threads_ = 0;  // of pictures
  double wait_seconds_ = 0.0;
  double written_before_ = seconds_in_writing();
  Locked<std::vector<ParticleFrame>> unused_memory_;  // of frames that are written
  BackgroundWriter writer_;                           // last: it is ended first
};

}  // namespace spindrift
