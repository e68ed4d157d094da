// Every key of the scene's single tables: [domain], [time], [fluid], [forces], [particles], [solver], [drift],
// [output], [checkpoint], [surface], [render]. See scene_key.h for what a visitor is.
#pragma once

#include "scene/scene_key.h"
#include "spindrift/scene.h"

namespace spindrift {

inline constexpr double kMostCellsAlongAnAxis = 65536;

template <class Visitor>
void describe(DomainSettings& s, Visitor& v) {
  v.domain_size(
      required({"size", "m", kSizes, "edge lengths, from the origin; two numbers make a 2D scene, three a 3D one"}), s);
  v.value({"resolution", "cells", between(1, kMostCellsAlongAnAxis), "cells along the longest side"}, s.resolution);
  v.value({"cell_size", "m", between(1e-11, 1e6), "edge length of a cell, in place of `resolution`",
           "longest side / resolution"},
          s.cell_size);
  v.value(plain("open", "sides that let the fluid leave; all others are walls", "none"), s.open);
  v.value(plain("periodic", "axes along which the domain repeats itself, in place of two sides", "none"), s.periodic);
}

template <class Visitor>
void describe(TimeSettings& s, Visitor& v) {
  v.value(fixed({"fps", "1/s", between(0.001, 1e6), "frames per second"}), s.fps);
  v.value({"frames", "frames", between(1, 1e6), "length of the run"}, s.frames);
  v.value(fixed({"substeps", kNoUnit, between(0, 1e5),
                 "time steps of equal length in a frame; 0 = as many as `cfl` asks for"}),
          s.substeps);
  v.value({"cfl", "cells", above(0, 100), "how far the fastest particle may move in a step when `substeps` is 0"},
          s.cfl);
  v.value({"max_substeps", kNoUnit, between(1, 1e5), "at most this many steps in a frame when `substeps` is 0"},
          s.max_substeps);
}

template <class Visitor>
void describe(FluidSettings& s, Visitor& v) {
  v.value({"density", "kg/m^3", kDensities, "of the liquid; water has 1000"}, s.density);
  v.value({"viscosity", "Pa s", kAmounts,
           "of liquids and sources that do not give their own; water has 0.001, honey about 10; 0 = none"},
          s.viscosity);
  v.value({"surface_tension", "N/m", kAmounts, "of the surface with air; water has 0.072; 0 = none"},
          s.surface_tension);
  v.value(plain("walls", "how viscous liquid meets walls and solids; without viscosity it slides"), s.walls);
  v.value({"friction", kNoUnit, between(0, 10),
           "of walls and solids: their drag on the cells beside them, in units of density times square speed; a smooth "
           "bed has about 0.003; 0 = none"},
          s.friction);
  v.value({"roughness", "m", between(0, 100),
           "friction of a rough bed with grains of that size, by the logarithmic profile, in place of `friction`; 0 = "
           "none"},
          s.roughness);
  v.value({"color", kNoUnit, between(0, 1),
           "red, green and blue of white light after a tenth of the domain's size; honey has about [0.95, 0.62, 0.10]",
           "water's"},
          s.color);
}

template <class Visitor>
void describe(GravityKeyframe& s, Visitor& v) {
  v.value(required({"time", "s", at_least(0), "when"}), s.time);
  v.value(required({"gravity", "m/s^2", kAccelerations, "acceleration of everything, then"}), s.gravity);
}

template <class Visitor>
void describe(ForceSettings& s, Visitor& v) {
  v.value({"gravity", "m/s^2", kAccelerations, "acceleration of everything, in any direction"}, s.gravity);
  v.tables(plain("gravity_keyframes", "gravity that changes, in place of `gravity`; see below"), s.gravity_keyframes);
  v.value(plain("gravity_file", "the same from a CSV file: columns time, x, y[, z]", "none"), s.gravity_file);
}

template <class Visitor>
void describe(ParticleSettings& s, Visitor& v) {
  v.value({"per_cell", kNoUnit, between(0, 1000),
           "particles in a full cell, for regular and jittered packing; 0 = the default", "4 in 2D, 8 in 3D"},
          s.per_cell);
  v.value(plain("packing", "how a liquid is filled with particles"), s.packing);
  v.value(plain("filling", "what becomes of cells that a liquid's shape cuts; for regular and jittered packing"),
          s.filling);
  v.value({"radius", "cells", between(0.01, 0.5), "of a particle; hexagonal packing puts neighbours two radii apart"},
          s.radius);
  v.value({"seed", kNoUnit, between(0, 9e18), "another number gives other random positions"}, s.seed);
  v.value(plain("columns", "what particles carry besides position and velocity"), s.columns);
}

template <class Visitor>
void describe(SolverSettings& s, Visitor& v) {
  v.value(fixed(plain("order", "whether particles move after or before the projection")), s.order);
  v.value(plain("stepping", "how forces and motion follow each other in time"), s.stepping);
  v.value(plain("transfer", "how velocity gets from the grid back to the particles"), s.transfer);
  v.value({"flip", kNoUnit, between(0, 1), "share of flip in the blend: 1 = FLIP, 0 = PIC"}, s.flip);
  v.value({"flip_reference_dt", "s", at_least(0),
           "above 0: the share is flip^(dt / this), so the blend does not depend on the step"},
          s.flip_reference_dt);
  v.value({"calm_speed", "speed of waves a cell long, sqrt(g h)", between(0, 1),
           "when the fastest liquid is slower than this, PIC takes over from FLIP and APIC, so that it comes to rest"},
          s.calm_speed);
  v.value(plain("kernel", "weights of the transfers"), s.kernel);
  v.value(plain("weights", "whether both transfers compute their weights; the flow is the same but for rounding"),
          s.weights);
  v.value(plain("integrator", "how particles move through the velocity field"), s.integrator);
  v.value(plain("pressure", "the solver that makes the flow free of divergence"), s.pressure);
  v.value({"tolerance", kNoUnit, strictly_between(0, 1),
           "relative residual at which pcg, multigrid and the viscosity stop"},
          s.tolerance);
  v.value({"max_iterations", kNoUnit, between(1, 1e6), "pcg, multigrid and the viscosity give up here and say so"},
          s.max_iterations);
  v.value({"sweeps", kNoUnit, between(1, 1e6), "of gauss_seidel, in every step"}, s.sweeps);
  v.value({"over_relaxation", kNoUnit, strictly_between(0, 2),
           "of gauss_seidel; 1 = none; lowered where a warm start has too few sweeps for it"},
          s.over_relaxation);
  v.value(plain("warm_start", "begin with the pressure of the last step"), s.warm_start);
  v.value(plain("free_surface", "where the surface of the liquid lies", "cells with viscosity, else level_set"),
          s.free_surface);
  v.value(plain("walls_pull",
                "walls hold liquid that would leave them, where air could come between, as with gauss_seidel"),
          s.walls_pull);
  v.value({"extrapolation", "cells", between(0, 100),
           "layers of velocity carried into the air; 0 = as many as the motion needs"},
          s.extrapolation);
}

template <class Visitor>
void describe(DriftSettings& s, Visitor& v) {
  v.value(plain("projection", "move particles from crowded places to thin ones, without changing their velocity",
                "false with gauss_seidel, else true"),
          s.projection);
  v.value({"tolerance", kNoUnit, strictly_between(0, 1),
           "relative residual of `projection`; what is left waits for the next step"},
          s.tolerance);
  v.value(plain("density_term", "let the pressure spread crowded cells and fill thin ones",
                "true with gauss_seidel, else false"),
          s.density_term);
  v.value(
      {"stiffness", kNoUnit, between(0, 1.9),
       "share of the surplus density that the density term removes in a step: 1 all of it, more overshoots; at most 1 "
       "with `projection`"},
      s.stiffness);
  v.value(plain("density", "how density is counted; `level_set` and `projection` count it smooth"), s.density);
  v.value(plain("push_apart", "push particles apart that come too close", "true with gauss_seidel, else false"),
          s.push_apart);
  v.value({"push_iterations", kNoUnit, between(1, 100), "passes of push_apart in a step"}, s.push_iterations);
  v.value({"separation", "cells", between(0.01, 1), "distance below which particles push each other",
           "two radii (hexagonal), else 0.9 lattice spacings"},
          s.separation);
  v.value(
      plain("resample",
            "move single particles so that each cell inside the liquid holds between half and twice the usual number",
            "false with gauss_seidel, else true"),
      s.resample);
}

template <class Visitor>
void describe(OutputSettings& s, Visitor& v) {
  v.value(with_hint(plain("particles", "write the particles of each frame"), "; 'formats' says in which formats"),
          s.particles);
  v.value(plain("formats", "of the particles' files"), s.formats);
  v.value(plain("volumes", "write the grid of each frame, in these formats", "none"), s.volumes);
  v.value(plain("pictures",
                "write each frame of a 2D scene, or of smoke, as PNG; of a 3D liquid, small ones in the report only"),
          s.pictures);
  v.value(plain("movie", "make a movie of the pictures, if ffmpeg is there"), s.movie);
  v.value({"every", "frames", between(1, 1e6), "write every n-th frame"}, s.every);
  v.value({"particles_every", "frames", between(0, 1e6), "of the particles, every n-th frame", "as `every`"},
          s.particles_every);
  v.value({"particles_rate", "1/s", between(0, 1e6),
           "or so many files of them in a second, each of the first frame at or after its time; 0 = by frames"},
          s.particles_rate);
  v.value({"volumes_every", "frames", between(0, 1e6), "of the volumes, every n-th frame", "as `every`"},
          s.volumes_every);
  v.value({"volumes_rate", "1/s", between(0, 1e6), "or so many of them in a second; 0 = by frames"}, s.volumes_rate);
  v.value({"probe_rate", "1/s", between(0, 1e9),
           "readings of probes in a second, each of the first sub-step at or after its time; 0 = one for every frame, "
           "1e9 = one for every sub-step"},
          s.probe_rate);
  v.value({"width", "pixels", between(16, 16384),
           "of a picture of a 2D scene; it is narrower if it would be higher than 16384"},
          s.width);
  v.value(plain("color", "what the colours of a picture show"), s.color);
  v.value(plain("grid", "draw cells instead of particles"), s.grid);
  v.value(plain("grid_lines", "draw lines between the cells of a 2D scene"), s.grid_lines);
  v.value(plain("faces", "draw the velocity across each face of a 2D grid, as the solver has it"), s.faces);
  v.value({"arrows", "cells", between(0, 65536),
           "draw the velocity of a 2D scene as arrows, one in each square of so many cells; 0 = none"},
          s.arrows);
  v.value(
      {"streamlines", "cells", between(0, 65536), "draw lines along the flow of a 2D scene, so far apart; 0 = none"},
      s.streamlines);
  v.value(plain("axes", "mark metres along the sides of a 2D scene"), s.axes);
  v.value({"range", kNoUnit, between(1e-9, 1e9),
           "value at the high end of the colour bar (m/s, Pa, 1/s, or over rest density)",
           "what a fall through the domain can reach"},
          s.range);
}

template <class Visitor>
void describe(CheckpointSettings& s, Visitor& v) {
  v.value({"every_frames", "frames", between(0, 1e6), "write a checkpoint every n-th frame; 0 = not by frames"},
          s.every_frames);
  v.value({"every_minutes", "min", between(0, 1e6), "and after so much time of waiting; 0 = not by time"},
          s.every_minutes);
  v.value({"keep", kNoUnit, between(2, 1000), "the newest so many stay, older ones are removed"}, s.keep);
}

template <class Visitor>
void describe(SurfaceSettings& s, Visitor& v) {
  v.value(plain("write", "the mesh of each frame as a file"), s.write);
  v.value({"resolution", kNoUnit, between(0.5, 4), "cells of the surface's own grid along a cell of the simulation"},
          s.resolution);
  v.value({"radius", "particle spacings", between(0.5, 3),
           "deviation of the kernel that averages the particles; larger is smoother"},
          s.radius);
  v.value({"smoothing", kNoUnit, between(0, 100), "passes that even the mesh out without shrinking it"}, s.smoothing);
  v.value(plain("velocity", "of every vertex, for motion blur"), s.velocity);
  v.value(plain("columns", "age and colour of every vertex, if particles carry them"), s.columns);
}

template <class Visitor>
void describe(RenderSettings& s, Visitor& v) {
  v.value(plain("during_run", "make a picture of every written frame of a 3D scene while it runs"), s.during_run);
  v.value(plain("style", "what a picture shows"), s.style);
  v.value({"width", "pixels", between(16, 16384), "of a picture"}, s.width);
  v.value({"height", "pixels", between(16, 16384), "of a picture"}, s.height);
  v.value({"samples", kNoUnit, between(1, 65536), "paths of light per pixel, at most; more are smoother and slower"},
          s.samples);
  v.value({"field_of_view_degrees", "degrees", between(0.01, 170), "across the picture's height"},
          s.field_of_view_degrees);
  v.value(only_in_3d({"eye", "m", kPositions, "where the camera stands", "from where the whole domain is seen"}),
          s.eye);
  v.value(only_in_3d({"target", "m", kPositions, "what it looks at", "the middle of the domain"}), s.target);
  v.value(only_in_3d({"absorption", "1/m", kAmounts, "of red, green and blue light in the liquid",
                      "a tint that suits the domain's size"}),
          s.absorption);
}

}  // namespace spindrift
