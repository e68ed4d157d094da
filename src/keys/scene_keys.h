// Every key of a scene: those of its single tables here, those of lists of tables in scene_list_keys.h. See scene_key.h
// for what a visitor is.
#pragma once

#include "keys/scene_key.h"
#include "keys/scene_list_keys.h"
#include "settings/outputs.h"
#include "spindrift/scene.h"

namespace spindrift {

inline constexpr double kMostCellsAlongAnAxis = 65536;

// Conditions on which keys have an effect.
inline constexpr Condition kWithGaussSeidel{
    [](const Scene& s) { return s.pressure_solver() == PressureSolver::kGaussSeidel; },
    "solver.pressure = \"gauss_seidel\""};
inline constexpr Condition kWithTolerance{
    [](const Scene& s) { return s.pressure_solver() != PressureSolver::kGaussSeidel || !s.sweeps() || s.is_viscous(); },
    "a solver that stops at a tolerance, or viscosity"};
inline constexpr Condition kWithFlip{[](const Scene& s) { return s.solver.transfer == Transfer::kFlip; },
                                     "solver.transfer = \"flip\""};
inline constexpr Condition kWithProjection{[](const Scene& s) { return s.uses_density_projection(); },
                                           "drift.projection"};
inline constexpr Condition kWithDensityTerm{[](const Scene& s) { return s.uses_density_term(); }, "drift.density_term"};
inline constexpr Condition kWithPushApart{[](const Scene& s) { return s.uses_push_apart(); }, "drift.push_apart"};
inline constexpr Condition kWithLattice{[](const Scene& s) { return s.particles.packing != Packing::kHexagonal; },
                                        "particles.packing = \"regular\" or \"jittered\""};
inline constexpr Condition kWithHexagons{[](const Scene& s) { return s.particles.packing == Packing::kHexagonal; },
                                         "particles.packing = \"hexagonal\""};
inline constexpr Condition kWithVolumes{[](const Scene& s) { return !s.output.volumes.empty(); },
                                        "a format in output.volumes"};
inline constexpr Condition kWithSurface{[](const Scene& s) { return s.dimension() == 3 || makes_surface(s); },
                                        "surface.write (in 3D, `render` uses them too)"};
inline constexpr Condition kWithFuel{[](const Scene& s) { return s.has_fuel(); },
                                     "fuel in a [[smoke]] or [[smoke_source]]"};

template <class Visitor>
void describe(DomainSettings& s, Visitor& v) {
  v.domain_size({"size", "m", kSizes, "edge lengths from the origin; two numbers make a 2D scene, three a 3D one",
                 kRequired | usually(between(1e-3, 1e3), "lengths are in metres")},
                s);
  v.value({"resolution", "cells", between(1, kMostCellsAlongAnAxis), "cells along the longest side"}, s.resolution);
  v.value({"cell_size", "m", between(1e-11, 1e6), "edge length of a cell, in place of `resolution`",
           "longest side / resolution", also("dx spacing")},
          s.cell_size);
  v.value(plain("open", "sides through which fluid leaves; all others are walls", "none"), s.open);
  v.value(plain("periodic", "axes along which opposite sides are connected", "none"), s.periodic);
}

template <class Visitor>
void describe(TimeSettings& s, Visitor& v) {
  v.value({"fps", "1/s", between(0.001, 1e6), "frames per second", kFixed | also("frame_rate framerate")}, s.fps);
  v.value({"frames", "frames", between(1, 1e6), "length of the run", kForNeither | also("duration seconds")}, s.frames);
  v.value({"substeps", kNoUnit, between(0, 1e5), "time steps per frame; 0: as many as `cfl` needs", kFixed},
          s.substeps);
  v.value({"cfl", "cells", above(0, 100), "distance that the fastest particle may move in a time step"}, s.cfl);
  v.value({"max_substeps", kNoUnit, between(1, 1e5), "largest number of time steps per frame if `substeps` is 0"},
          s.max_substeps);
}

template <class Visitor>
void describe(FluidSettings& s, Visitor& v) {
  v.value({"density", "kg/m^3", kDensities, "of the liquid; water: 1000",
           usually(at_least(10), "water has 1000 kg/m^3") | also("rho")},
          s.density);
  v.value({"viscosity", "Pa s", kAmounts,
           "of liquids and sources without a viscosity of their own; water: 0.001, honey: about 10", also("mu")},
          s.viscosity);
  v.value({"surface_tension", "N/m", kAmounts, "with air; water: 0.072",
           usually(at_most(2), "water has 0.072 N/m") | also("sigma")},
          s.surface_tension);
  v.value(plain("walls", "how viscous liquid meets walls and solids; without viscosity it slips"), s.walls);
  v.value({"friction", kNoUnit, between(0, 10),
           "drag coefficient of walls and solids: shear stress over density and squared speed; "
           "a smooth bed: about 0.003"},
          s.friction);
  v.value({"roughness", "m", between(0, 100),
           "grain size of a rough bed, in place of `friction`; the friction follows from the logarithmic law"},
          s.roughness);
  v.value({"color", kNoUnit, between(0, 1),
           "red, green and blue of white light after a tenth of the domain's size; honey: [0.95, 0.62, 0.10]",
           "water's", kForOutputs | also("colour")},
          s.color);
}

template <class Visitor>
void describe(GravityKeyframe& s, Visitor& v) {
  v.value({"time", "s", at_least(0), "time of the keyframe", kRequired}, s.time);
  v.value({"gravity", "m/s^2", kAccelerations, "gravity at that time", kRequired}, s.gravity);
}

template <class Visitor>
void describe(ForceSettings& s, Visitor& v) {
  v.value({"gravity", "m/s^2", kAccelerations, "acceleration in any direction",
           usually(at_most(500), "the Earth's is 9.81 m/s^2")},
          s.gravity);
  v.tables(plain("gravity_keyframes", "gravity that changes with time, in place of `gravity`; see below"),
           s.gravity_keyframes);
  v.value(plain("gravity_file", "these keyframes as a CSV file: columns time, x, y[, z]", "none"), s.gravity_file);
}

template <class Visitor>
void describe(FrameSettings& s, Visitor& v) {
  v.value({"pivot", "m", kPositions, "centre of rotation, in the tank"}, s.pivot);
  v.tables(plain("keyframes", "motion of the tank: `position` and `rotation_degrees` as in a solid's keyframes"),
           s.keyframes);
  v.value(plain("motion_file", "these keyframes as a CSV file, as for a solid", "none"), s.motion_file);
}

template <class Visitor>
void describe(ParticleSettings& s, Visitor& v) {
  v.value({"per_cell", kNoUnit, between(0, 1000), "particles in a full cell; 0: the default", "4 in 2D, 8 in 3D",
           only_with(kWithLattice) | usually(between(3, 64), "4 (2D) or 8 (3D) serve well")},
          s.per_cell);
  v.value(plain("packing", "arrangement of the particles at the start"), s.packing);
  v.value(plain("filling", "particles in cells that a liquid's boundary cuts; for regular and jittered packing"),
          s.filling);
  v.value({"radius", "cells", between(0.01, 0.5), "of a particle; neighbours are two radii apart",
           only_with(kWithHexagons) | also("diameter")},
          s.radius);
  v.value({"seed", kNoUnit, between(0, 9e18), "of random positions"}, s.seed);
  v.value(plain("columns", "what particles carry besides position and velocity"), s.columns);
}

template <class Visitor>
void describe(SolverSettings& s, Visitor& v) {
  v.value(plain("method", "how volume is kept; other keys have defaults that follow from it", kForLiquid), s.method);
  v.value(plain("order", "whether particles move after or before the projection", kFixed | kExpert | kForLiquid),
          s.order);
  v.value(plain("stepping", "order of accuracy in time", kForLiquid), s.stepping);
  v.value(plain("transfer", "how velocity returns from the grid to the particles", kForLiquid), s.transfer);
  v.value({"flip", kNoUnit, between(0, 1), "share of FLIP in the blend with PIC", only_with(kWithFlip) | kForLiquid},
          s.flip);
  v.value({"calm_speed", "sqrt(g h)", between(0, 1),
           "fastest liquid below which PIC replaces FLIP and APIC, so that it comes to rest", kExpert | kForLiquid},
          s.calm_speed);
  v.value(plain("kernel", "weights of the transfers", kForLiquid), s.kernel);
  v.value(plain("integrator", "how particles move through the velocity field"), s.integrator);
  v.value(plain("pressure", "linear solver of the pressure equation",
                "gauss_seidel with the classic method, else multigrid"),
          s.pressure);
  v.value({"tolerance", kNoUnit, strictly_between(0, 1), "relative residual at which pressure and viscosity stop",
           only_with(kWithTolerance) | usually(at_most(1e-2), "with more the volume drifts")},
          s.tolerance);
  v.value({"max_iterations", kNoUnit, between(1, 1e6), "of pressure and viscosity; reaching it is reported",
           only_with(kWithTolerance) | kExpert},
          s.max_iterations);
  v.value({"sweeps", kNoUnit, between(1, 1e6), "in every time step",
           "50 with the classic method, else as many as `tolerance` needs",
           only_with(kWithGaussSeidel) | kExpert | also("iterations")},
          s.sweeps);
  v.value({"over_relaxation", kNoUnit, strictly_between(0, 2),
           "1: none; lowered where a warm start has too few sweeps for it", only_with(kWithGaussSeidel) | kExpert},
          s.over_relaxation);
  v.value(plain("warm_start", "start from the pressure of the last time step", kExpert), s.warm_start);
  v.value(
      plain("free_surface", "where the surface of the liquid lies", "cells with viscosity, else level_set", kForLiquid),
      s.free_surface);
}

template <class Visitor>
void describe(DriftSettings& s, Visitor& v) {
  v.value(plain("projection", "move particles from crowded to thin places, without changing their velocity",
                "false with the classic method, else true"),
          s.projection);
  v.value({"tolerance", kNoUnit, strictly_between(0, 1),
           "relative residual of `projection`; the next step corrects the rest", only_with(kWithProjection) | kExpert},
          s.tolerance);
  v.value(plain("density_term", "let the pressure spread crowded cells and fill thin ones",
                "true with the classic method, else false"),
          s.density_term);
  v.value({"stiffness", kNoUnit, between(0, 1.9),
           "share of the surplus density that `density_term` removes in a step; at most 1 with `projection`",
           only_with(kWithDensityTerm) | kExpert},
          s.stiffness);
  v.value(plain("push_apart", "push particles apart that come too close", "true with the classic method, else false"),
          s.push_apart);
  v.value({"push_iterations", kNoUnit, between(1, 100), "passes of `push_apart` in a step",
           only_with(kWithPushApart) | kExpert},
          s.push_iterations);
  v.value({"separation", "cells", between(0.01, 1), "distance below which `push_apart` acts",
           "two radii (hexagonal), else 0.9 lattice spacings", only_with(kWithPushApart) | kExpert},
          s.separation);
  v.value(plain("resample", "keep the particles of a cell between half and twice `per_cell`",
                "false with the classic method, else true"),
          s.resample);
}

template <class Visitor>
void describe(OutputSettings& s, Visitor& v) {
  v.value(plain("particles", "write the particles of each frame", hinted("; 'formats' names the formats")),
          s.particles);
  v.value(plain("formats", "of particle files", kForLiquid), s.formats);
  v.value(plain("volumes", "write the grid of each frame in these formats", "none"), s.volumes);
  v.value(plain("pictures",
                "write a PNG of each frame of a 2D scene or of smoke; for a 3D liquid, small pictures in the report"),
          s.pictures);
  v.value(plain("movie", "make a movie of the pictures if ffmpeg is installed"), s.movie);
  v.value({"every", "frames", between(1, 1e6), "write every n-th frame"}, s.every);
  v.value({"particles_every", "frames", between(0, 1e6), "write particles every n-th frame", "as `every`"},
          s.particles_every);
  v.value({"particles_rate", "1/s", between(0, 1e6),
           "particle files per second of simulated time, in place of `particles_every`; 0: by frames"},
          s.particles_rate);
  v.value({"volumes_every", "frames", between(0, 1e6), "write volumes every n-th frame", "as `every`",
           only_with(kWithVolumes)},
          s.volumes_every);
  v.value(
      {"volumes_rate", "1/s", between(0, 1e6),
       "volume files per second of simulated time, in place of `volumes_every`; 0: by frames", only_with(kWithVolumes)},
      s.volumes_rate);
  v.value({"probe_rate", "1/s", between(0, 1e9),
           "probe readings per second; 0: every frame, 1e9: every time "
           "step"},
          s.probe_rate);
  v.value({"width", "pixels", between(16, 16384), "of a picture of a 2D scene, whose height is at most 16384"},
          s.width);
  v.value(plain("color", "what the colours of a picture show", also("colour")), s.color);
  v.value(plain("grid", "draw cells instead of particles"), s.grid);
  v.value(plain("grid_lines", "draw lines between cells (2D)"), s.grid_lines);
  v.value(plain("faces", "draw the velocity across each face (2D)"), s.faces);
  v.value({"arrows", "cells", between(0, 65536), "distance between arrows of velocity (2D); 0: none"}, s.arrows);
  v.value({"streamlines", "cells", between(0, 65536), "distance between streamlines (2D); 0: none"}, s.streamlines);
  v.value(plain("axes", "draw a scale in metres (2D)"), s.axes);
  v.value({"range", kNoUnit, between(1e-9, 1e9), "high end of the colour bar (m/s, Pa, 1/s, or over rest density)",
           "from a fall through the domain"},
          s.range);
}

template <class Visitor>
void describe(CheckpointSettings& s, Visitor& v) {
  v.value({"every_frames", "frames", between(0, 1e6), "write a checkpoint every n-th frame; 0: not by frames"},
          s.every_frames);
  v.value({"every_minutes", "min", between(0, 1e6), "and after so many minutes of running; 0: not by time"},
          s.every_minutes);
  v.value({"keep", kNoUnit, between(2, 1000), "number of checkpoints to keep"}, s.keep);
}

template <class Visitor>
void describe(SurfaceSettings& s, Visitor& v) {
  v.value(plain("write", "write the mesh of each frame"), s.write);
  v.value({"resolution", kNoUnit, between(0.5, 4), "cells of the surface grid along a cell of the simulation",
           only_with(kWithSurface)},
          s.resolution);
  v.value({"radius", "particle spacings", between(0.5, 3),
           "deviation of the kernel that averages particles; larger is smoother",
           only_with(kWithSurface) | also("diameter")},
          s.radius);
  v.value({"smoothing", kNoUnit, between(0, 100), "smoothing passes over the mesh, without shrinking",
           only_with(kWithSurface)},
          s.smoothing);
  v.value(plain("velocity", "of every vertex, for motion blur", also("speed")), s.velocity);
  v.value(plain("columns", "age and colour of every vertex, if particles have them"), s.columns);
}

template <class Visitor>
void describe(RenderSettings& s, Visitor& v) {
  v.value(plain("during_run", "render every written frame during the run", kForLiquid), s.during_run);
  v.value(plain("style", "what a picture shows", kForLiquid), s.style);
  v.value({"width", "pixels", between(16, 16384), "of a picture"}, s.width);
  v.value({"height", "pixels", between(16, 16384), "of a picture"}, s.height);
  v.value({"samples", kNoUnit, between(1, 65536), "most light paths per pixel; more are smoother and slower"},
          s.samples);
  v.value({"field_of_view_degrees", "degrees", between(0.01, 170), "across the height of the picture", also("fov")},
          s.field_of_view_degrees);
  v.value(
      {"eye", "m", kPositions, "position of the camera", "where the whole domain is in view", kIn3d | also("camera")},
      s.eye);
  v.value({"target", "m", kPositions, "point that the camera looks at", "middle of the domain", kIn3d}, s.target);
  v.value({"absorption", "1/m", kAmounts, "of red, green and blue light in the liquid",
           "a tint that suits the domain's size", kIn3d | kForLiquid},
          s.absorption);
}

template <class Visitor>
void describe(GasSettings& s, Visitor& v) {
  v.value({"density", "kg/m^3", kDensities, "of the air, for energies and pressures", also("rho")}, s.density);
  v.value({"ambient_temperature", "K", kAmounts, "of the air outside and at the start",
           usually(at_least(100), "20 degrees Celsius are 293 K")},
          s.ambient_temperature);
  v.value({"weight", "m/s^2", kAccelerations, "downward acceleration of smoke of density 1, along gravity"}, s.weight);
  v.value({"lift", "m/s^2/K", kAccelerations,
           "upward acceleration for every kelvin above ambient; physically g / ambient_temperature"},
          s.lift);
  v.value({"confinement", "1/s", kAmounts, "vorticity confinement: keeps small vortices"}, s.confinement);
  v.value({"viscosity", "m^2/s", kAmounts, "kinematic viscosity of the gas", also("mu")}, s.viscosity);
  v.value({"diffusion", "m^2/s", kAmounts, "of smoke, heat and fuel"}, s.diffusion);
  v.value({"dissipation", "1/s", kAmounts, "rate at which smoke fades"}, s.dissipation);
  v.value({"cooling", "1/s", kAmounts, "rate at which heat fades"}, s.cooling);
  v.value({"wind", "m/s", kSpeeds, "velocity of the air outside open sides, and everywhere at the start"}, s.wind);
  v.value({"velocity", "m/s", kSpeeds, "at the start, added to the wind; numbers, or [formulas](#formulas) of position",
           kFixed | also("speed")},
          s.velocity);
  v.value(plain("flow", "velocity of the gas at the start", kFixed), s.flow);
  v.value(plain("advection", "how the flow carries values"), s.advection);
  v.value(plain("reflection", "advection-reflection: second order in time, conserves energy better"), s.reflection);
  v.value(plain("conserve", "conserve the totals of smoke, heat and fuel during advection; maccormack only"),
          s.conserve);
  v.value(plain("walls", "how the gas meets walls and solids"), s.walls);
  v.value(plain("tiles", "which part of the domain is computed"), s.tiles);
}

template <class Visitor>
void describe(FireSettings& s, Visitor& v) {
  const auto burns = [](const SceneKey& key) { return key | only_with(kWithFuel); };
  v.value(burns({"ignition_temperature", "K", kAmounts, "above which fuel burns"}), s.ignition_temperature);
  v.value(burns({"burn_rate", "1/s", kAmounts, "share of the fuel that burns in a second"}), s.burn_rate);
  v.value(burns({"heat", "K", kAmounts, "temperature gained by burning a fuel of 1"}), s.heat);
  v.value(burns({"soot", kNoUnit, kAmounts, "smoke density gained by burning a fuel of 1"}), s.soot);
  v.value(burns({"expansion", kNoUnit, kAmounts, "volumes of new gas from burning a fuel of 1"}), s.expansion);
  v.value(burns({"air", kNoUnit, kAmounts,
                 "volumes of air that a fuel of 1 needs, so that it burns where it has mixed with air; 0: none"}),
          s.air);
  v.value({"radiation", "K/s", kAmounts, "cooling at `flame_temperature`; it falls with the fourth power"},
          s.radiation);
  v.value({"flame_temperature", "K", between(1, 1e6), "at which `radiation` is given"}, s.flame_temperature);
}

// The whole scene. [domain] comes first: its size says how many entries every vector has.
template <class Visitor>
void describe(Scene& s, Visitor& v) {
  v.value(plain("title", "one line about the scene", kForNeither), s.title);
  v.table(plain("domain", "The box that is simulated.", kFixed | kRequired | also("grid")), s.domain);
  v.table(plain("time", "Length of the run, frames and time steps."), s.time);
  v.table(plain("fluid", "Properties of the liquid.", kForLiquid), s.fluid);
  v.table(plain("forces", "Gravity."), s.forces);
  v.table(
      plain("frame",
            "Motion of the tank as a whole. The scene is seen from the tank: walls and solids rest, velocities are "
            "relative to it, and gravity turns. The tank moves smoothly through its keyframes and rests between equal "
            "ones, before the first and after the last."),
      s.frame);
  v.table(plain("particles", "How particles sample the liquid.", kFixed | kForLiquid), s.particles);
  v.table(plain("solver", "How a time step is computed."), s.solver);
  v.table(plain("drift", "What keeps the density of particles even.", kForLiquid), s.drift);
  v.table(plain("output", "What a run writes.", kForOutputs), s.output);
  v.table(
      plain("checkpoint",
            "When to save a state for `run --resume`. Ctrl-C always saves one. The end of a run saves one unless both "
            "`every_` keys are 0.",
            kForNeither),
      s.checkpoint);
  v.table(plain("surface", "The mesh of the liquid's surface.", kForOutputs | kForLiquid), s.surface);
  v.table(
      plain("render", "Pictures, by `spindrift render` or during a run. In 2D only `style`; `[output]` has the rest.",
            kForOutputs | also("camera")),
      s.render);
  v.tables(plain("liquid", "Liquid at the start. Where shapes overlap, the first one counts.",
                 kFixed | kForLiquid | also("water fluids")),
           s.liquids);
  v.tables(plain("solid", "Obstacles, at rest or moving.", also("obstacle collider boundary wall body object")),
           s.solids);
  v.tables(plain("source", "Where liquid enters.", kForLiquid | also("emitter inflow inlet faucet")), s.sources);
  v.tables(plain("drain", "Where liquid is removed.", kForLiquid | also("outflow outlet sink")), s.drains);
  v.tables(plain("force", "Accelerations in addition to gravity."), s.force_fields);
  v.tables(plain("probe", "What is measured and written to probes.csv, every frame or at `output.probe_rate`.",
                 kForOutputs | also("gauge sensor")),
           s.probes);
  v.tables(
      plain("region", "A part of the domain with files of its own.", kForOutputs | also("crop subdomain area window")),
      s.regions);
  v.table(plain("gas", "The air of a smoke scene.", kForSmoke), s.gas);
  v.table(plain("fire", "How the fuel of a smoke scene burns.", kForSmoke), s.fire);
  v.tables(plain("smoke", "Smoke at the start. Makes the scene a smoke scene.", kFixed | kForSmoke), s.smokes);
  v.tables(plain("smoke_source", "Where smoke enters. Makes the scene a smoke scene.", kForSmoke), s.smoke_sources);
  // Last, because a checkpoint may belong to a recording with other commands after its own.
  v.tables(plain("command", "Edits made by hand during a run. Makes the scene a recording."), s.commands);
}

}  // namespace spindrift
