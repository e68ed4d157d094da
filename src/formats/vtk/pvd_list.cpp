#include "formats/vtk/pvd_list.h"

#include <fmt/format.h>

#include "base/no_throw.h"
#include "formats/files/atomic_file.h"
#include "spindrift/files.h"

namespace spindrift {
namespace {

std::string line_of(double time, const std::string& file) {
  return fmt::format("<DataSet timestep=\"{}\" part=\"0\" file=\"{}\"/>\n", time, file);
}

Result<FileSum> write_list(const std::string& path, const std::string& lines) {
  return write_file(path,
                    "<?xml version=\"1.0\"?>\n<VTKFile type=\"Collection\" version=\"1.0\" "
                    "byte_order=\"LittleEndian\">\n<Collection>\n" +
                        lines + "</Collection>\n</VTKFile>\n");
}

}  // namespace

void PvdList::add_earlier(double time, const std::string& file) { lines_ += line_of(time, file); }

Status PvdList::add(double time, const std::string& file, Manifest& manifest) {
  add_earlier(time, file);
  const auto written = manifest.write_by(path_, [&] { return write_list(path_, lines_); });
  return written ? Status(Done{}) : Status(written.error());
}

Status write_pvd(const std::string& path, const std::vector<TimedFile>& files) {
  return no_throw("writing a list of files", [&]() -> Status {
    std::string lines;
    for (const TimedFile& file : files) lines += line_of(file.time, file.file);
    const auto written = write_list(path, lines);
    return written ? Status(Done{}) : Status(written.error());
  });
}

}  // namespace spindrift
