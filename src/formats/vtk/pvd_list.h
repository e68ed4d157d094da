// The list that ties the VTK files of a run to their times (.pvd), while it grows. ParaView can open it at any moment,
// also after kill -9: a new line takes the place of blanks that are kept for it inside the list, and it counts from the
// moment its first letter, `<`, is there, which is written last. Until then XML takes the rest for mere text. When the
// blanks are used up the file is written anew with as many again, so that a frame costs the same however many there
// are.
#pragma once

#include <cstddef>
#include <string>

#include "formats/files/checksum.h"
#include "spindrift/error.h"

namespace spindrift {

class PvdList {
 public:
  explicit PvdList(std::string path);

  Status add(double time, const std::string& file);  // named relative to the list, whose file is made with the first
  Result<FileSum> close();                           // writes it without the blanks

  const std::string& path() const { return path_; }
  bool is_empty() const;

 private:
  Status fill_room(std::size_t begin);
  Status write_with_room(std::size_t room);
  bool is_replaced() const;  // by somebody, since it was last written

  std::string path_;
  std::string text_;      // without blanks and end
  std::size_t room_ = 0;  // blanks that are left in the file
  bool is_begun_ = false;
};

// Whether a file is such a list, at any moment of a run, and holds nothing else.
bool is_pvd_list(const std::string& path);

}  // namespace spindrift
