// What a leaf of exec does beside ThreadPool and BackgroundWriter; the rest of exec is built on it.
#pragma once

#include <cstddef>

#include "exec/parallel.h"

namespace spindrift {

// Calls run(0) ... run(pieces - 1), in any order, on any thread, and returns when all have ended.
void run_pieces(std::size_t pieces, FunctionRef<void(std::size_t)> run);

}  // namespace spindrift
