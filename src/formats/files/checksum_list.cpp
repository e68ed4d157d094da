#include "formats/files/checksum_list.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <utility>

#include "formats/files/atomic_file.h"

namespace spindrift {
namespace {

namespace fs = std::filesystem;

// Bytes of a file up to the end of its last whole line.
long long bytes_of_whole_lines(const std::string& path) {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "rb"), &std::fclose);
  if (!file || std::fseek(file.get(), 0, SEEK_END) != 0) return 0;
  long long bytes = std::ftell(file.get());
  for (; bytes > 0; --bytes)
    if (std::fseek(file.get(), static_cast<long>(bytes - 1), SEEK_SET) != 0 || std::fgetc(file.get()) == '\n') break;
  return std::max(bytes, 0LL);
}

}  // namespace

ChecksumList::ChecksumList(std::string folder) : folder_(std::move(folder)), identity_(identity_of(folder_)) {}

Result<ChecksumList> ChecksumList::open(const std::string& folder) {
  ChecksumList list(folder);
  std::string text(kChecksumListStart);
  text += line_of(std::string(kThisFolder) + std::string(kStamp), list.identity_) + "\n";
  std::error_code ignored;
  const auto older = read_checksums(folder);
  if (!older && fs::exists(folder + "/" + kChecksumListName, ignored))
    return Error{ErrorCode::kBadInput, older.error().message + "; move it away", older.error().place};
  if (older && older->damaged_line > 0)
    if (Status kept = list.set_aside(folder + "/" + kChecksumListName); !kept) return kept.error();
  if (older) {
    for (const auto& [path, sum] : older->files) {
      text += line_of(path, sum) + "\n";
      if (const auto stamp = older->stamps.find(path); stamp != older->stamps.end())
        text += line_of(path + std::string(kStamp), stamp->second) + "\n";
    }
    const auto is_there = [&](const std::string& path) {
      return fs::is_regular_file(fs::path(folder) / path, ignored);
    };
    for (const std::string& path : older->begun)
      if (is_there(path) || is_there(temporary_name(path)))
        text += line_of(path, older->files.contains(path) ? kReplaced : kBegun) + "\n";
    for (const auto& [path, sums] : older->so_far)
      for (const FileSum& sum : {sums.before, sums.now}) text += line_of(path + std::string(kSoFar), sum) + "\n";
  }
  const std::string file = folder + "/" + kChecksumListName;
  if (const auto written = write_file(file, text); !written) return written.error();
  return list;
}

Status ChecksumList::add_read(const std::string& path) {
  const auto sum = sum_of_file(path);
  if (!sum) return sum.error();
  return add(path, *sum);
}

Status ChecksumList::check_is_same_folder() const {
  if (identity_of(folder_) != identity_)
    return Error{ErrorCode::kRunFailed,
                 fmt::format("{} is another folder now, or none: it was moved, removed or linked elsewhere while files "
                             "were written into it; nothing was written there since",
                             folder_)};
  return Done{};
}

Status ChecksumList::set_aside_if_changed(const std::string& path) {
  if (Status same = check_is_same_folder(); !same) return same;
  std::error_code ignored;
  if (!fs::exists(fs::symlink_status(path, ignored))) return Done{};
  const auto table = read_checksums(folder_);
  if (!table) return Done{};
  const std::string inside = path_inside(path);
  if (table->knows(inside) && !is_changed(folder_, inside, *table)) return Done{};
  std::vector<std::string>& places = is_unproven(inside, *table) ? set_aside_->unproven : set_aside_->changed;
  const std::size_t before = places.size();
  if (Status kept = set_aside_to(path, places); !kept) return kept;
  if (table->begun.contains(inside) && places.size() > before) (*doubtful_)[inside] = places.back();
  return Done{};
}

// What kill -9 left without a sum has been set aside. If the run makes the same again, it was the run's.
void ChecksumList::drop_if_made_again(const std::string& inside, const FileSum& sum) {
  const auto found = doubtful_->find(inside);
  if (found == doubtful_->end() || sum == kBegun || sum == kReplaced) return;
  const std::string kept = found->second;
  doubtful_->erase(found);
  if (!check_as_written(folder_ + "/" + kept, sum)) return;
  std::error_code error;
  for (fs::path place(kept); !error && place.has_filename(); place = place.parent_path())
    fs::remove(fs::path(folder_) / place, error);  // the file, and folders that it leaves empty
  for (std::vector<std::string>* places : {&set_aside_->changed, &set_aside_->unproven}) std::erase(*places, kept);
}

Status ChecksumList::begin(const std::string& path) {
  if (Status kept = set_aside_if_changed(path); !kept) return kept;
  std::error_code ignored;
  return add(path, fs::exists(path, ignored) && find(path) ? kReplaced : kBegun);
}

Status ChecksumList::begin_table(const std::string& path) {
  if (Status kept = set_aside_if_changed(path); !kept) return kept;
  return add(path, kBegun);
}

Status ChecksumList::add_so_far(const std::map<std::string, FileSum>& tables) {
  std::string lines;
  for (const auto& [path, sum] : tables)
    lines += (lines.empty() ? "" : "\n") + line_of(path_inside(path) + std::string(kSoFar), sum);
  return lines.empty() ? Status(Done{}) : append(lines);
}

Status ChecksumList::begin_change(const std::string& path, const std::optional<FileSum>& was, const FileSum& will_be) {
  std::error_code ignored;
  if (!was) {
    if (Status kept = set_aside_if_changed(path); !kept) return kept;
  } else if (fs::exists(path, ignored) && !check_as_written(path, *was)) {
    if (Status kept = set_aside(path); !kept) return kept;
  }
  return add_so_far({{path, will_be}});
}

Status ChecksumList::set_aside(const std::string& path) { return set_aside_to(path, set_aside_->changed); }

Status ChecksumList::set_aside_to(const std::string& path, std::vector<std::string>& places) {
  std::error_code ignored;
  const fs::file_status found = fs::symlink_status(path, ignored);
  if (!fs::is_regular_file(found) && !fs::is_symlink(found)) return Done{};
  const auto kept = spindrift::set_aside(folder_, path_inside(path));
  if (!kept) return kept.error();
  places.push_back(*kept);
  return Done{};
}

SetAside ChecksumList::take_set_aside() { return std::exchange(*set_aside_, {}); }

Status ChecksumList::write(const std::string& path, std::string_view text) {
  if (Status begun = begin(path); !begun) return begun;
  const Result<FileSum> written = write_file(path, text);
  return written ? add(path, *written) : Status(written.error());
}

Status ChecksumList::remove(const std::string& path) {
  if (Status kept = set_aside_if_changed(path); !kept) return kept;
  std::error_code ignored;    // then there is one more than was asked for
  fs::remove(path, ignored);  // before it is forgotten: one that kill -9 left would be nobody's
  return forget(path);
}

Status ChecksumList::forget(const std::string& path) { return add(path, kGone); }

Status ChecksumList::add_damaged(const std::string& path) { return add(path, kDamagedBefore); }

std::optional<FileSum> ChecksumList::find(const std::string& path) const {
  const auto table = read_checksums(folder_);
  if (!table) return std::nullopt;
  const auto line = table->files.find(path_inside(path));
  return line == table->files.end() ? std::nullopt : std::optional(line->second);
}

bool ChecksumList::knows(const std::string& path) const {
  const auto table = read_checksums(folder_);
  return table && table->knows(path_inside(path));
}

bool ChecksumList::is_whole(const std::string& path) const {
  std::error_code ignored;
  if (!fs::is_regular_file(path, ignored)) return false;
  const auto written = find(path);
  return written && check_as_written(path, *written);
}

std::string ChecksumList::path_inside(const std::string& path) const {
  return fs::path(path).lexically_normal().lexically_relative(fs::path(folder_).lexically_normal()).generic_string();
}

Status ChecksumList::add(const std::string& path, const FileSum& sum) {
  const std::string inside = path_inside(path);
  (*added_)[inside] = {sum, stamp_of(folder_ + "/" + inside)};
  drop_if_made_again(inside, sum);
  std::string lines = line_of(inside, sum);
  if (const auto stamp = sum.hash != 0 ? stamp_of_data(folder_, inside) : std::nullopt)
    lines += "\n" + line_of(inside + std::string(kStamp), *stamp);
  return append(lines);
}

Status ChecksumList::append(const std::string& text) {
  if (Status same = check_is_same_folder(); !same) return same;
  const std::string file = folder_ + "/" + kChecksumListName;
  const long long kept = bytes_of_whole_lines(file);
  Result<LineFile> lines = LineFile::reopen(file, kept);
  if (!lines) return lines.error();
  const std::string start = kept == 0 ? std::string(kChecksumListStart) : "";
  return lines->append(start + text);
}

Status ChecksumList::check_are_there() const {
  const auto table = read_checksums(folder_);
  std::string names;
  int wrong = 0;
  for (const auto& [path, added] : *added_) {
    const FileSum& sum = added.sum;
    if (sum == kBegun || sum == kReplaced || sum == kGone) continue;
    std::error_code error;
    const std::string file = folder_ + "/" + path;
    const bool is_untouched = added.stamp && stamp_of(file) == added.stamp;
    const bool is_there =
        fs::is_regular_file(file, error) && (sum == kDamagedBefore || is_untouched || check_as_written(file, sum));
    const bool is_listed = table && table->files.contains(path) && table->files.at(path) == sum;
    if (is_there && is_listed) continue;
    constexpr int kNamed = 5;
    if (++wrong <= kNamed) names += fmt::format(" {}{}", path, is_there ? " (in its list)" : "");
    if (wrong == kNamed + 1) names += " ...";
  }
  if (wrong == 0) return Done{};
  return Error{
      ErrorCode::kRunFailed,
      fmt::format("{} of the files in {} were removed or changed while the run went on:{}", wrong, folder_, names)};
}

}  // namespace spindrift
