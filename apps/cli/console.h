// What the program says: results to standard output, trouble to standard error.
#pragma once

#include <string>

#include "spindrift/error.h"

namespace spindrift {

void open_standard_files();  // those that are closed, as /dev/null, before any other file takes their place

void say(const std::string& line);
void print(const std::string& text);    // the same without an end of line
void warn(const std::string& message);  // `warning: ...`
int fail(const Error& error);           // `file:line:col: error: ...`; returns the exit code

bool is_reader_gone();  // whether standard output was a pipe that nobody reads any more

bool is_terminal();  // whether standard output is one
int terminal_columns();

}  // namespace spindrift
