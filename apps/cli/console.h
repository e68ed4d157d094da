// What the program says: results to standard output, trouble to standard error.
#pragma once

#include <string>

#include "spindrift/error.h"

namespace spindrift {

void say(const std::string& line);
void warn(const std::string& message);  // `warning: ...`
int fail(const Error& error);           // `file:line:col: error: ...`; returns the exit code

bool is_terminal();  // whether standard output is one
int terminal_columns();

}  // namespace spindrift
