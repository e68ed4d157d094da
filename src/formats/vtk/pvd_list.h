// The list that ties the VTK files of a run to their times (.pvd), while it grows. ParaView can open it at any moment,
// also after kill -9: a new line takes the place of blanks that are kept for it inside the list, and it counts from the
// moment its first letter, `<`, is there, which is written last. Until then XML takes the rest for mere text. When the
// blanks are used up the file is written anew with as many again, so that a frame costs the same however many there
// are.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>

#include "formats/files/checksum.h"
#include "spindrift/error.h"

namespace spindrift {

// Told before a file changes what it was written with, if it was written, and what it will be. May take the file away
// if it is something else by now.
using BeforeChange =
    std::function<Status(const std::string& path, const std::optional<FileSum>& was, const FileSum& will_be)>;

class PvdList {
 public:
  explicit PvdList(std::string path);

  void add_earlier(double time, const std::string& file);  // named relative to the list; written with the next that is
  Status add(double time, const std::string& file, const BeforeChange& before);  // the file is made with the first
  Result<FileSum> close(const BeforeChange& before);                             // writes it without the blanks

  const std::string& path() const { return path_; }
  bool is_empty() const;

 private:
  Status fill_room(std::size_t begin, const BeforeChange& before);
  template <class Write>
  Status change(const std::string& text, const BeforeChange& before, const Write& write);

  std::string path_;
  std::string text_;      // without blanks and end
  std::size_t room_ = 0;  // blanks that are left in the file
  std::optional<FileSum> written_;
};

}  // namespace spindrift
