#include "formats/vtk/pvd_list.h"

#include <fmt/format.h>

#include <filesystem>
#include <string_view>
#include <utility>

#include "formats/files/atomic_file.h"

namespace spindrift {
namespace {

constexpr std::string_view kStart =
    "<?xml version=\"1.0\"?>\n<VTKFile type=\"Collection\" version=\"1.0\" byte_order=\"LittleEndian\">\n"
    "<Collection>\n";
constexpr std::string_view kEndOfList = "</Collection>\n</VTKFile>\n";

Status write_whole(const std::string& path, const std::string& text) {
  const auto written = write_file(path, text);
  return written ? Status(Done{}) : written.error();
}

}  // namespace

PvdList::PvdList(std::string path) : path_(std::move(path)), text_(kStart) {}

bool PvdList::is_empty() const { return text_.size() == kStart.size(); }

void PvdList::add_earlier(double time, const std::string& file) {
  text_ += fmt::format("<DataSet timestep=\"{}\" part=\"0\" file=\"{}\"/>\n", time, file);
  room_ = 0;
}

Status PvdList::add(double time, const std::string& file, const BeforeChange& before) {
  const std::size_t begin = text_.size(), room = room_;
  add_earlier(time, file);
  const std::size_t line = text_.size() - begin;
  room_ = line <= room ? room - line : text_.size();
  const Status written = line <= room ? fill_room(begin, before) : change(text_, before, write_whole);
  if (!written) {
    text_.resize(begin);
    room_ = room;
  }
  return written;
}

// With what the text has from `begin` on.
Status PvdList::fill_room(std::size_t begin, const BeforeChange& before) {
  const auto write = [&](std::size_t from, std::size_t bytes) {
    return [this, from, bytes](const std::string& path, const std::string& whole) {
      std::error_code ignored;
      return std::filesystem::exists(path, ignored) ? overwrite(path, from, std::string_view(text_).substr(from, bytes))
                                                    : write_whole(path, whole);
    };
  };
  std::string hidden = text_;
  hidden[begin] = ' ';
  if (Status written = change(hidden, before, write(begin + 1, text_.size())); !written) return written;
  return change(text_, before, write(begin, 1));
}

template <class Write>
Status PvdList::change(const std::string& text, const BeforeChange& before, const Write& write) {
  const std::string whole = text + std::string(room_, ' ') + std::string(kEndOfList);
  const FileSum will_be{checksum(whole), whole.size()};
  if (Status told = before(path_, written_, will_be); !told) return told;
  if (Status done = write(path_, whole); !done) return done;
  written_ = will_be;
  return Done{};
}

Result<FileSum> PvdList::close(const BeforeChange& before) {
  room_ = 0;
  if (Status written = change(text_, before, write_whole); !written) return written.error();
  return *written_;
}

}  // namespace spindrift
