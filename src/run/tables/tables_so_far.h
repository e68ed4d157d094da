// The tables of a run that goes on after a checkpoint, stats.jsonl, memory.csv and those of probes: the lines of the
// frames up to it stay, every one that can be read, and those of later frames are made anew.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "run/run_folder.h"
#include "run/tables/probe_clock.h"
#include "spindrift/error.h"
#include "spindrift/scene.h"

namespace spindrift {

struct LinesSoFar {
  std::string text;          // header and lines, each with its end
  std::vector<int> missing;  // frames without a line that can be read
  int first = 0;             // frame of the first line
  int left_out = 0;          // whole lines that are no later frame's, and yet not taken over
};

// Those of frames up to `last_frame`. `frame_of` tells a whole line's frame; nothing if it cannot be read. A table that
// begins with a later frame than 0 misses none before it.
using FrameOfLine = std::function<std::optional<int>(std::string_view line)>;
LinesSoFar lines_up_to(std::string_view lines, int last_frame, const FrameOfLine& frame_of);

// Of a table of numbers with readings at any time, its first column: those up to `time`, which may be the same for
// several lines. That one is missing does not show.
LinesSoFar lines_up_to_time(std::string_view lines, double time, std::string_view header);

// Of such a table, the frames behind its last line and up to `last_frame` in which it was to be read: those that a run
// went on without it.
std::vector<int> frames_without(std::string_view lines, ProbeClock clock, int last_frame, double frames_per_second);

std::optional<int> frame_of_stats(std::string_view line, double frames_per_second);
// Of a table of numbers whose first column is the time, below a header.
std::optional<int> frame_of_numbers(std::string_view line, std::string_view header, double frames_per_second);

struct TableSoFar {
  std::string text;
  std::string damage;     // what is wrong with it, for a warning; empty: nothing
  std::string strangers;  // the same of lines that are not the run's; the file that has them is set aside
};

struct TablesSoFar {
  int frame = 0;  // of the checkpoint
  TableSoFar stats, memory;
  std::vector<TableSoFar> probes;  // as probe_tables has them
};

TablesSoFar new_tables(const Scene& scene);

// Reads them, up to a checkpoint after `frame` frames, at `time`; changes nothing. Refuses a table with other columns
// than the scene has now: it cannot go on.
// `is_behind`: the folder's files end before the frame.
Result<TablesSoFar> read_tables(const RunFolder& folder, const Scene& scene, int frame, double time, bool is_behind);

}  // namespace spindrift
