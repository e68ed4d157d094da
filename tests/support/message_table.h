// Tables of texts and the messages they get, in .tsv files: a line names a base (`@name`, then its text) or is a row of
// four columns: base or `-`, text behind it, overrides with " ; " between them, message. `#` begins a comment.
#pragma once

#include <string>
#include <vector>

namespace spindrift::testing {

struct MessageRow {
  std::string text;
  std::vector<std::string> overrides;
  std::string message;  // "..." stands for any text
  std::string place;    // of the row: file:line

  bool matches(const std::string& found) const;
};

std::vector<MessageRow> read_message_table(const std::string& path);  // seen from the repository

}  // namespace spindrift::testing
