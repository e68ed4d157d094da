// How far a run has got: a bar with the time left on a terminal, one plain line per frame elsewhere.
#pragma once

#include "spindrift/report.h"

namespace spindrift {

class Progress {
 public:
  Progress(int frames, int first_frame, bool is_quiet);  // the run begins after the first one
  ~Progress();                                           // takes the bar away

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
