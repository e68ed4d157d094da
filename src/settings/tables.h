// The tables of a scene: their uses, columns and values.
#pragma once

#include <vector>

#include "spindrift/scene.h"
#include "spindrift/table.h"

namespace spindrift {

enum class TableUse {
  kMotion,   // time, x, y[, z], rotation (in 3D rotation_x, rotation_y, rotation_z)
  kGravity,  // time, x, y[, z]
  kSurface,  // x, y
};

// The columns that a table of a use may have, required ones first.
std::vector<std::string> table_columns(TableUse use, int dimension);

// Checks columns and the order of rows; the error has the line of the file.
Status check_table(const NumberTable& table, TableUse use, int dimension);

bool turns_in(const NumberTable& table);  // whether a table of a motion has angles
std::vector<Keyframe> keyframes_of(const NumberTable& table);
Vec3d gravity_of(const NumberTable& table, double time);
double strongest_gravity_of(const NumberTable& table);

}  // namespace spindrift
