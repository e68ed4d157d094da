// The controls of figures: they change the running scene of the figure's tank.

import type { Look } from "../draw/look";
import { choice, h, short, slider } from "../ui/dom";
import type { Tank } from "./tank";

export type ControlName = "apart" | "ball" | "blend" | "drift" | "friction" | "gravity" | "solver" | "stepping" | "viscosity";

/** The figure of a control. */
export interface Reach {
  tank: Tank;
  look: Look;
}

const either = (label: string, key: string, [on, off]: [string, string], { tank }: Reach) =>
  choice(label, [["true", on], ["false", off]], "true", (value) => tank.edit(`${key}=${value}`)).element;

const vector = (...parts: number[]) => `[${parts.map((part) => part.toFixed(3)).join(", ")}]`;

const kControls: Record<ControlName, (reach: Reach) => HTMLElement> = {
  apart: (reach) => either("Push apart", "drift.push_apart", ["pushed apart", "not"], reach),
  drift: (reach) => either("Correct density", "drift.projection", ["corrected", "not"], reach),
  ball: ({ tank }) =>
    slider({ label: "The ball", min: 0.2, max: 1.4, step: 0.01, value: 1.05, show: (value) => `${value.toFixed(2)} m` },
      (value) => tank.session.send({ do: "drag", solid: 1, position: [value, 0.32] })).element,
  blend: ({ tank }) =>
    slider({ label: "PIC / FLIP", min: 0, max: 1, step: 0.05, value: 0.95, show: (value) => value.toFixed(2), ends: ["PIC", "FLIP"] },
      (value) => tank.edit(`solver.flip=${value}`)).element,
  friction: ({ tank }) =>
    slider({ label: "Friction", min: 0, max: 1, step: 0.05, value: 0.3, show: (value) => value.toFixed(2) }, (value) => tank.edit(`fluid.friction=${value}`)).element,
  gravity: ({ tank }) =>
    slider({ label: "Direction of gravity", min: -180, max: 180, step: 5, value: 0, show: (value) => `${value}°` }, (value) => {
      const angle = (value * Math.PI) / 180;
      tank.edit(`forces.gravity=${vector(9.81 * Math.sin(angle), -9.81 * Math.cos(angle))}`);
    }).element,
  viscosity: ({ tank }) =>
    slider({ label: "Viscosity", min: 0, max: 3, step: 0.1, value: 2.3, show: (value) => `${short(10 ** value, 2)} Pa s` },
      (value) => tank.edit(`fluid.viscosity=${(10 ** value).toFixed(2)}`)).element,
  solver: ({ tank, look }) => {
    const output = h("output", { class: "left-over" });
    tank.session.on("stats", (stats) => (output.textContent = `${short(stats.pressure_iterations, 3)} iterations, relative residual ${short(stats.pressure_residual, 2)}`));
    const pick = (value: string) => tank.edit(...(value === "multigrid" ? ["solver.pressure=multigrid"] : ["solver.pressure=gauss_seidel", `solver.sweeps=${value}`]));
    const view = choice("What is shown", [["pressure", "pressure"], ["divergence", "divergence"]], look.cells, (value) => {
      look.cells = value;
      tank.look();
    });
    return h("div", { class: "controls" }, choice("Solver", [["5", "5 sweeps"], ["50", "50 sweeps"], ["multigrid", "multigrid"]], "multigrid", pick).element, view.element, output);
  },
  stepping: ({ tank }) => {
    const output = h("output", { class: "left-over" });
    let first = 0;
    tank.session.on("stats", ({ step, kinetic_energy = 0 }) => {
      if (step === 0) first = kinetic_energy;
      output.textContent = first > 0 ? `${Math.round((100 * kinetic_energy) / first)} % of the energy is left after ${step} steps` : "";
    });
    // Restarts: lost energy does not come back.
    const pick = (value: string) => {
      tank.edit(`solver.stepping=${value}`);
      tank.reset();
    };
    return h("div", { class: "controls" }, choice("Stepping", [["leapfrog", "leapfrog"], ["euler", "plain"]], "leapfrog", pick).element, output);
  },
};

export const control_of = (name: ControlName, reach: Reach): HTMLElement => kControls[name](reach);
