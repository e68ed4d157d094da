// For tests: numbers of the simulation, not only pixels.

import type { App } from "./app";
import { mean_of } from "./core/frame";

export interface ForTests {
  app: App;
  frames: number;
  errors: string[];
  center_of_mass(): number[] | null;
  particles(): number;
}

declare global {
  interface Window {
    spindrift: ForTests;
  }
}

export function expose_for_tests(app: App): void {
  const positions = () => app.session.frame?.arrays.get("particles.position");
  const tests: ForTests = {
    app,
    frames: 0,
    errors: [],
    center_of_mass: () => (positions() ? mean_of(positions()!) : null),
    particles: () => positions()?.count ?? 0,
  };
  app.session.on("frame", () => ++tests.frames);
  app.session.on("error", ({ message }) => tests.errors.push(message));
  window.spindrift = tests;
}
