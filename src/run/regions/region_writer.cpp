#include "run/regions/region_writer.h"

#include <algorithm>
#include <filesystem>

#include "formats/particles/ply.h"
#include "formats/vdb/vdb.h"
#include "formats/volumes/raw_volume.h"
#include "formats/vtk/vtk.h"
#include "run/run_file_names.h"
#include "settings/outputs.h"
#include "settings/probe_columns.h"
#include "settings/regions.h"

namespace spindrift {

namespace {

// A slice is a box that is one cell thick.
std::vector<VolumeFormat> cell_formats(const RegionSettings& region) {
  if (region.kind == RegionSettings::Kind::kBox) return region.volumes;
  return is_table(region) ? std::vector<VolumeFormat>{} : std::vector{VolumeFormat::kVti};
}

bool is_on_disk(const std::string& file) { return std::filesystem::exists(file); }

}  // namespace

std::string particle_subfolder(const RegionSettings& region) {
  return region.particles.empty() ? "" : "particles_" + probe_file_name(region.name);
}

std::string cell_subfolder(const RegionSettings& region) {
  if (cell_formats(region).empty()) return "";
  return (region.kind == RegionSettings::Kind::kBox ? "volumes_" : "slice_") + probe_file_name(region.name);
}

ParticleFrame particles_in_box(const ParticleFrame& all, const RegionSettings& box) {
  ParticleFrame inside;
  inside.dimension = all.dimension;
  inside.time = all.time;
  inside.cell_size = all.cell_size;
  inside.kept = all.kept;
  const auto take = [](const auto& from, std::size_t p, std::size_t components, auto& to) {
    for (std::size_t c = 0; c < components && !from.empty(); ++c) to.push_back(from[components * p + c]);
  };
  for (std::size_t p = 0; p < all.count(); ++p) {
    bool is_inside = true;
    for (int a = 0; a < all.dimension; ++a) {
      const auto x = static_cast<double>(all.position[3 * p + a]);
      is_inside &= x >= box.min[a] && x < box.max[a];
    }
    if (!is_inside) continue;
    take(all.position, p, 3, inside.position);
    take(all.velocity, p, 3, inside.velocity);
    take(all.density, p, 1, inside.density);
    take(all.id, p, 1, inside.id);
    take(all.age, p, 1, inside.age);
    take(all.color, p, 3, inside.color);
  }
  return inside;
}

RegionWriter::RegionWriter(const Scene& scene, const RunFolder& folder) : scene_(scene), folder_(folder) {
  for (const RegionSettings& region : scene_.regions)
    lists_.push_back({PvdList(folder_.list(particle_subfolder(region).c_str())),
                      PvdList(folder_.list(cell_subfolder(region).c_str()))});
}

void RegionWriter::find_files_until(int frame) {
  for (std::size_t i = 0; i < lists_.size(); ++i)
    for (int f = 0; f <= frame; ++f) {
      const double time = f / scene_.time.fps;
      const RegionSettings& region = scene_.regions[i];
      if (const std::string found = file(particle_subfolder(region), f, ".vtp"); is_on_disk(found))
        lists_[i].particles.add_earlier(time, folder_.relative(found));
      if (const std::string found = file(cell_subfolder(region), f, ".vti"); is_on_disk(found))
        lists_[i].cells.add_earlier(time, folder_.relative(found));
    }
}

std::string RegionWriter::file(const std::string& subfolder, int frame, const char* ending) const {
  return folder_.path() + "/" + subfolder + "/" + frame_file_name(frame, ending);
}

bool RegionWriter::is_due(int frame) const {
  return std::any_of(scene_.regions.begin(), scene_.regions.end(), [&](const RegionSettings& region) {
    return !is_table(region) && spindrift::is_due(region, frame, scene_.time.fps);
  });
}

bool RegionWriter::needs_particles(int frame) const {
  return std::any_of(scene_.regions.begin(), scene_.regions.end(), [&](const RegionSettings& region) {
    return !region.particles.empty() && spindrift::is_due(region, frame, scene_.time.fps);
  });
}

Status RegionWriter::copy(const Simulation& simulation, int frame, Frame& cells) const {
  for (std::size_t i = 0; i < scene_.regions.size(); ++i) {
    const RegionSettings& region = scene_.regions[i];
    if (cell_formats(region).empty() || !spindrift::is_due(region, frame, scene_.time.fps)) continue;
    Result<CellFrame> copied = simulation.cells_in(cells_of_region(region, scene_.domain));
    if (!copied) return copied.error();
    cells.push_back({i, std::move(*copied)});
  }
  return Done{};
}

Status RegionWriter::write(int frame, double time, const ParticleFrame& particles, const Frame& cells,
                           const WriteListed& write_listed, Manifest& manifest, std::string& memory) {
  for (std::size_t i = 0; i < scene_.regions.size(); ++i) {
    const RegionSettings& region = scene_.regions[i];
    if (region.particles.empty() || !spindrift::is_due(region, frame, scene_.time.fps)) continue;
    if (Status written = write_particles(i, frame, particles_in_box(particles, region), write_listed, memory); !written)
      return written;
    if (!has(region.particles, ParticleFormat::kVtp)) continue;
    const std::string written = file(particle_subfolder(region), frame, ".vtp");
    if (Status listed = lists_[i].particles.add(time, folder_.relative(written), manifest); !listed)
      return listed;
  }
  for (const Cells& part : cells) {
    const RegionSettings& region = scene_.regions[part.region];
    for (const VolumeFormat format : cell_formats(region))
      if (Status written = write_cells(part.region, frame, part.frame, format, write_listed, memory); !written)
        return written;
    if (!has(cell_formats(region), VolumeFormat::kVti)) continue;
    const std::string written = file(cell_subfolder(region), frame, ".vti");
    if (Status listed = lists_[part.region].cells.add(time, folder_.relative(written), manifest); !listed)
      return listed;
  }
  return Done{};
}

Status RegionWriter::write_particles(std::size_t region, int frame, const ParticleFrame& inside,
                                     const WriteListed& write_listed, std::string& memory) {
  const std::string subfolder = particle_subfolder(scene_.regions[region]);
  const auto write = [&](const char* ending, auto&& writer) -> Status {
    const std::string path = file(subfolder, frame, ending);
    return write_listed(path, [&] { return writer(path); });
  };
  for (const ParticleFormat format : scene_.regions[region].particles) {
    Status written = Done{};
    switch (format) {
      case ParticleFormat::kPly:
        written = write(".ply", [&](const std::string& path) { return write_ply(path, inside); });
        break;
      case ParticleFormat::kVtp:
        written = write(".vtp", [&](const std::string& path) { return write_vtp(path, inside, memory); });
        break;
      case ParticleFormat::kVdb:
        written = write(".vdb", [&](const std::string& path) { return write_vdb_particles(path, inside, memory); });
        break;
    }
    if (!written) return written;
  }
  return Done{};
}

// A format without a case here does not compile.
Status RegionWriter::write_cells(std::size_t region, int frame, const CellFrame& cells, VolumeFormat format,
                                 const WriteListed& write_listed, std::string& memory) {
  const std::string subfolder = cell_subfolder(scene_.regions[region]);
  switch (format) {
    case VolumeFormat::kVti: {
      const std::string path = file(subfolder, frame, ".vti");
      return write_listed(path, [&] { return write_vti(path, cells, memory); });
    }
    case VolumeFormat::kRaw: {
      const std::string numbers = file(subfolder, frame, ".raw"), header = file(subfolder, frame, ".json");
      const Status written = write_listed(numbers, [&] { return write_raw_numbers(numbers, cells); });
      return written ? write_listed(header, [&] { return write_raw_header(header, cells); }) : written;
    }
    case VolumeFormat::kVdb:  // refused when the scene is read: it holds the whole surface
      break;
  }
  return Error{ErrorCode::kRunFailed, "cells of a region in a format that has no writer"};
}

}  // namespace spindrift
