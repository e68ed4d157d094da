#include "formats/checkpoints/checkpoint_file.h"

#include <fmt/format.h>

#include <bit>
#include <charconv>
#include <cstdint>
#include <cstring>

#include "base/no_throw.h"
#include "formats/files/atomic_file.h"
#include "formats/files/checksum.h"
#include "formats/files/files.h"
#include "spindrift/files.h"
#include "spindrift/version.h"

namespace spindrift {
namespace {

static_assert(std::endian::native == std::endian::little, "numbers are copied as they lie in memory");

constexpr std::string_view kMagic = "spindrift checkpoint ";
constexpr std::size_t kLongestFirstLine = 200, kTypeBytes = 2;

template <class T>
void append(std::string& out, T value) {
  out.append(reinterpret_cast<const char*>(&value), sizeof value);
}

std::string section_head(const Section& section) {
  std::string head;
  append(head, static_cast<std::uint32_t>(section.name.size()));
  head += section.name;
  head += section.type;
  append(head, static_cast<std::uint64_t>(section.bytes.size()));
  return head;
}

// Takes numbers and bytes from the front; `is_whole` turns false when there are not enough left.
class ByteSource {
 public:
  explicit ByteSource(std::string_view bytes) : rest_(bytes) {}

  std::string_view take(std::uint64_t bytes) {
    if (bytes > rest_.size()) {
      is_whole_ = false;
      rest_ = {};
      return {};
    }
    const std::string_view taken = rest_.substr(0, bytes);
    rest_.remove_prefix(bytes);
    return taken;
  }
  template <class T>
  T number() {
    T value{};
    const std::string_view bytes = take(sizeof value);
    if (is_whole_) std::memcpy(&value, bytes.data(), sizeof value);
    return value;
  }
  bool is_whole() const { return is_whole_; }
  bool is_empty() const { return rest_.empty(); }

 private:
  std::string_view rest_;
  bool is_whole_ = true;
};

Error damaged(const std::string& path, const std::string& why) {
  return {ErrorCode::kBadInput, "this checkpoint is damaged: " + why, {path}};
}

// `spindrift checkpoint <format> (spindrift 0.1.0)` at the very start: readable by every version, with the eye too.
Result<std::string> read_first_line(std::string_view bytes, const std::string& path, std::size_t& end) {
  if (!bytes.starts_with(kMagic)) {
    if (kMagic.starts_with(bytes)) return damaged(path, "it ends too early");
    return Error{ErrorCode::kBadInput, "this is not a checkpoint of Spindrift", {path}};
  }
  end = bytes.substr(0, kLongestFirstLine).find('\n');
  if (end == std::string_view::npos) return damaged(path, "its first line has no end");
  const std::string_view line = bytes.substr(kMagic.size(), end - kMagic.size());
  int format = 0;
  const auto [after, failure] = std::from_chars(line.data(), line.data() + line.size(), format);
  std::string_view rest = line.substr(static_cast<std::size_t>(after - line.data()));
  if (failure != std::errc() || !rest.starts_with(" (") || !rest.ends_with(")"))
    return damaged(path, "its first line makes no sense");
  rest = rest.substr(2, rest.size() - 3);
  for (const char c : rest)
    if (c < ' ' || c > '~') return damaged(path, "its first line makes no sense");
  if (format != kCheckpointFormat)
    return Error{ErrorCode::kBadInput,
                 fmt::format("this checkpoint has format {}, written by {}; this program reads format {}", format, rest,
                             kCheckpointFormat),
                 {path}};
  return std::string(rest);
}

Result<Checkpoint> read_sections(std::string_view body, const std::string& path) {
  ByteSource source(body);
  Checkpoint checkpoint;
  while (source.is_whole() && !source.is_empty()) {
    Section section;
    section.name = source.take(source.number<std::uint32_t>());
    section.type = source.take(kTypeBytes);
    const std::string_view data = source.take(source.number<std::uint64_t>());
    const auto* begin = reinterpret_cast<const std::byte*>(data.data());
    section.bytes.assign(begin, begin + data.size());
    checkpoint.sections.push_back(std::move(section));
  }
  if (!source.is_whole()) return damaged(path, "its sections do not fit into it");
  return checkpoint;
}

Result<FileSum> write_sections(const std::string& path, const Checkpoint& checkpoint) {
  for (const Section& section : checkpoint.sections)
    if (section.type.size() != kTypeBytes)
      return Error{ErrorCode::kBadInput, fmt::format("the section '{}' has no type of two letters", section.name)};
  Result<AtomicFile> file = AtomicFile::create(path);
  if (!file) return file.error();
  std::uint64_t body_bytes = 0;
  for (const Section& section : checkpoint.sections) body_bytes += section_head(section).size() + section.bytes.size();
  std::string head = fmt::format("{}{} (spindrift {})\n", kMagic, kCheckpointFormat, version());
  append(head, body_bytes);
  if (Status written = file->write(head); !written) return written.error();
  for (const Section& section : checkpoint.sections) {
    const std::string section_start = section_head(section);
    if (Status written = file->write(section_start); !written) return written.error();
    if (Status written = file->write(section.bytes.data(), section.bytes.size()); !written) return written.error();
  }
  const std::uint64_t sum = file->sum().hash;
  if (Status written = file->write(&sum, sizeof sum); !written) return written.error();
  return file->commit_durably();
}

Result<Checkpoint> read_sections_of(const std::string& path) {
  const auto bytes = read_file_bytes(path);
  if (!bytes) return bytes.error();
  auto file = parse_checkpoint(*bytes, path);
  if (!file) return file.error();
  return std::move(file->content);
}

}  // namespace

Result<FileSum> write_checkpoint_file(const std::string& path, const Checkpoint& checkpoint) {
  return no_throw("writing a checkpoint", [&] { return write_sections(path, checkpoint); });
}

Status write_checkpoint(const std::string& path, const Checkpoint& checkpoint) {
  const auto written = write_checkpoint_file(path, checkpoint);
  return written ? Status(Done{}) : written.error();
}

Result<Checkpoint> read_checkpoint(const std::string& path) {
  return no_throw("reading a checkpoint", [&] { return read_sections_of(path); });
}

Result<CheckpointFile> parse_checkpoint(std::string_view bytes, const std::string& path) {
  std::size_t line_end = 0;
  auto program = read_first_line(bytes, path, line_end);
  if (!program) return program.error();
  ByteSource source(bytes.substr(line_end + 1));
  const auto body_bytes = source.number<std::uint64_t>();
  const std::string_view body = source.take(body_bytes);
  [[maybe_unused]] const auto sum = source.number<std::uint64_t>();
  if (!source.is_whole()) return damaged(path, "it ends too early");
  if (!source.is_empty()) return damaged(path, "something follows its end");
#ifndef SPINDRIFT_FUZZ  // no fuzzer guesses it
  if (checksum(bytes.substr(0, bytes.size() - sizeof sum)) != sum)
    return damaged(path, "its checksum does not fit its content");
#endif
  auto content = read_sections(body, path);
  if (!content) return content.error();
  return CheckpointFile{std::move(*program), std::move(*content)};
}

}  // namespace spindrift
