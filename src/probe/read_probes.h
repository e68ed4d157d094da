// What the probes of a scene read of a state.
#pragma once

#include <span>
#include <vector>

#include "probe/probed_fluid.h"
#include "spindrift/probe.h"

namespace spindrift {

// Appends the numbers of all probes, in the order of probe_columns; NaN where there is nothing to read.
template <int D>
void read_probes(const ProbedFluid<D>& fluid, std::span<const ProbeSettings> probes, std::vector<double>& values);

// By kind, in a file of its own each; these append as many numbers as the kind has columns.
template <int D>
void read_front(const ProbedFluid<D>& fluid, const ProbeSettings& probe, std::vector<double>& values);
template <int D>
void read_force(const ProbedFluid<D>& fluid, const ProbeSettings& probe, std::vector<double>& values);
template <int D>
void read_torque(const ProbedFluid<D>& fluid, const ProbeSettings& probe, std::vector<double>& values);
template <int D>
void read_energy(const ProbedFluid<D>& fluid, const ProbeSettings& probe, std::vector<double>& values);

// For probes of the kind surface.
template <int D>
SurfaceProfile read_surface(const ProbedFluid<D>& fluid, const ProbeSettings& probe);

}  // namespace spindrift
