// "How it works": one time step, row by row, each with a figure of the real simulator. All figures show one and the same small
// tank, each in its own way, so that they can be compared.

import { start_core } from "../core/core";
import { Session } from "../core/session";
import { kFirstLook, type Look, show_of } from "../draw/look";
import { Painter } from "../draw/painter";
import { choice, h, icon_button, set_icon, short, slider } from "../ui/dom";
import { apply_theme } from "../ui/theme";
import { kFigureScene, kRows, type Row } from "./rows";

const kPause = 110; // ms between steps: slow enough to follow a dot

interface Figure {
  canvas: HTMLCanvasElement;
  look: Look;
  visible: boolean;
}

const session = new Session(start_core(1));
const root = document.querySelector<HTMLElement>("#how")!;
const figures: Figure[] = [];
let playing = !matchMedia("(prefers-reduced-motion: reduce)").matches;

// One picture is drawn at a time and copied into its figure: browsers allow a few drawing contexts only.
const easel = h("canvas", { class: "easel" });
document.body.append(easel);
const painter = new Painter(easel);
apply_theme(painter);

const watcher = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) figures.find(({ canvas }) => canvas === target)!.visible = isIntersecting;
  ask();
  if (painter.has_frame) requestAnimationFrame(draw_all);
}, { rootMargin: "60px" });

/** Asks for what the visible figures need. */
function ask(): void {
  const scene = session.opened;
  if (!scene) return;
  const cells = new Set<string>();
  let [velocity, faces] = [false, false];
  for (const { look } of figures.filter(({ visible }) => visible)) {
    const show = show_of(look, scene);
    for (const word of show.cells!) cells.add(word);
    velocity ||= show.velocity!;
    faces ||= show.faces!;
  }
  session.show({ particles: true, color: "own", cells: [...cells].sort(), velocity, faces, stats: true });
}

function draw_all(): void {
  for (const { canvas, look, visible } of figures) {
    if (!visible) continue;
    painter.draw(look);
    canvas.width = easel.width;
    canvas.height = easel.height;
    canvas.getContext("2d")!.drawImage(easel, 0, 0);
  }
}

function control_of(row: Row): HTMLElement | null {
  switch (row.control) {
    case "blend":
      return slider({ label: "PIC / FLIP", min: 0, max: 1, step: 0.05, value: 0.95, show: (value) => value.toFixed(2), ends: ["PIC", "FLIP"] }, (value) => session.edit(`solver.flip=${value}`)).element;
    case "apart":
      return choice("Push apart", [["true", "pushed apart"], ["false", "not"]], "true", (value) => session.edit(`drift.push_apart=${value}`)).element;
    case "gravity":
      return slider({ label: "Down is at", min: -180, max: 180, step: 5, value: 0, show: (value) => `${value}°` },
        (value) => session.edit(`forces.gravity=[${short_vector(9.81 * Math.sin((value * Math.PI) / 180), -9.81 * Math.cos((value * Math.PI) / 180))}]`)).element;
    case "ball":
      return slider({ label: "The ball", min: 0.2, max: 1.4, step: 0.01, value: 1.05, show: (value) => `${value.toFixed(2)} m` }, (value) => session.send({ do: "drag", solid: 1, position: [value, 0.32] })).element;
    case "solver": {
      const output = h("output", { class: "left-over" });
      session.on("stats", (stats) => (output.textContent = `${short(stats.pressure_iterations, 3)} rounds leave ${short(stats.pressure_residual, 2)} of the error`));
      const solvers: [string, string][] = [["5", "5 sweeps"], ["50", "50 sweeps"], ["multigrid", "multigrid"]];
      const pick = (value: string) => session.edit(...(value === "multigrid" ? ["solver.pressure=multigrid"] : ["solver.pressure=gauss_seidel", `solver.sweeps=${value}`]));
      return h("div", {}, choice("Solver", solvers, "multigrid", pick).element, output);
    }
    default:
      return null;
  }
}

function step_if_playing(): void {
  if (playing && !document.hidden) session.send({ do: "step" });
  else setTimeout(step_if_playing, 4 * kPause);
}

const short_vector = (...parts: number[]) => parts.map((part) => part.toFixed(3)).join(", ");

function section_of(stage: string, index: number): HTMLElement {
  const row = kRows[stage] ?? { words: ["This row has no words yet."], look: {}, seen: "" };
  const canvas = h("canvas", { role: "img", "aria-label": `The tank after this step. ${row.seen}` });
  figures.push({ canvas, look: { ...kFirstLook, ...row.look }, visible: false });
  watcher.observe(canvas);
  return h("section", { id: stage.replaceAll(" ", "-") },
    h("div", { class: "words" }, h("h2", {}, h("span", {}, String(index + 1)), stage), ...row.words.map((text) => h("p", {}, text))),
    h("figure", {}, canvas, h("figcaption", {}, row.seen, control_of(row))));
}

const play = icon_button(playing ? "pause" : "play", "Play or pause", () => {
  playing = !playing;
  set_icon(play, playing ? "pause" : "play", playing ? "Pause" : "Play");
});
const clock = h("output");
root.append(
  h("header", {}, h("a", { href: "./" }, "Spindrift"), h("h1", {}, "One time step"),
    h("p", {}, "What a computer does to move water by a hundredth of a second: the rows of the program's own table, in their order. Each figure is the real simulator, in one small tank, seen in the way that shows the row best.")),
  h("div", { class: "bar" }, play, icon_button("step", "One step", () => session.send({ do: "step" })), icon_button("reset", "Start anew", () => session.send({ do: "reset" })), clock));

session.on("opened", (scene) => {
  painter.take_scene(scene, true);
  if (figures.length === 0) root.append(...scene.stages.map(section_of));
  ask();
  session.next();
});
session.on("edited", (scene) => painter.take_scene(scene, false));
session.on("frame", (frame) => {
  painter.take_frame(frame);
  clock.textContent = `step ${frame.step}, ${frame.time.toFixed(3)} s`;
  // The next step waits for the pictures of this one: figures may be slow, the page may not.
  requestAnimationFrame(() => {
    draw_all();
    session.next();
    setTimeout(step_if_playing, kPause);
  });
});
session.on("error", ({ message }) => (clock.textContent = message));
session.open("how_it_works", kFigureScene);
session.send({ do: "pause" });
