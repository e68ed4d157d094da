#include "exec/parallel.h"

#include "exec/leaf.h"
#include "exec/loop_log.h"

namespace spindrift {

void parallel_pieces(const char* name, std::size_t count, std::size_t grain,
                     FunctionRef<void(std::size_t, std::size_t)> piece) {
  if (count == 0) return;
  const std::size_t pieces = (count + grain - 1) / grain;
  const LoopClock clock(name, pieces);
  const auto run = [&](std::size_t i) { piece(i * grain, std::min(count, (i + 1) * grain)); };
  if (pieces == 1 || thread_count() == 1) {
    for (std::size_t i = 0; i < pieces; ++i) run(i);
  } else {
    run_pieces(pieces, run);
  }
}

}  // namespace spindrift
