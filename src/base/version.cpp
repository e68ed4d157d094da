#include "spindrift/version.h"

namespace spindrift {

std::string_view version() { return SPINDRIFT_VERSION; }

}  // namespace spindrift
