#include "output/frame_outputs.h"

#include <algorithm>
#include <filesystem>
#include <string_view>

#include "output/frame_files.h"
#include "settings/outputs.h"
#include "settings/tables.h"
#include "spindrift/files.h"

namespace spindrift {
namespace {

std::string subfolder_of(const OutputKind& kind, const RegionSettings& region) {
  return std::string(kind.folder) + "_" + probe_file_name(region.name);
}

}  // namespace

std::vector<std::string> output_subfolders(const Scene& scene) {
  std::vector<std::string> names;
  const auto add = [&](const std::string& name) {
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  };
  for (const OutputKind& kind : output_kinds()) {
    if (kind.is_of_run(scene)) add(kind.folder);
    for (const RegionSettings& region : scene.regions)
      if (kind.is_of_region(region)) add(subfolder_of(kind, region));
  }
  return names;
}

Status check_outputs(const Scene& scene) {
  const bool wants_vdb = std::any_of(output_kinds().begin(), output_kinds().end(), [&](const OutputKind& kind) {
    return std::string_view(kind.ending) == ".vdb" &&
           (kind.is_of_run(scene) || std::any_of(scene.regions.begin(), scene.regions.end(), kind.is_of_region));
  });
  if (!wants_vdb || has_openvdb()) return Done{};
  return Error{ErrorCode::kBadInput,
               "the scene asks for vdb, and this program was built without OpenVDB; install it (Debian: libopenvdb-dev "
               "libboost-dev), and configure and build again",
               {scene.file}};
}

FrameOutputs::FrameOutputs(const Scene& scene, const std::string& folder) : scene_(scene), folder_(folder) {
  for (const OutputKind& kind : output_kinds()) {
    if (kind.is_of_run(scene)) add(kind, kind.folder, times_of(kind, scene), std::nullopt);
    for (std::size_t i = 0; i < scene.regions.size(); ++i)
      if (const RegionSettings& region = scene.regions[i]; kind.is_of_region(region))
        add(kind, subfolder_of(kind, region), {region.every, region.rate}, i);
  }
}

void FrameOutputs::add(const OutputKind& kind, const std::string& subfolder, const OutputTimes& times,
                       std::optional<std::size_t> region) {
  const auto list = kind.is_in_list ? std::make_shared<PvdList>(folder_ + "/" + subfolder + ".pvd") : nullptr;
  outputs_.push_back({&kind, subfolder, times, region, list});
}

Result<FrameOutputs> FrameOutputs::create(const Scene& scene, const std::string& folder, int threads) {
  FrameOutputs outputs(scene, folder);
  if (wants_pictures(scene)) {
    Result<PictureMaker> maker = PictureMaker::create(scene, threads);
    if (!maker) return maker.error();
    outputs.picture_maker_ = std::move(*maker);
  }
  if (makes_surface(scene)) {
    Result<SurfaceMesher> mesher = SurfaceMesher::create(scene, threads);
    if (!mesher) return mesher.error();
    outputs.mesher_ = std::make_unique<SurfaceMesher>(std::move(*mesher));
  }
  return outputs;
}

std::string FrameOutputs::relative(const Output& output, int frame) const {
  return output.subfolder + "/" + frame_file_name(frame, output.kind->ending);
}

void FrameOutputs::find_files_until(int frame) {
  for (const Output& output : outputs_)
    for (int i = 0; output.list && i <= frame; ++i)
      if (const std::string file = relative(output, i); std::filesystem::exists(folder_ + "/" + file))
        output.list->add_earlier(i / scene_.time.fps, file);
}

bool FrameOutputs::is_due(const Output& output, int frame) const {
  return spindrift::is_due(frame, scene_.time.fps, output.times.every, output.times.rate);
}

bool FrameOutputs::is_due(int frame) const {
  return std::any_of(outputs_.begin(), outputs_.end(), [&](const Output& output) { return is_due(output, frame); });
}

Products FrameOutputs::products(ParticleFrame particle_memory) {
  return Products(mesher_.get(), std::move(particle_memory));
}

Status FrameOutputs::copy(const Simulation& simulation, int frame, Needs more, Products& to) const {
  Needs needs = more;
  std::vector<bool> is_copied(scene_.regions.size());
  for (const Output& output : outputs_) {
    if (!is_due(output, frame)) continue;
    const Needs own = output.kind->needs(scene_);
    if (!output.region || own != kNeedsCells) {
      needs |= own;
    } else if (!is_copied[*output.region]) {
      is_copied[*output.region] = true;
      const CellRange range = cells_of_region(scene_.regions[*output.region], scene_.domain);
      if (Status copied = to.copy_region(simulation, *output.region, range); !copied) return copied;
    }
  }
  return to.copy(simulation, needs);
}

Status FrameOutputs::write(int frame, Products& from, Manifest& manifest) {
  for (const Output& output : outputs_) {
    if (!is_due(output, frame)) continue;
    FramePart part{from, picture_maker_ ? &*picture_maker_ : nullptr};
    if (output.region) {
      part.region = &scene_.regions[*output.region];
      part.number = *output.region;
    }
    const std::string name = relative(output, frame), path = folder_ + "/" + name;
    const auto written = manifest.write_by(path, [&] { return output.kind->write(path, part, memory_); });
    if (!written) return written.error();
    ++files_;
    bytes_ += static_cast<std::int64_t>(written->bytes);
    if (!output.list) continue;
    if (Status listed = output.list->add(from.time(), name, manifest); !listed) return listed;
  }
  return Done{};
}

}  // namespace spindrift
