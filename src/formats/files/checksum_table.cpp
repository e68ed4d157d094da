#include "formats/files/checksum_table.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <memory>

#include "formats/files/file_bytes.h"
#include "formats/files/refuse.h"

namespace spindrift {
namespace {

namespace fs = std::filesystem;

std::uint32_t check_of(std::string_view text) { return static_cast<std::uint32_t>(checksum(text)); }

// Takes a number and the blank behind it from the front; false if there is none.
template <class Number>
bool take_number(std::string_view& text, Number& number, int base) {
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), number, base);
  if (failure != std::errc() || end == text.data() + text.size() || *end != ' ') return false;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()) + 1);
  return true;
}

bool take_line(std::string_view line, ChecksumTable& table) {
  std::uint32_t check = 0;
  FileSum sum;
  std::string_view rest = line;
  if (!take_number(rest, check, 16) || !take_number(rest, sum.hash, 16) || !take_number(rest, sum.bytes, 10))
    return false;
  if (rest.empty() || line != line_of(std::string(rest), sum)) return false;
  std::string path(rest);
  if (path.ends_with(kStamp)) {
    path.resize(path.size() - kStamp.size());
    table.stamps[path] = sum;
    return true;
  }
  if (path.ends_with(kSoFar)) {
    path.resize(path.size() - kSoFar.size());
    const auto [known, is_first] = table.so_far.try_emplace(path, SumsSoFar{sum, sum});
    if (!is_first) known->second = {known->second.now, sum};
    const auto whole = table.files.find(path);
    if (whole != table.files.end() && whole->second == kDamagedBefore) return true;
    if (whole != table.files.end()) {
      known->second.before = whole->second;
      table.files.erase(whole);
    }
    table.begun.insert(path);
    return true;
  }
  if (sum == kReplaced) {
    table.begun.insert(path);
    return true;
  }
  table.so_far.erase(path);
  table.stamps.erase(path);
  if (sum == kBegun || sum == kGone) {
    table.files.erase(path);
    table.begun.erase(path);
    if (sum == kBegun) table.begun.insert(path);
  } else {
    table.files[path] = sum;
    table.begun.erase(path);
  }
  return true;
}

// What a list says of a file.
struct Written {
  std::optional<FileSum> sum;
  std::optional<SumsSoFar> so_far;
  bool is_replaced = false;  // or is about to be: nothing is known of it then
};
Written written_in(const ChecksumTable& table, const std::string& inside) {
  Written written;
  if (const auto line = table.files.find(inside); line != table.files.end()) written.sum = line->second;
  if (const auto line = table.so_far.find(inside); line != table.so_far.end()) written.so_far = line->second;
  written.is_replaced = table.begun.contains(inside);
  return written;
}

// The same of the list that may know the file: files lie in the run's folder, or in one below it.
Written written_of(const std::string& path) {
  std::error_code ignored;
  const fs::path whole = fs::absolute(path, ignored).lexically_normal(), above = whole.parent_path();
  for (const fs::path& folder : {above, above.parent_path()}) {
    if (!fs::is_regular_file(folder / kChecksumListName, ignored)) continue;
    const auto table = read_checksums(folder.string());
    const std::string inside = whole.lexically_relative(folder).generic_string();
    if (table && table->knows(inside)) return written_in(*table, inside);
  }
  return {};
}

// What may have become of a text, as an editor or a transfer leaves it; empty if it has not.
std::string note_on_line_ends(const std::string& path) {
  std::string line(4096, '\0');
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "rb"), &std::fclose);
  if (!file) return "";
  line.resize(std::fread(line.data(), 1, line.size(), file.get()));
  const std::size_t end = line.find('\n');
  const bool is_text = end != std::string::npos && end > 0 && line.find('\0') == std::string::npos;
  return is_text && line[end - 1] == '\r' ? " (its lines end with CR LF now, and were written with LF)" : "";
}

// `find_sum` is asked for if the file has the right length.
template <class FindSum>
Status compare(const std::string& path, const FileSum& written, std::uint64_t bytes, const FindSum& find_sum) {
  if (written == kDamagedBefore)
    return refuse(path, 0, "this file is damaged: it was so when the run went on, and lines of it are lost or changed");
  if (bytes != written.bytes)
    return refuse(path, 0,
                  fmt::format("this file is damaged: it {}, has {} bytes and was written with {}{}",
                              bytes < written.bytes ? "is truncated or was replaced" : "has grown or was replaced",
                              bytes, written.bytes, note_on_line_ends(path)));
  const Result<FileSum> found = find_sum();
  if (!found) return found.error();
  if (*found == written) return Done{};
  return refuse(path, 0, "this file is damaged: its checksum is not the one it was written with");
}

}  // namespace

std::string line_of(const std::string& path, const FileSum& sum) {
  const std::string text = fmt::format("{:016x} {} {}", sum.hash, sum.bytes, path);
  return fmt::format("{:08x} {}", check_of(text), text);
}

// Piece by piece: files may be larger than the memory.
Result<FileSum> sum_of_file(const std::string& path, std::uint64_t bytes) {
  const auto fail = [&] { return refuse(path, 0, std::string("cannot read this file: ") + std::strerror(errno)); };
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "rb"), &std::fclose);
  if (!file) return fail();
  std::setvbuf(file.get(), nullptr, _IONBF, 0);
  std::string piece(std::size_t{1} << 18, '\0');
  Checksum sum;
  while (bytes > 0) {
    const std::size_t wanted = static_cast<std::size_t>(std::min<std::uint64_t>(bytes, piece.size()));
    const std::size_t read = std::fread(piece.data(), 1, wanted, file.get());
    sum.add(piece.data(), read);
    bytes = read < wanted ? 0 : bytes - read;
  }
  if (std::ferror(file.get()) != 0) return fail();
  return sum.file_sum();
}

Status check_as_written(const std::string& path, const FileSum& written) {
  std::error_code ignored;
  return compare(path, written, fs::file_size(path, ignored), [&] { return sum_of_file(path); });
}

Status check_so_far(const std::string& path, const SumsSoFar& written) {
  std::error_code ignored;
  const std::uint64_t bytes = fs::file_size(path, ignored);
  if (bytes == written.before.bytes && check_as_written(path, written.before)) return Done{};
  const bool is_complete = bytes >= written.now.bytes;
  const FileSum known = is_complete ? written.now : written.before;
  return compare(path, known, is_complete ? bytes : std::min(bytes, known.bytes),
                 [&] { return sum_of_file(path, known.bytes); });
}

Result<ChecksumTable> parse_checksums(std::string_view bytes, const std::string& file) {
  if (!bytes.starts_with(kChecksumListStart))
    return refuse(file, 1, "this is no list of checksums" + note_on_line_ends(file));
  ChecksumTable table;
  bytes.remove_prefix(kChecksumListStart.size());
  for (int line = 2; !bytes.empty(); ++line) {
    const std::size_t end = bytes.find('\n');
    table.is_cut = end == std::string_view::npos;
    if (table.is_cut) break;
    if (!take_line(bytes.substr(0, end), table) && table.damaged_line == 0) table.damaged_line = line;
    bytes.remove_prefix(end + 1);
  }
  return table;
}

Result<ChecksumTable> read_checksums(const std::string& folder) {
  const std::string file = folder + "/" + kChecksumListName;
  const auto bytes = read_file_bytes(file);
  if (!bytes) return bytes.error();
  return parse_checksums(*bytes, file);
}

FileSum identity_of(const std::string& folder) {
  struct stat found{};
  if (::stat(folder.c_str(), &found) != 0) return {};
  return {static_cast<std::uint64_t>(found.st_dev), static_cast<std::uint64_t>(found.st_ino)};
}

bool is_a_copy(const std::string& folder) {
  const auto table = read_checksums(folder);
  if (!table) return false;
  const auto written_for = table->stamps.find(kThisFolder);
  return written_for != table->stamps.end() && written_for->second.bytes != identity_of(folder).bytes;
}

std::optional<FileSum> stamp_of(const std::string& path) {
  struct stat found{};
  if (::lstat(path.c_str(), &found) != 0 || !S_ISREG(found.st_mode)) return std::nullopt;
  constexpr std::uint64_t kSecond = 1'000'000'000;
  const auto seconds = static_cast<std::uint64_t>(found.st_ctim.tv_sec);
  return FileSum{seconds * kSecond + static_cast<std::uint64_t>(found.st_ctim.tv_nsec),
                 static_cast<std::uint64_t>(found.st_ino)};
}

std::optional<FileSum> stamp_of_data(const std::string& folder, const std::string& file) {
  const fs::path inside(file);
  if (!inside.has_parent_path() || inside.parent_path() == "frames") return std::nullopt;
  return stamp_of((fs::path(folder) / inside).string());
}

namespace {

// Whether a table that kill -9 cut off ends with a whole line that it may have from somebody: a line that was being
// added has no end.
bool has_doubtful_end(const std::string& path, const SumsSoFar& written) {
  std::error_code ignored;
  const std::uint64_t bytes = fs::file_size(path, ignored);
  if (bytes <= written.before.bytes || bytes >= written.now.bytes) return false;
  std::ifstream file(path, std::ios::binary);
  char last = 0;
  return file.seekg(-1, std::ios::end) && file.get(last) && last == '\n';
}

}  // namespace

// One that was found damaged before has been told of, and is nobody's wish.
bool is_changed(const std::string& folder, const std::string& file, const ChecksumTable& table) {
  const Written written = written_in(table, file);
  const std::string path = folder + "/" + file;
  std::error_code ignored;
  if (!table.knows(file)) return false;
  if (fs::is_symlink(path, ignored)) return true;  // its target is not to be written, and it would be lost
  if (!fs::is_regular_file(path, ignored)) return false;
  if (written.so_far) return !check_so_far(path, *written.so_far) || has_doubtful_end(path, *written.so_far);
  if (!written.sum) return true;
  return *written.sum != kDamagedBefore && !check_as_written(path, *written.sum);
}

bool is_unproven(const std::string& file, const ChecksumTable& table) {
  return table.begun.contains(file) && !table.so_far.contains(file) && !table.files.contains(file);
}

std::vector<std::string> changed_files(const std::string& folder, const std::vector<std::string>& files) {
  std::vector<std::string> changed;
  const auto known = read_checksums(folder);
  if (!known) return changed;
  for (const std::string& file : files) {
    if (file == kChecksumListName && known->damaged_line > 0) changed.push_back(file);
    const auto stamp = known->stamps.find(file);
    if (stamp != known->stamps.end() && stamp_of_data(folder, file) == stamp->second) continue;
    if (is_changed(folder, file, *known)) changed.push_back(file);
  }
  return changed;
}

Status check_as_written(const std::string& path) {
  const Written written = written_of(path);
  if (written.is_replaced && !written.so_far) return Done{};
  if (written.sum) return check_as_written(path, *written.sum);
  return written.so_far ? check_so_far(path, *written.so_far) : Status(Done{});
}

Result<std::string> read_as_written(const std::string& path) {
  const Written line = written_of(path);
  const std::optional<FileSum> written = line.sum;
  Result<std::string> bytes = read_file_bytes(path);
  if (!bytes || !written || line.is_replaced) return bytes;
  const auto sum_of_bytes = [&] { return Result<FileSum>(FileSum{checksum(*bytes), bytes->size()}); };
  if (Status whole = compare(path, *written, bytes->size(), sum_of_bytes); !whole) return whole.error();
  return bytes;
}

Result<FileInfo> checksums_info(std::string_view bytes, const std::string& file) {
  const auto table = parse_checksums(bytes, file);
  if (!table) return table.error();
  if (table->damaged_line > 0) return refuse(file, table->damaged_line, "this line is damaged");
  if (table->is_cut) return refuse(file, 0, "the last line is cut off");
  FileInfo info{"checksums of a run's files", {}};
  std::uint64_t sum = 0;
  for (const auto& [path, written] : table->files) sum += written == kDamagedBefore ? 0 : written.bytes;
  info.add("files", fmt::format("{}", table->files.size()));
  info.add("written", fmt::format("{} bytes", sum));
  return info;
}

}  // namespace spindrift
