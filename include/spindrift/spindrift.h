// All of the public API.
#pragma once

#include "spindrift/core.h"

// io: scenes as text and files, meshes, pictures
#include "spindrift/files.h"
#include "spindrift/image.h"
#include "spindrift/picture.h"
#include "spindrift/scene_file.h"

// app: what the program's commands do
#include "spindrift/benchmark.h"
#include "spindrift/check.h"
#include "spindrift/file_info.h"
#include "spindrift/live.h"
#include "spindrift/run.h"
#include "spindrift/view.h"
