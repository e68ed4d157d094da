// `?bench`: how fast the core is in this browser, measured by the core itself. Steps are counted, not frames.

import type { App } from "../app";
import { with_resolution } from "../core/scene_text";
import { h } from "./dom";
import { scene_named } from "./scenes";

interface Case {
  label: string;
  scene: string;
  resolution?: number;
  warm_up: number; // steps that do not count: memory grows, and the code is compiled anew
  steps: number;
}

export interface Result {
  label: string;
  particles: number;
  ms: number; // per step
  steps_per_second: number; // as the clock on the wall has it
}

const kCases: Case[] = [
  { label: "Müller's tank", scene: "seed_muller", warm_up: 30, steps: 300 },
  { label: "Dam break, 2D", scene: "dam_break_2d", warm_up: 30, steps: 200 },
  { label: "Dam break, 2D, 100 000 particles", scene: "dam_break_2d", resolution: 500, warm_up: 10, steps: 60 },
  { label: "Dam break, 3D, 60 000 particles", scene: "dam_break_3d", resolution: 48, warm_up: 10, steps: 60 },
];

const once = (holds: () => boolean) =>
  new Promise<void>((done) => {
    const look = () => (holds() ? done() : setTimeout(look, 5));
    look();
  });

async function run_case(app: App, { label, scene, resolution, warm_up, steps }: Case): Promise<Result> {
  const { session } = app;
  const text = scene_named(scene)!.text;
  const opened = new Promise<void>((done) => session.on("opened", () => done()));
  session.open(scene, resolution ? with_resolution(text, resolution) : text);
  await opened;
  const step = () => session.frame?.step ?? 0;
  session.send({ do: "step", count: warm_up });
  await once(() => step() >= warm_up);
  const start = performance.now();
  session.send({ do: "step", count: steps });
  await once(() => step() >= warm_up + steps);
  const ms = (performance.now() - start) / steps;
  return { label, particles: session.frame?.arrays.get("particles.position")?.count ?? 0, ms, steps_per_second: 1000 / ms };
}

/** Runs every case, in a table that fills; the results are also on `window.bench`. */
export async function run_bench(app: App): Promise<void> {
  const body = h("tbody");
  const table = h("table", { class: "bench" }, h("caption", {}, `Spindrift in this browser, threads: ${app.session.hello?.threads ?? "?"}`),
    h("thead", {}, h("tr", {}, ...["case", "particles", "ms per step", "steps per second"].map((text) => h("th", {}, text)))), body);
  document.querySelector(".view")!.append(table);
  const wanted = new URLSearchParams(location.search).get("bench");
  const results: Result[] = [];
  for (const one of kCases.filter(({ scene, resolution }) => !wanted || `${scene}${resolution ?? ""}` === wanted)) {
    const result = await run_case(app, one);
    results.push(result);
    body.append(h("tr", {}, ...[result.label, String(result.particles), result.ms.toFixed(2), result.steps_per_second.toFixed(1)].map((text) => h("td", {}, text))));
  }
  (window as { bench?: Result[] }).bench = results;
}
