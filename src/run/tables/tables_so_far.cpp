#include "run/tables/tables_so_far.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <type_traits>

#include "base/json.h"
#include "base/split.h"
#include "formats/files/checksum_list.h"
#include "formats/files/file_bytes.h"
#include "run/pictures/frame_files.h"
#include "run/run_record.h"
#include "run/tables/memory_table.h"
#include "run/tables/probes.h"

namespace spindrift {
namespace {

std::optional<double> number_in(std::string_view text) {
  double value = 0.0;
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), value);
  return failure == std::errc() && end == text.data() + text.size() ? std::optional(value) : std::nullopt;
}

// None if the time is not that of a frame.
std::optional<int> frame_at(double time, double frames_per_second) {
  constexpr double kRounding = 0.01;  // of a frame: far above that of a time, far below the distance of two
  const double frame = time * frames_per_second;
  if (!(frame > -kRounding && frame < 1e9) || std::abs(frame - std::round(frame)) > kRounding) return std::nullopt;
  return static_cast<int>(std::lround(frame));
}

template <class When>
struct LineAt {
  When when{};            // a frame, or a time
  std::string_view text;  // with its end
};

// As many lines as have rising frames, or times that do not fall: one whose number was damaged must not drive out the
// good ones around it.
template <class When>
std::vector<LineAt<When>> longest_rising(const std::vector<LineAt<When>>& lines) {
  std::vector<std::size_t> last_of;               // by length: the line with the least number that ends so many
  std::vector<std::size_t> before(lines.size());  // the one before it there
  for (std::size_t i = 0; i < lines.size(); ++i) {
    constexpr bool kMayRepeat = std::is_floating_point_v<When>;
    const auto place = std::lower_bound(
        last_of.begin(), last_of.end(), lines[i].when,
        [&](std::size_t line, When when) { return kMayRepeat ? lines[line].when <= when : lines[line].when < when; });
    before[i] = place == last_of.begin() ? i : *(place - 1);
    if (place == last_of.end()) {
      last_of.push_back(i);
    } else {
      *place = i;
    }
  }
  std::vector<LineAt<When>> rising(last_of.size());
  std::size_t line = last_of.empty() ? 0 : last_of.back();
  for (auto place = rising.rbegin(); place != rising.rend(); ++place, line = before[line]) *place = lines[line];
  return rising;
}

std::string damage_of(const std::string& path, const LinesSoFar& lines) {
  if (!lines.missing.empty())
    return fmt::format(
        "{}: no line can be read of frames {}; all others are kept, and the file stays listed as damaged", path,
        frames_text(lines.missing));
  const auto known = read_checksums(std::filesystem::path(path).parent_path().string());
  if (!known || !known->knows(std::filesystem::path(path).filename().string()))
    return fmt::format("{}: no {} knows it, so that it cannot be checked; it is kept, and listed as damaged", path,
                       kChecksumListName);
  if (const Status whole = check_as_written(path); !whole)
    return fmt::format("{}: {}{}; its lines that can be read are kept, and it stays listed as damaged", path,
                       whole.error().message,
                       lines.first > 0 ? fmt::format(", and begins with frame {}", lines.first) : "");
  return "";
}

std::string strangers_in(const std::string& path, const LinesSoFar& lines) {
  if (lines.left_out == 0) return "";
  return fmt::format("{}: {} of its lines {} not the run's, or cannot be read, and {} left out", path, lines.left_out,
                     lines.left_out == 1 ? "is" : "are", lines.left_out == 1 ? "is" : "are");
}

// A table that is not there begins with the frames to come. If the run has written one, that it is gone is damage.
std::string damage_of_missing(const std::string& path) {
  const auto known = read_checksums(std::filesystem::path(path).parent_path().string());
  if (known && !known->knows(std::filesystem::path(path).filename().string())) return "";
  return fmt::format("{}: it is missing, and its lines so far are lost; a new one is listed as damaged", path);
}

// What to say of a table that does not begin with that header.
std::string why_not_begun_so(std::string_view lines, std::string_view header, const std::string& path) {
  const std::string_view first = lines.substr(0, lines.find('\n'));
  if (first.ends_with('\r') && lines.starts_with(header.substr(0, header.size() - 1)))
    return "has lines that end with CR LF, as no run writes them: a program has saved it anew";
  if (Status whole = check_as_written(path); !whole)
    return fmt::format("does not begin with the run's line of columns: {}", whole.error().message);
  return "has other columns than the scene's probes have now";
}

// `keep` takes the lines below the header.
Result<TableSoFar> read_table(const std::string& path, const std::string& header,
                              const std::function<LinesSoFar(std::string_view)>& keep) {
  if (!std::filesystem::exists(path)) return TableSoFar{header, damage_of_missing(path), ""};
  const auto bytes = read_file_bytes(path);
  if (!bytes) return bytes.error();
  std::string_view lines = *bytes;
  if (!lines.starts_with(header))
    return Error{ErrorCode::kBadInput, fmt::format("cannot resume: {} {}; move it away to go on with a new one", path,
                                                   why_not_begun_so(lines, header, path))};
  lines.remove_prefix(header.size());
  if (lines.empty() && !header.empty()) return TableSoFar{header, "", ""};  // it was ended before its first line
  const LinesSoFar kept = keep(lines);
  return TableSoFar{header + kept.text, damage_of(path, kept), strangers_in(path, kept)};
}

}  // namespace

LinesSoFar lines_up_to(std::string_view lines, int last_frame, const FrameOfLine& frame_of) {
  const char* const begin = lines.data();
  std::vector<LineAt<int>> readable;
  LinesSoFar kept;
  for (std::size_t end; (end = lines.find('\n')) != std::string_view::npos; lines.remove_prefix(end + 1)) {
    const auto frame = frame_of(lines.substr(0, end));
    if (!frame) ++kept.left_out;
    if (frame && *frame <= last_frame) readable.push_back({*frame, lines.substr(0, end + 1)});
  }
  const std::vector<LineAt<int>> rising = longest_rising(readable);
  kept.left_out += static_cast<int>(readable.size() - rising.size());
  kept.first = !rising.empty() && rising.front().text.data() == begin ? rising.front().when : 0;
  int next = kept.first;
  for (const LineAt<int>& line : rising) {
    for (; next < line.when; ++next) kept.missing.push_back(next);
    kept.text += line.text;
    ++next;
  }
  for (; next <= last_frame; ++next) kept.missing.push_back(next);
  return kept;
}

std::optional<int> frame_of_stats(std::string_view line, double frames_per_second) {
  const auto object = read_json(line, "");
  if (!object || !object->find("time")) return std::nullopt;
  const auto frame = frame_at(object->number_or("time", -1.0), frames_per_second);
  return frame && object->number_or("frame", -1.0) == *frame ? frame : std::nullopt;
}

namespace {

// The first column of a whole line of numbers.
std::optional<double> time_of_numbers(std::string_view line, std::string_view header) {
  if (std::count(line.begin(), line.end(), ',') != std::count(header.begin(), header.end(), ',')) return std::nullopt;
  for (const std::string_view word : split(line, ','))
    if (!word.empty() && !number_in(word)) return std::nullopt;
  return number_in(line.substr(0, line.find(',')));
}

}  // namespace

std::optional<int> frame_of_numbers(std::string_view line, std::string_view header, double frames_per_second) {
  const std::optional<double> time = time_of_numbers(line, header);
  return time ? frame_at(*time, frames_per_second) : std::nullopt;
}

LinesSoFar lines_up_to_time(std::string_view lines, double time, std::string_view header) {
  std::vector<LineAt<double>> readable;
  LinesSoFar kept;
  for (std::size_t end; (end = lines.find('\n')) != std::string_view::npos; lines.remove_prefix(end + 1)) {
    const auto when = time_of_numbers(lines.substr(0, end), header);
    if (!when || *when < 0.0) ++kept.left_out;
    if (when && *when >= 0.0 && *when <= time) readable.push_back({*when, lines.substr(0, end + 1)});
  }
  const std::vector<LineAt<double>> rising = longest_rising(readable);
  kept.left_out += static_cast<int>(readable.size() - rising.size());
  for (const LineAt<double>& line : rising) kept.text += line.text;
  return kept;
}

std::vector<int> frames_without(std::string_view lines, ProbeClock clock, int last_frame, double frames_per_second) {
  if (lines.ends_with('\n')) lines.remove_suffix(1);
  if (const std::size_t end = lines.rfind('\n'); end != std::string_view::npos) lines.remove_prefix(end + 1);
  const auto time = number_in(lines.substr(0, lines.find(',')));
  constexpr double kRounding = 1e-6;  // of a frame
  int frame = time ? static_cast<int>(std::ceil(*time * frames_per_second - kRounding)) : -1;
  std::vector<int> frames;
  if (frame >= 0) clock.start_at(frame / frames_per_second, frame);
  while (++frame <= last_frame)
    if (clock.is_due(frame / frames_per_second, frame)) frames.push_back(frame);
  return frames;
}

TablesSoFar new_tables(const Scene& scene) {
  TablesSoFar tables{0, {}, {std::string(kMemoryHeader) + "\n", "", ""}, {}};
  for (const ProbeTable& table : probe_tables(scene)) tables.probes.push_back({table.header + "\n", "", ""});
  return tables;
}

namespace {

// Whether a run so far has gone on without a table of that name.
bool was_off(const Result<Scene>& so_far, const std::string& file) {
  if (!so_far) return false;
  const std::vector<ProbeTable> tables = probe_tables(*so_far);
  return std::none_of(tables.begin(), tables.end(), [&](const ProbeTable& table) { return table.file == file; });
}

}  // namespace

Result<TablesSoFar> read_tables(const RunFolder& folder, const Scene& scene, int frame, double time, bool is_behind) {
  TablesSoFar tables{frame, {}, {}, {}};
  const auto read = [&](TableSoFar& table, const std::string& path, const std::string& header,
                        const std::function<LinesSoFar(std::string_view)>& keep) -> Status {
    Result<TableSoFar> found = read_table(path, header, keep);
    if (!found) return found.error();
    table = std::move(*found);
    return Done{};
  };
  const auto read_frames = [&](TableSoFar& table, const std::string& path, const std::string& header) {
    const auto frame_of = [&](std::string_view line) { return frame_of_numbers(line, header, scene.time.fps); };
    return read(table, path, header + "\n",
                [&](std::string_view lines) { return lines_up_to(lines, frame, frame_of); });
  };
  const Result<Scene> so_far = read_own_scene(folder);
  const auto read_times = [&](TableSoFar& table, const std::string& path, const ProbeTable& of) {
    return read(table, path, of.header + "\n", [&](std::string_view lines) {
      LinesSoFar kept = lines_up_to_time(lines, time, of.header);
      if (is_behind || was_off(so_far, of.file))
        kept.missing = frames_without(kept.text, clock_of(of, scene), frame, scene.time.fps);
      return kept;
    });
  };
  const auto frame_of = [&](std::string_view line) { return frame_of_stats(line, scene.time.fps); };
  const auto keep_stats = [&](std::string_view lines) { return lines_up_to(lines, frame, frame_of); };
  if (Status done = read(tables.stats, folder.stats(), "", keep_stats); !done) return done.error();
  if (Status done = read_frames(tables.memory, folder.memory(), std::string(kMemoryHeader)); !done) return done.error();
  for (const ProbeTable& table : probe_tables(scene)) {
    TableSoFar& probes = tables.probes.emplace_back();
    const std::string path = folder.table(table.file);
    // One that is as the run wrote it may have had readings between the frames before.
    const bool is_by_frame = table.is_by_frame && !check_as_written(path);
    if (Status done = is_by_frame ? read_frames(probes, path, table.header) : read_times(probes, path, table); !done)
      return done.error();
  }
  return tables;
}

}  // namespace spindrift
