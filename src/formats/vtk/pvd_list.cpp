#include "formats/vtk/pvd_list.h"

#include <fmt/format.h>

#include <filesystem>
#include <string_view>
#include <utility>

#include "formats/files/atomic_file.h"
#include "formats/files/file_bytes.h"

namespace spindrift {
namespace {

constexpr std::string_view kStart =
    "<?xml version=\"1.0\"?>\n<VTKFile type=\"Collection\" version=\"1.0\" byte_order=\"LittleEndian\">\n"
    "<Collection>\n";
constexpr std::string_view kEndOfList = "</Collection>\n</VTKFile>\n";

}  // namespace

PvdList::PvdList(std::string path) : path_(std::move(path)), text_(kStart) {}

bool PvdList::is_empty() const { return text_.size() == kStart.size(); }

Status PvdList::add(double time, const std::string& file) {
  const std::string line = fmt::format("<DataSet timestep=\"{}\" part=\"0\" file=\"{}\"/>\n", time, file);
  const std::size_t end = text_.size();
  text_ += line;
  if (is_replaced()) {  // it is set aside when the list is closed, which has all lines then
    room_ = 0;
    return Done{};
  }
  const Status written = line.size() <= room_ ? fill_room(end) : write_with_room(text_.size());
  if (!written) text_.resize(end);
  return written;
}

// With what the text has from `begin` on.
Status PvdList::fill_room(std::size_t begin) {
  const std::string_view line = std::string_view(text_).substr(begin);
  if (Status written = overwrite(path_, begin, line); !written) return written;
  room_ -= line.size();
  return Done{};
}

Status PvdList::write_with_room(std::size_t room) {
  const auto written = write_file(path_, text_ + std::string(room, ' ') + std::string(kEndOfList));
  if (!written) return written.error();
  room_ = room;
  is_begun_ = true;
  return Done{};
}

bool PvdList::is_replaced() const {
  std::error_code ignored;
  return is_begun_ && std::filesystem::exists(path_, ignored) && !is_pvd_list(path_);
}

bool is_pvd_list(const std::string& path) {
  const auto bytes = read_file_bytes(path);
  if (!bytes || !bytes->starts_with(kStart) || !bytes->ends_with(kEndOfList)) return false;
  std::string_view lines = *bytes;
  lines.remove_prefix(kStart.size());
  lines.remove_suffix(kEndOfList.size());
  const auto is_data_set = [](std::string_view line) {
    return line.starts_with("<DataSet timestep=\"") && line.ends_with("\"/>") &&
           line.find("\" part=\"0\" file=\"") != std::string_view::npos && line.find('>') == line.size() - 1;
  };
  // Blanks, or as much of a line as there was time or room for: its first letter comes last.
  const auto is_room = [](std::string_view text) {
    constexpr std::string_view kBegin = " DataSet timestep=\"";
    text = text.substr(0, text.find_last_not_of(' ') + 1);
    return text.starts_with(kBegin) || kBegin.starts_with(text);
  };
  for (std::size_t end; (end = lines.find('\n')) != std::string_view::npos; lines.remove_prefix(end + 1))
    if (!is_data_set(lines.substr(0, end)) && !is_room(lines.substr(0, end))) return false;
  return is_room(lines);
}

Result<FileSum> PvdList::close() {
  room_ = 0;
  return write_file(path_, text_ + std::string(kEndOfList));
}

}  // namespace spindrift
