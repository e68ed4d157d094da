// The bytes of checkpoints on disk, which files.h writes and reads; docs/decisions/0009-checkpoint-format.md has the
// layout. A file is whole or absent, and one with a single changed bit is refused.
#pragma once

#include <string>
#include <string_view>

#include "formats/files/checksum.h"
#include "spindrift/checkpoint.h"
#include "spindrift/error.h"

namespace spindrift {

inline constexpr int kCheckpointFormat = 9;

struct CheckpointFile {
  std::string program;  // that wrote it, as `spindrift 0.1.0`
  Checkpoint content;
};
Result<FileSum> write_checkpoint_file(const std::string& path, const Checkpoint& checkpoint);
Result<CheckpointFile> parse_checkpoint(std::string_view bytes, const std::string& path);

}  // namespace spindrift
