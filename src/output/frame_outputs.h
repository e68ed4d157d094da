// The files of a scene's frames. A region is an output with a box.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "formats/files/manifest.h"
#include "formats/vtk/vtk.h"
#include "output/output_kinds.h"
#include "spindrift/simulation.h"

namespace spindrift {

class FrameOutputs {
 public:
  // Makes what draws pictures and meshes for the scene, if it asks for some.
  static Result<FrameOutputs> create(const Scene& scene, const std::string& folder, int threads);

  // For a run that continues: lists the files of frames up to this one.
  void find_files_until(int frame);

  bool is_due(int frame) const;
  Products products(ParticleFrame particle_memory = {});
  // What the files of the frame and `more` need; on the simulation's thread.
  Status copy(const Simulation& simulation, int frame, Needs more, Products& to) const;
  Status write(int frame, Products& from, Manifest& manifest);

  bool has_mesher() const { return mesher_ != nullptr; }
  std::int64_t files() const { return files_; }  // written so far
  std::int64_t bytes() const { return bytes_; }

 private:
  struct Output {
    const OutputKind* kind;
    std::string subfolder;
    OutputTimes times;
    std::optional<std::size_t> region;
    std::shared_ptr<PvdList> list;  // null: none
  };
  FrameOutputs(const Scene& scene, const std::string& folder);
  void add(const OutputKind& kind, const std::string& subfolder, const OutputTimes& times,
           std::optional<std::size_t> region);
  bool is_due(const Output& output, int frame) const;
  std::string relative(const Output& output, int frame) const;

  Scene scene_;
  std::string folder_;
  std::vector<Output> outputs_;
  std::unique_ptr<SurfaceMesher> mesher_;
  std::optional<PictureMaker> picture_maker_;
  std::string memory_;  // what files are made in, one after the other
  std::int64_t files_ = 0, bytes_ = 0;
};

// The folders inside a run's folder that the scene's frames are written into.
std::vector<std::string> output_subfolders(const Scene& scene);

// Whether this program can write what the scene asks for.
Status check_outputs(const Scene& scene);

}  // namespace spindrift
