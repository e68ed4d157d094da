// The files of a scene's regions: boxes and slices, a file for each frame that is due. Those that are tables are the
// probes' business (run/tables/probes.h).
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "formats/files/manifest.h"
#include "formats/vtk/pvd_list.h"
#include "run/run_folder.h"
#include "spindrift/simulation.h"

namespace spindrift {

// Writes one file and enters it in the manifest.
using WriteListed = std::function<Status(const std::string& path, const std::function<Result<FileSum>()>& write)>;

class RegionWriter {
 public:
  struct Cells {
    std::size_t region = 0;
    CellFrame frame;
  };
  using Frame = std::vector<Cells>;  // what the files of one frame are made from, beside its particles

  RegionWriter(const Scene& scene, const RunFolder& folder);

  void find_files_until(int frame);  // for a run that goes on: what there is already

  bool is_due(int frame) const;
  bool needs_particles(int frame) const;
  Status copy(const Simulation& simulation, int frame, Frame& cells) const;
  Status write(int frame, double time, const ParticleFrame& particles, const Frame& cells,
               const WriteListed& write_listed, Manifest& manifest, std::string& memory);

 private:
  struct Lists {
    PvdList particles, cells;
  };
  std::string file(const std::string& subfolder, int frame, const char* ending) const;
  Status write_particles(std::size_t region, int frame, const ParticleFrame& inside, const WriteListed& write_listed,
                         std::string& memory);
  Status write_cells(std::size_t region, int frame, const CellFrame& cells, VolumeFormat format,
                     const WriteListed& write_listed, std::string& memory);

  Scene scene_;
  RunFolder folder_;
  std::vector<Lists> lists_;  // by region
};

// Where a region's particles and cells are written, inside the run's folder; empty if they are not.
std::string particle_subfolder(const RegionSettings& region);
std::string cell_subfolder(const RegionSettings& region);

// The particles in a box, upper sides not included: boxes that touch share none.
ParticleFrame particles_in_box(const ParticleFrame& all, const RegionSettings& box);

}  // namespace spindrift
