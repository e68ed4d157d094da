// What the program says: results to standard output, trouble to standard error.
#pragma once

#include <cstdint>
#include <string>

#include "spindrift/error.h"
#include "spindrift/vec.h"

namespace spindrift {

void say(const std::string& line);
void warn(const std::string& message);  // `warning: ...`
int fail(const Error& error);           // `file:line:col: error: ...`; returns the exit code

bool is_terminal();  // whether standard output is one
int terminal_columns();

std::string grouped(std::int64_t number);                        // 26,544
std::string grid_text(const Vec<int, 3>& cells, int dimension);  // 180 x 101
std::string duration_text(double seconds);                       // 0.8 s, 2 min 05 s, 1 h 10 min

}  // namespace spindrift
