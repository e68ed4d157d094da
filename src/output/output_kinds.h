// The formats that frames are written in, one row each.
#pragma once

#include <span>
#include <string>

#include "formats/files/checksum.h"
#include "output/products.h"
#include "spindrift/error.h"
#include "spindrift/scene.h"

namespace spindrift {

// What a file is made from: the whole frame, or its part in a region.
struct FramePart {
  Products& products;
  PictureMaker* picture_maker = nullptr;
  const RegionSettings* region = nullptr;  // null: all of the domain
  std::size_t number = 0;                  // of the region

  const ParticleFrame& particles() const {
    return region ? products.particles_of(number, *region) : products.particles();
  }
  const CellFrame& cells() const { return region ? products.cells_of(number) : products.cells(); }
};

// How much fluid there is, in a scene or in a region of it, for estimates of files.
struct FluidShare {
  double particles = 0.0;
  double fluid_cells = 0.0, cells = 0.0;
};

struct OutputKind {
  const char* folder;  // `particles`; that of a region has the region's name behind it
  const char* ending;  // `.ply`
  bool is_in_list;     // in the .pvd of its folder, with its time
  bool (*is_of_run)(const Scene& scene);
  bool (*is_of_region)(const RegionSettings& region);
  Needs (*needs)(const Scene& scene);
  // Makes the file in `memory`, which means nothing before and afterwards.
  Result<FileSum> (*write)(const std::string& path, const FramePart& from, std::string& memory);
  // Sets what the file holds; null where pictures and views cannot use it.
  Status (*read)(const std::string& path, const Scene& scene, Products& to);
  double (*bytes)(const Scene& scene, const FluidShare& fluid);  // on the disk
};

std::span<const OutputKind> output_kinds();

// A .vdb holds cells with fluid only. The rest of smoke follows from them, but not the rest of a liquid.
bool can_be_read(const OutputKind& kind, const Scene& scene);

// How often files of a kind are written: every n-th frame, or at a rate per second.
struct OutputTimes {
  int every = 1;
  double rate = 0.0;
};
OutputTimes times_of(const OutputKind& kind, const Scene& scene);

}  // namespace spindrift
