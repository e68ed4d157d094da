// The list of a run's files, checksums.txt, while it is written; checksum_table.h has what it says.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "formats/files/checksum_table.h"
#include "formats/files/set_aside.h"
#include "spindrift/error.h"

namespace spindrift {

// The list of a run that goes on. Whoever writes it holds the folder's lock.
class ChecksumList {
 public:
  // Begins with the lines of the older list, also of files that are missing now: what is gone stays known to be. Only
  // those that were never completed are forgotten when nothing of them is there: kill -9 leaves them half written.
  static Result<ChecksumList> open(const std::string& folder);

  // A file in the folder that is about to be written. One that was changed since the run wrote it, or that the run has
  // not written, is set aside. Fails, as all that adds a line, if the folder's name leads to another one by now.
  Status begin(const std::string& path);
  Status begin_table(const std::string& path);                      // the same of one that grows
  Status add_so_far(const std::map<std::string, FileSum>& tables);  // before lines are added to them, by path
  // Before one that grows is changed, by a writer that knows what it was if it has written it. Is it something else, it
  // is set aside.
  Status begin_change(const std::string& path, const std::optional<FileSum>& was, const FileSum& will_be);
  Status add(const std::string& path, const FileSum& sum);       // one that is complete
  Status write(const std::string& path, std::string_view text);  // a file as a whole: begins, writes and adds it
  Status add_read(const std::string& path);                      // the same, of a file that another program wrote
  Status remove(const std::string& path);       // the file and its sum; one that was changed is set aside
  Status forget(const std::string& path);       // one that is not made after all
  Status add_damaged(const std::string& path);  // one that the run goes on with, and that is not whole
  std::optional<FileSum> find(const std::string& path) const;  // what it was added with
  bool knows(const std::string& path) const;                   // whether it is, or was to be, written by the run
  bool is_whole(const std::string& path) const;                // whether it is there, just as it was added
  Status set_aside(const std::string& path);                   // what is there, if anything is
  SetAside take_set_aside();                                   // all those since it was last asked
  // Whether all files that were added since open() are there as they were, and still listed; the error names some.
  Status check_are_there() const;

 private:
  explicit ChecksumList(std::string folder);
  std::string path_inside(const std::string& path) const;
  Status append(const std::string& text);
  Status check_is_same_folder() const;
  Status set_aside_if_changed(const std::string& path);
  Status set_aside_to(const std::string& path, std::vector<std::string>& places);
  void drop_if_made_again(const std::string& inside, const FileSum& sum);

  std::string folder_;
  FileSum identity_;  // by which the folder is known, should its name lead elsewhere
  struct Added {
    FileSum sum;
    std::optional<FileSum> stamp;  // while the file has it, it need not be read
  };
  // Shared by its copies, of which one at a time adds.
  std::shared_ptr<std::map<std::string, Added>> added_ = std::make_shared<std::map<std::string, Added>>();
  std::shared_ptr<SetAside> set_aside_ = std::make_shared<SetAside>();
  std::shared_ptr<std::map<std::string, std::string>> doubtful_ =
      std::make_shared<std::map<std::string, std::string>>();  // where such files are, by the paths that they had
};

}  // namespace spindrift
