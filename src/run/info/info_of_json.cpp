// What is in the files of text: run.json, stats.jsonl, probes.csv, and the headers of raw volumes.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "base/json.h"
#include "formats/files/files.h"
#include "formats/volumes/raw_volume.h"
#include "run/info/file_info.h"
#include "run/tables.h"

namespace spindrift {
namespace {

std::string yes_or_no(const JsonValue& object, std::string_view key) {
  const JsonValue* value = object.find(key);
  return value && value->boolean ? "yes" : "no";
}

// One object per line, frame after frame.
Result<FileInfo> statistics_info(std::string_view bytes, const std::string& file) {
  FileInfo info{"statistics, one JSON object per frame", {}};
  ValueRange frames, times;
  constexpr const char* kKeys[] = {"particles",   "volume",         "volume_drift", "smoke",
                                   "smoke_drift", "heat",           "fuel",         "max_temperature",
                                   "fluid_cells", "kinetic_energy", "max_speed",    "substeps"};
  std::vector<ValueRange> ranges(std::size(kKeys));
  std::string hash;
  double last = -1.0;
  int line = 1;
  for (; !bytes.empty(); ++line) {
    const std::size_t end = bytes.find('\n');
    if (end == std::string_view::npos) return refuse(file, line, "the last line is cut off");
    const auto object = read_json(bytes.substr(0, end), file, line);
    if (!object) return object.error();
    const double frame = object->number_or("frame", -1.0);
    if (!(frame > last)) return refuse(file, line, "this line has no frame that follows the one before");
    last = frame;
    frames.add(frame);
    times.add(object->number_or("time", 0.0));
    for (std::size_t i = 0; i < ranges.size(); ++i)
      if (object->find(kKeys[i])) ranges[i].add(object->number_or(kKeys[i], 0.0));
    hash = object->text_or("state_hash", "?");
    bytes.remove_prefix(end + 1);
  }
  info.add("frames", frames.text());
  info.add("time", times.text() + " s");
  for (std::size_t i = 0; i < ranges.size(); ++i)  // a liquid has no smoke, smoke has no particles
    if (!ranges[i].is_empty()) info.add(std::string("  ") + kKeys[i], ranges[i].text());
  info.add("last state hash", hash);
  return info;
}

// The next of the words between commas; false when there are no more.
bool take_word(std::string_view& line, std::string_view& word) {
  if (line.data() == nullptr) return false;
  const std::size_t comma = line.find(',');
  word = line.substr(0, comma);
  line = comma == std::string_view::npos ? std::string_view() : line.substr(comma + 1);
  return true;
}

}  // namespace

FileInfo record_info(const JsonValue& record) {
  FileInfo info{"record of a run", {}};
  info.add("title", record.text_or("title", ""));
  info.add("written by", "spindrift " + record.text_or("version", "?"));
  info.add("scene", record.text_or("scene_file", "?"));
  info.add("dimension", fmt::format("{:g}", record.number_or("dimension", 0)));
  info.add("threads", fmt::format("{:g}", record.number_or("threads", 0)));
  info.add("finished", yes_or_no(record, "finished"));
  if (const std::string error = record.text_or("error", ""); !error.empty()) info.add("error", error);
  if (const JsonValue* totals = record.find("totals")) {
    info.add("frames", fmt::format("{:g}", totals->number_or("frames", 0)));
    info.add("time", fmt::format("{:.6g} s", totals->number_or("time", 0)));
    if (totals->find("particles")) info.add("particles", fmt::format("{:.0f}", totals->number_or("particles", 0)));
    info.add("wall time", fmt::format("{:.3g} s", totals->number_or("wall_seconds", 0)));
    info.add("state hash", totals->text_or("state_hash", "?"));
  }
  if (const JsonValue* output = record.find("output"))
    info.add("written",
             fmt::format("{:.0f} files, {:.0f} bytes", output->number_or("files", 0), output->number_or("bytes", 0)));
  return info;
}

// A header, and a line of as many numbers per frame, with nothing where a probe sees no liquid.
Result<FileInfo> probes_info(std::string_view bytes, const std::string& file) {
  std::vector<std::string> names;
  std::vector<ValueRange> ranges;
  int line = 0;
  for (; !bytes.empty(); ++line) {
    const std::size_t end = bytes.find('\n');
    if (end == std::string_view::npos) return refuse(file, line + 1, "the last line is cut off");
    std::string_view rest = bytes.substr(0, end), word;
    bytes.remove_prefix(end + 1);
    std::size_t column = 0;
    for (; take_word(rest, word); ++column) {
      if (line == 0) {
        names.emplace_back(word);
        continue;
      }
      if (word.empty()) continue;
      double value = 0.0;
      const auto [after, failure] = std::from_chars(word.data(), word.data() + word.size(), value);
      if (failure != std::errc() || after != word.data() + word.size())
        return refuse(file, line + 1, fmt::format("'{:.40}' is not a number", word));
      if (column < names.size()) ranges[column].add(value);
    }
    ranges.resize(names.size());
    if (column != names.size()) return refuse(file, line + 1, "this line has another number of columns than the first");
  }
  const bool is_memory = names.size() == 2 && names[0] + "," + names[1] == kMemoryHeader;
  FileInfo info{is_memory ? "memory of a run, CSV" : "readings of probes, CSV", {}};
  info.add("frames", fmt::format("{}", line - 1));
  for (std::size_t i = 0; i < names.size(); ++i) info.add("  " + names[i], ranges[i].text());
  return info;
}

Result<FileInfo> json_info(std::string_view bytes, const std::string& file) {
  if (bytes.starts_with("{\"frame\"")) return statistics_info(bytes, file);
  const auto record = read_json(bytes, file);
  if (!record) return record.error();
  if (record->text_or("program", "") != "spindrift") return refuse(file, 0, "this JSON file is not one of Spindrift's");
  if (!is_raw_volume(*record)) return record_info(*record);
  const auto volume = read_raw_numbers(*record, file);
  if (!volume) return volume.error();
  return raw_volume_info(*volume);
}

}  // namespace spindrift
