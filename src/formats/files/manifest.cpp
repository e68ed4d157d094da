#include "formats/files/manifest.h"

#include <fmt/format.h>

#include <cerrno>
#include <charconv>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>

#include "formats/files/files.h"

namespace spindrift {
namespace {

namespace fs = std::filesystem;

bool parse_line(std::string_view line, ListedFiles& files) {
  const std::size_t first = line.find(' '), second = line.find(' ', first + 1);
  if (first == std::string_view::npos || second == std::string_view::npos || second + 1 == line.size()) return false;
  const std::string_view hash = line.substr(0, first), bytes = line.substr(first + 1, second - first - 1);
  std::optional<FileSum>& entry = files[std::string(line.substr(second + 1))];
  entry.reset();
  if (hash == "-" && bytes == "-") return true;
  const auto read = [](std::string_view word, std::uint64_t& number, int base) {
    const auto [end, failure] = std::from_chars(word.data(), word.data() + word.size(), number, base);
    return failure == std::errc() && end == word.data() + word.size();
  };
  FileSum sum;
  if (!read(hash, sum.hash, 16) || !read(bytes, sum.bytes, 10)) return false;
  entry = sum;
  return true;
}

// Piece by piece: files may be larger than the memory.
Result<FileSum> sum_of_file(const std::string& path) {
  const auto fail = [&] { return refuse(path, std::string("cannot read this file: ") + std::strerror(errno)); };
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "rb"), &std::fclose);
  if (!file) return fail();
  std::setvbuf(file.get(), nullptr, _IONBF, 0);
  std::string piece(std::size_t{1} << 18, '\0');
  Checksum sum;
  while (const std::size_t read = std::fread(piece.data(), 1, piece.size(), file.get())) sum.add(piece.data(), read);
  if (std::ferror(file.get()) != 0) return fail();
  return sum.file_sum();
}

}  // namespace

Result<ListedFiles> parse_manifest(std::string_view bytes, const std::string& file) {
  if (!bytes.starts_with(kManifestStart)) return refuse(file, 1, "this is not a list of checksums of this version");
  ListedFiles files;
  bytes.remove_prefix(kManifestStart.size());
  int line = 2;
  for (std::size_t end; (end = bytes.find('\n')) != std::string_view::npos; bytes.remove_prefix(end + 1), ++line)
    if (!parse_line(bytes.substr(0, end), files)) return refuse(file, line, "this line is damaged");
  return files;
}

Result<ListedFiles> read_manifest(const std::string& folder) {
  const std::string file = folder + "/" + kManifestName;
  const auto bytes = read_file_bytes(file);
  if (!bytes) return bytes.error();
  return parse_manifest(*bytes, file);
}

Status check_sum(const std::string& path, const FileSum& written) {
  std::error_code ignored;
  if (const std::uint64_t bytes = fs::file_size(path, ignored); bytes != written.bytes)
    return refuse(
        path, fmt::format("this file is damaged: it {}, has {} bytes and was written with {}",
                          bytes < written.bytes ? "is truncated or was replaced" : "has grown or was replaced", bytes,
                          written.bytes));
  const Result<FileSum> found = sum_of_file(path);
  if (!found) return found.error();
  if (*found == written) return Done{};
  return refuse(path, "this file is damaged: its checksum is not the one it was written with");
}

Status check_listed(const std::string& path) {
  std::error_code ignored;
  const fs::path whole = fs::absolute(path, ignored).lexically_normal(), above = whole.parent_path();
  for (const fs::path& folder : {above, above.parent_path()}) {
    if (!fs::is_regular_file(folder / kManifestName, ignored)) continue;
    const auto files = read_manifest(folder.string());
    if (!files) continue;
    const auto entry = files->find(whole.lexically_relative(folder).generic_string());
    if (entry != files->end()) return entry->second ? check_sum(path, *entry->second) : Status(Done{});
  }
  return Done{};
}

Result<Manifest> Manifest::open(const std::string& folder) {
  const std::string file = folder + "/" + kManifestName;
  std::error_code ignored;
  if (!fs::exists(fs::symlink_status(file, ignored)))
    if (const auto written = write_file(file, kManifestStart); !written) return written.error();
  const auto bytes = read_file_bytes(file);
  if (!bytes) return bytes.error();
  auto files = parse_manifest(*bytes, file);
  if (!files) {
    Error error = files.error();
    error.message += "; move the file away";
    return error;
  }
  Result<LineFile> lines = LineFile::open(file, static_cast<std::int64_t>(bytes->rfind('\n') + 1));
  if (!lines) return lines.error();
  return Manifest(folder, std::move(*files), std::move(*lines));
}

std::string Manifest::inside(const std::string& path) const {
  return fs::path(path).lexically_normal().lexically_relative(fs::path(folder_).lexically_normal()).generic_string();
}

Status Manifest::enter(const std::string& path, const std::optional<FileSum>& sum) {
  const std::string name = inside(path);
  if (const auto known = files_.find(name); known != files_.end() && known->second == sum) return Done{};
  const std::string line =
      sum ? fmt::format("{:016x} {} {}", sum->hash, sum->bytes, name) : fmt::format("- - {}", name);
  if (Status written = lines_.append(line); !written) return written;
  files_[name] = sum;
  return Done{};
}

Status Manifest::add_read(const std::string& path) {
  const auto sum = sum_of_file(path);
  return sum ? add(path, *sum) : Status(sum.error());
}

Status Manifest::write(const std::string& path, std::string_view text) {
  const auto written = write_by(path, [&] { return write_file(path, text); });
  return written ? Status(Done{}) : Status(written.error());
}

std::optional<FileSum> Manifest::find(const std::string& path) const {
  const auto entry = files_.find(inside(path));
  return entry == files_.end() ? std::nullopt : entry->second;
}

}  // namespace spindrift
