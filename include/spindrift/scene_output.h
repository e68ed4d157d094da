// The tables of a scene that say what is written, measured and drawn of it. Part of scene.h.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "spindrift/scene_shape.h"

namespace spindrift {

enum class ColorBy { kWater, kSpeed, kDensity, kPressure, kVorticity, kSmoke, kTemperature, kType };
enum class SurfaceFormat { kNone, kPly, kObj };
enum class RenderStyle { kWater, kParticles };
enum class ParticleFormat { kPly, kVtp, kVdb };
enum class VolumeFormat { kVti, kVdb, kRaw };
enum class SliceFormat { kCsv, kVti };

struct OutputSettings {
  bool particles = true;                                      // of each frame
  std::vector<ParticleFormat> formats{ParticleFormat::kPly};  // of the particles' files
  std::vector<VolumeFormat> volumes;                          // the grid of each frame, in these formats
  bool pictures = true;                                       // PNG per frame, 2D scenes
  bool movie = true;                                          // needs ffmpeg
  int every = 1;                                              // write every n-th frame
  int particles_every = 0, volumes_every = 0;                 // of these, every n-th frame; 0 = as `every`
  double particles_rate = 0.0, volumes_rate = 0.0;            // or so many a second, at frames; 0 = not so
  double probe_rate = 0.0;                                    // readings of probes in a second; 0 = one a frame
  int width = 960;                                            // pixels of a picture
  ColorBy color = ColorBy::kWater;
  bool grid = false;            // draw cells instead of particles
  bool grid_lines = false;      // between the cells
  bool faces = false;           // draw the velocity across each face
  int arrows = 0;               // cells from one arrow of velocity to the next; 0 = none
  int streamlines = 0;          // cells from one streamline to the next; 0 = none
  bool axes = false;            // metres along the lower and the left side
  std::optional<double> range;  // at the high end of the colour bar, SI; default: from the scene
};

// The mesh of the liquid's surface.
struct SurfaceSettings {
  SurfaceFormat write = SurfaceFormat::kNone;  // a file per frame
  double resolution = 2.0;                     // cells of the surface's grid along a cell of the simulation
  double radius = 1.0;   // particle spacings: standard deviation of the kernel that averages particle positions
  int smoothing = 10;    // passes over the mesh
  bool velocity = true;  // per vertex
  bool columns = true;   // age and colour of the particles per vertex
};

// Pictures of 3D scenes; in 2D only the style.
struct RenderSettings {
  bool during_run = false;
  RenderStyle style = RenderStyle::kWater;
  int width = 1280, height = 720;
  int samples = 16;                     // light paths per pixel
  double field_of_view_degrees = 32.0;  // across the picture's height
  std::optional<Vec3d> eye, target;     // default: the whole domain in view
  std::optional<Vec3d> absorption;      // 1/m for red, green, blue; default: a tint that suits the domain's size
};

// What is measured while a scene runs, and written to probes.csv. Which members count depends on the kind.
struct ProbeSettings {
  enum class Kind {
    kPoint,
    kHeight,
    kDepth,
    kFront,
    kPressure,
    kVelocity,
    kForce,
    kTorque,
    kVolume,
    kFlux,
    kSurface,
    kEnergy
  };
  Kind kind = Kind::kPoint;
  std::string name;                  // of its columns
  std::optional<Vec3d> position;     // point, height, depth, pressure, velocity
  std::optional<std::string> on;     // the name of the solid that it rides on
  std::optional<Vec3d> from, to;     // depth, surface: the ends of a line
  std::optional<Vec3d> min, max;     // pressure, velocity, volume, flux: a box
  std::optional<double> radius;      // pressure: of a disc around the position
  std::optional<Vec3d> normal;       // pressure: of that disc
  Direction direction{};             // front: where it runs to
  std::optional<std::string> solid;  // force, torque: the solid's name
  std::optional<Vec3d> about;        // torque: the point that it turns about; default: the solid's pivot
  Axis axis{};                       // flux: across this axis
  double at = 0.0;                   // flux: at this place along it, m
  int points = 101;                  // surface: along the line, ends included
  std::vector<double> times;         // surface: s
};

// A part of the domain with files of its own. Which members count depends on the kind.
struct RegionSettings {
  enum class Kind { kBox, kSlice, kColumn };
  Kind kind = Kind::kBox;
  std::string name;                       // of its files
  Vec3d min{}, max{};                     // box
  std::vector<ParticleFormat> particles;  // box: those inside it, in these formats
  std::vector<VolumeFormat> volumes;      // box: its cells
  Axis axis = Axis::kY;                   // slice: across this axis; column: along it
  double at = 0.0;                        // slice: at this place along it, m
  SliceFormat format = SliceFormat::kCsv;
  Vec3d position{};   // column: a point of it
  int every = 1;      // frames
  double rate = 0.0;  // 1/s, in its place; 0 = not so
};

struct CheckpointSettings {
  int every_frames = 0;         // 0 = not by frames
  double every_minutes = 10.0;  // wall time; 0 = not by time
  int keep = 2;                 // the newest so many

  bool is_on() const { return every_frames > 0 || every_minutes > 0.0; }
};

}  // namespace spindrift
