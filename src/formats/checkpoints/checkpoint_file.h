// Checkpoints on disk; docs/decisions/0009-checkpoint-format.md has the layout. A file is whole or absent, and one with
// a single changed bit is refused.
#pragma once

#include <string>
#include <string_view>

#include "spindrift/checkpoint.h"
#include "spindrift/error.h"

namespace spindrift {

inline constexpr int kCheckpointFormat = 4;

// `program` says who wrote it, as `spindrift 0.1.0`. On return the file survives a power cut.
Status write_checkpoint(const std::string& path, const Checkpoint& checkpoint, const std::string& program);

struct CheckpointFile {
  std::string program;
  Checkpoint content;
};
Result<CheckpointFile> read_checkpoint(const std::string& path);
Result<CheckpointFile> parse_checkpoint(std::string_view bytes, const std::string& path);

}  // namespace spindrift
