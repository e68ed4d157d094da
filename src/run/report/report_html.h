// A run on one page: numbers over time, pictures, the scene. One file that needs nothing else.
#pragma once

#include <string>
#include <vector>

namespace spindrift {

struct ReportParts {
  std::string title;
  std::string record_json;  // run.json
  std::string stats_lines;  // stats.jsonl
  std::string probes_csv;   // may be empty
  std::string memory_csv;   // may be empty
  std::string scene_toml;
  struct Picture {
    std::string caption;
    std::string png;  // the file's bytes
  };
  std::vector<Picture> pictures;
  std::string picture_note;  // what kind they are, or why there are none; may be empty
};

std::string report_html(const ReportParts& parts);

}  // namespace spindrift
