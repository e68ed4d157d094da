// The files of a scene's regions: boxes and slices, a file for each frame that is due. Those that are tables are the
// probes' business (run/tables/probes.h).
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "formats/files/checksum.h"
#include "formats/vtk/pvd_list.h"
#include "run/run_folder.h"
#include "spindrift/simulation.h"

namespace spindrift {

// How a file gets into the run's list: known before it is begun, counted when it is whole.
struct FileListing {
  std::function<Status(const std::string& path)> begin;
  BeforeChange change;  // told before a list of files grows
  std::function<Status(const Result<FileSum>& written, const std::string& path)> count;
};

// A raw volume is two files.
Status write_listed_raw(const std::string& header, const std::string& numbers, const CellFrame& cells,
                        const FileListing& listing);

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
  Status write(int frame, double time, const ParticleFrame& particles, const Frame& cells, const FileListing& listing,
               std::string& memory);
  Status close(const FileListing& listing, std::map<std::string, FileSum>& written);  // the lists of files

 private:
  struct Lists {
    PvdList particles, cells;
  };
  std::string file(const std::string& subfolder, int frame, const char* ending) const;
  Status write_particles(std::size_t region, int frame, const ParticleFrame& inside, const FileListing& listing,
                         std::string& memory);
  Status write_cells(std::size_t region, int frame, const CellFrame& cells, VolumeFormat format,
                     const FileListing& listing, std::string& memory);

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
