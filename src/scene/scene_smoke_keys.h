// Every key of a smoke scene: [gas], [fire], [[smoke]] and [[smoke_source]]. See scene_key.h for what a visitor is.
#pragma once

#include "scene/scene_key.h"
#include "spindrift/scene.h"

namespace spindrift {

// Tables that only one kind of scene reads: refused in the other kind, and not written for it.
inline constexpr std::string_view kLiquidTables[] = {"liquid", "source", "drain",  "particles",
                                                     "drift",  "fluid",  "surface"};
inline constexpr std::string_view kSmokeTables[] = {"gas", "fire"};

// Keys that only liquid reads, in tables that both kinds have.
struct KeyOfTable {
  std::string_view table, key;
};
inline constexpr KeyOfTable kLiquidKeys[] = {
    {"solver", "order"},      {"solver", "transfer"},   {"solver", "flip"},          {"solver", "flip_reference_dt"},
    {"solver", "calm_speed"}, {"solver", "kernel"},     {"solver", "weights"},       {"solver", "free_surface"},
    {"solver", "stepping"},   {"solver", "walls_pull"}, {"solver", "extrapolation"}, {"render", "during_run"},
    {"render", "style"},      {"render", "absorption"}, {"output", "formats"},
};

template <class Visitor>
void describe(GasSettings& s, Visitor& v) {
  v.value({"density", "kg/m^3", kDensities, "of the air, for energies and pressures"}, s.density);
  v.value({"ambient_temperature", "K", kAmounts, "of the air outside and at the start"}, s.ambient_temperature);
  v.value({"weight", "m/s^2", kAccelerations, "pulls smoke of density 1 down, along gravity"}, s.weight);
  v.value({"lift", "m/s^2/K", kAccelerations,
           "pushes gas up for every kelvin above ambient; physically g / ambient_temperature"},
          s.lift);
  v.value({"confinement", "1/s", kAmounts, "vorticity confinement: keeps small swirls alive"}, s.confinement);
  v.value({"viscosity", "m^2/s", kAmounts, "kinematic viscosity of the gas"}, s.viscosity);
  v.value({"diffusion", "m^2/s", kAmounts, "of smoke, heat and fuel"}, s.diffusion);
  v.value({"dissipation", "1/s", kAmounts, "smoke fades at this rate"}, s.dissipation);
  v.value({"cooling", "1/s", kAmounts, "heat fades at this rate"}, s.cooling);
  v.value({"wind", "m/s", kSpeeds, "velocity of the air outside the open sides, and everywhere at the start"}, s.wind);
  v.value(fixed({"velocity", "m/s", kSpeeds,
                 "everywhere at the start, besides the wind; numbers, or [formulas](#formulas) of the place"}),
          s.velocity);
  v.value(fixed(plain("flow", "how the gas moves at the start")), s.flow);
  v.value(plain("advection", "how values are carried with the flow"), s.advection);
  v.value(plain("reflection",
                "take the pressure's push half before and half after the flow is carried: second order in time, keeps "
                "energy"),
          s.reflection);
  v.value(plain("conserve", "hold the totals of smoke, heat and fuel while they are carried; maccormack only"),
          s.conserve);
  v.value(plain("walls", "how the gas meets walls and solids"), s.walls);
  v.value(plain("tiles", "which part of the domain is computed"), s.tiles);
}

template <class Visitor>
void describe(FireSettings& s, Visitor& v) {
  v.value({"ignition_temperature", "K", kAmounts, "fuel burns where it is hotter"}, s.ignition_temperature);
  v.value({"burn_rate", "1/s", kAmounts, "share of the fuel that burns in a second"}, s.burn_rate);
  v.value({"heat", "K", kAmounts, "temperature gained from burning a fuel of 1"}, s.heat);
  v.value({"soot", kNoUnit, kAmounts, "smoke density gained from burning a fuel of 1"}, s.soot);
  v.value({"expansion", kNoUnit, kAmounts, "volumes of new gas from burning a fuel of 1"}, s.expansion);
  v.value({"air", kNoUnit, kAmounts,
           "volumes of air that a fuel of 1 needs: it burns where it has mixed with air; 0 = it burns by itself"},
          s.air);
  v.value({"radiation", "K/s", kAmounts, "heat lost at `flame_temperature`; falls with the fourth power"}, s.radiation);
  v.value({"flame_temperature", "K", between(1, 1e6), "where `radiation` is measured"}, s.flame_temperature);
}

// Where, and what the gas there holds.
template <class Settings, class Visitor>
void describe_contents(Settings& s, Visitor& v) {
  v.shape(s.shape);
  v.value({"density", kNoUnit, kAmounts, "of the smoke; 1 is thick"}, s.density);
  v.value({"temperature", "K", kAmounts, "of the gas", "ambient"}, s.temperature);
  v.value({"fuel", kNoUnit, kAmounts, "share of the gas that can burn"}, s.fuel);
}

template <class Visitor>
void describe(SmokeSettings& s, Visitor& v) {
  describe_contents(s, v);
  v.value(
      {"velocity", "m/s", kSpeeds, "at the start, besides the wind; numbers, or [formulas](#formulas) of the place"},
      s.velocity);
}

template <class Visitor>
void describe(SmokeSourceSettings& s, Visitor& v) {
  describe_contents(s, v);
  v.value({"velocity", "m/s", kSpeeds, "of the gas inside", "left alone"}, s.velocity);
  v.value({"rate", "1/s", kAmounts, "how fast the gas inside takes these values on; 0 = at once"}, s.rate);
  v.value({"noise", kNoUnit, between(0, 1),
           "share of its smoke, heat and fuel that comes and goes in patches: breaks symmetry, makes flames flicker"},
          s.noise);
  v.value({"noise_size", "m", kLengths, "of a patch", "a quarter of the shape's longest side"}, s.noise_size);
  v.value({"noise_time", "s", between(1e-6, 1e6), "how long a patch lasts"}, s.noise_time);
  v.value({"start", "s", at_least(0), "when it opens"}, s.start);
  v.value({"end", "s", at_least(0), "when it closes", "never"}, s.end);
}

}  // namespace spindrift
