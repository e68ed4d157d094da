// Play, step, reset, undo, speed; and the line of numbers beside them.

import type { App } from "../app";
import { h, icon_button, select, set_icon, short } from "./dom";

export const kSpeeds: [string, string][] = [
  ["0.05", "1/20 speed"], ["0.1", "1/10 speed"], ["0.25", "1/4 speed"], ["0.5", "1/2 speed"], ["1", "Real time"], ["2", "Twice as fast"], ["0", "As fast as possible"],
];

export function toggle_play(app: App): void {
  app.session.send({ do: app.session.state.playing ? "pause" : "play" });
}

export function transport(app: App): HTMLElement {
  const { session } = app;
  const play = icon_button("play", "Play (space, P)", () => toggle_play(app), { class: "icon-button main", "data-do": "play" });
  const step = icon_button("step", "One step (M, .)", () => session.send({ do: "step" }), { "data-do": "step" });
  const reset = icon_button("reset", "Restart, with the settings as they are (R)", () => session.send({ do: "reset" }), { "data-do": "reset" });
  const undo = icon_button("undo", "Undo (Ctrl Z)", () => session.send({ do: "undo" }), { "data-do": "undo" });
  const speed = select("Speed", kSpeeds, "1", (factor) => session.send({ do: "speed", factor: Number(factor) }));
  const scrub = h("input", { type: "range", min: 0, max: 0, step: 1, "aria-label": "Frame of the run", class: "scrub", hidden: true });
  scrub.oninput = () => session.send({ do: "seek", frame: scrub.valueAsNumber });

  session.on("state", (state) => {
    set_icon(play, state.playing ? "pause" : "play", state.playing ? "Pause (space, P)" : "Play (space, P)");
    const known = kSpeeds.some(([factor]) => Number(factor) === state.speed);
    if (known) speed.value = String(state.speed);
  });
  // A finished run has frames to choose from, and no controls of a running scene.
  session.on("run", (run) => {
    scrub.max = String(run.frames); // number of the last frame
    scrub.hidden = false;
    for (const button of [step, reset, undo]) button.hidden = true;
  });
  session.on("frame", (frame) => {
    if (!scrub.hidden && !scrub.matches(":active")) scrub.value = String(frame.frame);
  });
  return h("footer", { class: "transport" }, h("div", { class: "buttons" }, play, step, reset, undo, speed), scrub, numbers(app));
}

interface Entry {
  name: string;
  hint: string;
  text: () => string;
}

/** The current numbers. */
function numbers(app: App): HTMLElement {
  const { session } = app;
  const stats = () => session.stats;
  const entries: Entry[] = [
    { name: "time", hint: "simulated time", text: () => `${(session.frame?.time ?? stats()?.time ?? 0).toFixed(2)} s` },
    { name: "frame", hint: "frames of the scene so far", text: () => String(session.frame?.frame ?? 0) },
    { name: "fps", hint: "pictures per second", text: () => (session.state.playing ? String(Math.round(app.pictures_per_second)) : "–") },
    { name: "pace", hint: "simulated seconds per second", text: () => (session.state.playing ? `${short(session.state.pace, 2)} ×` : "paused") },
    { name: "step", hint: "wall time of a step", text: () => (stats()?.time_per_step ? `${short(1000 * stats()!.time_per_step!)} ms` : "–") },
    { name: "particles", hint: "particles of liquid", text: () => short(session.frame?.arrays.get("particles.position")?.count ?? stats()?.particles ?? session.opened?.particles, 9) },
    { name: "cell", hint: "edge of a cell", text: () => length_text(session.opened?.cell_size) },
    { name: "flip", hint: "share of FLIP in the blend with PIC", text: () => (session.key("solver.transfer")?.value === "flip" ? short(session.number("solver.flip", 0), 2) : String(session.key("solver.transfer")?.value ?? "–")) },
    { name: "iterations", hint: "iterations of the pressure solver per step", text: () => short(stats()?.pressure_iterations) },
    { name: "residual", hint: "relative residual of the pressure solver", text: () => short(stats()?.pressure_residual, 2) },
  ];
  const values = entries.map(() => h("dd"));
  const list = h("dl", { class: "numbers" }, ...entries.map((entry, index) =>
    h("div", { title: entry.hint, "data-number": entry.name }, h("dt", {}, entry.name), values[index])));
  const kEvery = 150; // ms: faster changes cannot be read
  setInterval(() => {
    for (const [index, entry] of entries.entries()) {
      const text = entry.text();
      if (values[index]!.textContent !== text) values[index]!.textContent = text;
    }
    const smoke = Boolean(session.opened?.smoke);
    (list.querySelector('[data-number="particles"]') as HTMLElement).hidden = smoke;
    (list.querySelector('[data-number="flip"]') as HTMLElement).hidden = smoke;
  }, kEvery);
  return list;
}

function length_text(metres: number | undefined): string {
  if (metres === undefined) return "–";
  return metres < 0.1 ? `${short(1000 * metres)} mm` : `${short(metres)} m`;
}
