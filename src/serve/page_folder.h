// The files of the page, and nothing beside them.
#pragma once

#include <optional>
#include <string>

#include "spindrift/error.h"

namespace spindrift {

// Where a file below a folder really is; nothing if it is not there, is no file, or leads out of the folder by links
// or dots.
std::optional<std::string> file_inside(const std::string& folder, const std::string& path);

class PageFolder {
 public:
  // An empty name: the folder of the environment's SPINDRIFT_WEB, or the program's own. One that is named and is not
  // there is an error; the program's own may be missing, if the page was not built.
  static Result<PageFolder> find(const std::string& name);

  std::optional<std::string> read(const std::string& file) const;  // what is in a file of the page
  bool is_built() const;                                           // whether there is a page

 private:
  explicit PageFolder(std::string path) : path_(std::move(path)) {}

  std::string path_;  // empty: there is none
};

}  // namespace spindrift
