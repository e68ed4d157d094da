#include "scene/probe_column.h"

namespace spindrift {

std::string probe_column(std::string name) {
  for (char& c : name)
    if (c == ',' || c == '"' || static_cast<unsigned char>(c) < 0x20) c = '_';
  return name;
}

}  // namespace spindrift
