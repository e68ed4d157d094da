// Progress of a run: a bar with the time left on a terminal, one plain line per frame elsewhere.
#pragma once

#include <string>

#include "spindrift/report.h"

namespace spindrift {

// `[####....] 30/120  0.50 s  12345 particles  2 min left`, with fewer parts on a narrow terminal. It is shorter than
// `columns`. `seconds_left` below zero: unknown.
std::string progress_line(const FrameReport& report, int frames, double seconds_left, int columns);

class Progress {
 public:
  Progress(int frames, int first_frame, bool is_quiet);  // the run starts after the first frame
  ~Progress();                                           // removes the bar

  void show(const FrameReport& report);
  void clear();  // so that something else can be printed

 private:
  void show_bar(const FrameReport& report);

  int frames_, first_frame_;
  bool is_quiet_;
  bool has_bar_;
  bool is_shown_ = false;
  double start_;
};

}  // namespace spindrift
