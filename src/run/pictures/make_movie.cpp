#include "run/pictures/make_movie.h"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>

#include "output/frame_names.h"
#include "run/pictures/movie.h"

namespace spindrift {
namespace {

namespace fs = std::filesystem;

// `64 x 48`, by the first bytes of a PNG file, which hold its size.
std::string size_of_picture(const std::string& file) {
  std::string bytes(24, '\0');
  std::ifstream(file, std::ios::binary).read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  const auto number_at = [&](std::size_t at) {
    unsigned value = 0;
    for (std::size_t i = at; i < at + 4; ++i) value = value << 8 | static_cast<unsigned char>(bytes[i]);
    return value;
  };
  return fmt::format("{} x {}", number_at(16), number_at(20));
}

std::vector<std::string> missing_pictures(const RunFolder& folder) {
  const std::string inside = "frames/";
  std::vector<std::string> missing;
  const auto known = read_manifest(folder.path());
  if (!known) return missing;
  std::error_code ignored;
  for (auto entry = known->lower_bound(inside); entry != known->end() && entry->first.starts_with(inside); ++entry)
    if (!fs::exists(folder.path() + "/" + entry->first, ignored)) missing.push_back(entry->first);
  return missing;
}

// What to say if there can be no new movie of these pictures.
std::string why_no_movie(const RunFolder& folder, const std::vector<std::string>& pictures, const Manifest& manifest) {
  const bool has_older = fs::exists(folder.movie());
  if (!has_ffmpeg())
    return fmt::format("no {}movie, because ffmpeg is not installed (apt-get install ffmpeg); the pictures are there",
                       has_older ? "new " : "");
  if (has_older && !manifest.knows(folder.movie()))
    return fmt::format("no movie, because {} is not one that Spindrift has made; move it away", folder.movie());
  if (const std::vector<std::string> missing = missing_pictures(folder); has_older && !missing.empty())
    return fmt::format("no new movie, because pictures of the one that is there are missing ({}); draw them with "
                       "`spindrift render {}`, or remove {} for a movie without them",
                       names_text(missing), folder.path(), folder.movie());
  const std::string usual = size_of_picture(pictures.front());
  for (const std::string& picture : pictures)
    if (const std::string size = size_of_picture(picture); size != usual)
      return fmt::format("no new movie, because the pictures in frames/ have different sizes: {} has {} pixels, {} has "
                         "{}; draw all frames alike for one",
                         folder.relative(pictures.front()), usual, folder.relative(picture), size);
  return "";
}

}  // namespace

int frames_between(const std::vector<std::string>& pictures) {
  int least = 0, before = -1;
  for (const std::string& picture : pictures) {
    const int frame = frame_of(picture);
    if (before >= 0 && (least == 0 || frame - before < least)) least = frame - before;
    before = frame;
  }
  return std::max(1, least);
}

std::string gaps_between(const std::vector<std::string>& pictures) {
  const int every = frames_between(pictures);
  std::vector<std::string> gaps;
  int before = -1;
  for (const std::string& picture : pictures) {
    const int frame = frame_of(picture);
    const int first = before + every, last = frame - 1;
    if (before >= 0 && first <= last)
      gaps.push_back(first == last ? std::to_string(first) : fmt::format("{}..{}", first, last));
    before = frame;
  }
  if (gaps.empty()) return "";
  return (gaps.size() == 1 && gaps[0].find('.') == std::string::npos ? "frame " : "frames ") + names_text(gaps);
}

Result<Movie> make_movie(const RunFolder& folder, const Scene& scene, const std::vector<std::string>& pictures,
                         Manifest& manifest, RunWatcher& watcher) {
  if (!scene.output.movie || pictures.empty()) return Movie::kNone;
  if (const std::string why = why_no_movie(folder, pictures, manifest); !why.empty()) {
    watcher.warning(why);
    return Movie::kNone;
  }
  if (const std::string gaps = gaps_between(pictures); !gaps.empty())
    watcher.warning(fmt::format("the movie jumps, because there are no pictures of {}", gaps));
  // A run that was stopped gets the movie of what it has; a wish to stop from now on means this.
  const bool was_interrupted = watcher.should_stop();
  const auto is_stopped = [&] { return !was_interrupted && watcher.should_stop(); };
  const std::optional<FileSum> older = manifest.find(folder.movie());
  if (Status begun = manifest.begin(folder.movie()); !begun) return begun.error();
  const Status made = write_movie(folder.movie(), pictures, scene.time.fps / frames_between(pictures), is_stopped);
  if (made) {
    if (Status listed = manifest.add_read(folder.movie()); !listed) return listed.error();
    return Movie::kMade;
  }
  if (older)  // which is still there
    if (Status listed = manifest.add(folder.movie(), *older); !listed) return listed.error();
  if (!is_stopped()) return made.error();
  watcher.warning("interrupted while the movie was made; there is no new one, but all pictures");
  return Movie::kInterrupted;
}

}  // namespace spindrift
