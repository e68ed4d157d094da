#include "formats/vtk/pvd_list.h"

#include <fmt/format.h>

#include <string_view>
#include <utility>

#include "formats/files/atomic_file.h"

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
  return Done{};
}

Result<FileSum> PvdList::close() {
  room_ = 0;
  return write_file(path_, text_ + std::string(kEndOfList));
}

}  // namespace spindrift
