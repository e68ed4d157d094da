// Printing: results to standard output, warnings and errors to standard error.
#pragma once

#include <string>

#include "spindrift/error.h"

namespace spindrift {

void open_standard_files();  // opens closed ones as /dev/null, before another file takes their descriptor

void say(const std::string& line);
void print(const std::string& text);    // without a line break
void warn(const std::string& message);  // `warning: ...`
int fail(const Error& error);           // `file:line:col: error: ...`; returns the exit code

bool is_reader_gone();  // whether standard output is a closed pipe

bool is_terminal();  // whether standard output is one
int terminal_columns();

}  // namespace spindrift
