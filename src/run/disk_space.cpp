#include "run/disk_space.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "output/estimate_disk.h"
#include "run/run_folder.h"
#include "spindrift/text.h"

namespace spindrift {

std::int64_t free_disk_bytes(const std::string& folder) {
  std::error_code error;
  const auto space = std::filesystem::space(existing_part(folder), error);
  constexpr std::uintmax_t kMost = 1ULL << 62;
  const bool is_unknown = error || space.capacity == 0 || space.available > kMost;  // /proc has no disk
  return is_unknown ? -1 : static_cast<std::int64_t>(space.available);
}

Status check_disk_space(const std::string& folder, const Scene& scene, const Estimate& expected, int done_frame,
                        std::int64_t removed_bytes) {
  const DiskEstimate disk = estimate_disk(scene, expected);
  const std::int64_t left = free_disk_bytes(folder);
  const double share = static_cast<double>(scene.time.frames - done_frame) / (scene.time.frames + 1);
  const double needed = static_cast<double>(disk.bytes) * std::clamp(share, 0.0, 1.0),
               available = static_cast<double>(left) + static_cast<double>(removed_bytes);
  if (left < 0 || needed <= available) return Done{};
  return Error{
      ErrorCode::kBadInput,
      fmt::format("the results need about {}, and the disk of {} has {} left; {}, choose another --out, or run "
                  "all the same with --ignore-disk-space",
                  bytes_text(needed), folder, bytes_text(available), disk.advice)};
}

std::string disk_text(const std::string& folder, const Scene& scene, const Estimate& expected) {
  const std::string needed = "about " + bytes_text(static_cast<double>(estimate_disk(scene, expected).bytes));
  const std::int64_t left = free_disk_bytes(folder);
  return left < 0 ? needed : fmt::format("{} of {} free", needed, bytes_text(static_cast<double>(left)));
}

}  // namespace spindrift
