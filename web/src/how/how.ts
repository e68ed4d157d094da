// "How it works": one time step, row by row, each with a figure of the real simulator. Most figures show the same small tank, so
// that they can be compared.

import { kFirstLook } from "../draw/look";
import { h, icon_button, set_icon } from "../ui/dom";
import { control_of } from "./controls";
import { Easel } from "./easel";
import { kRows, type Row } from "./rows";
import { type Figure, Tank } from "./tank";
import type { TankName } from "./tanks";

const root = document.querySelector<HTMLElement>("#how")!;
const easel = new Easel();
const tanks = new Map<TankName, Tank>();
const trouble = h("output", { class: "trouble" });
let playing = !matchMedia("(prefers-reduced-motion: reduce)").matches;

/** The tank of that name, filled when it is first visible. */
function tank_of(name: TankName): Tank {
  let tank = tanks.get(name);
  if (!tank) tanks.set(name, (tank = new Tank(name, easel, (sentence) => (trouble.textContent = sentence))));
  tank.playing = playing;
  return tank;
}

function section_of(row: Row, index: number): HTMLElement {
  const canvas = h("canvas", { role: "img", "aria-label": `The tank after this step. ${row.seen}` });
  const clock = h("output", { class: "clock" });
  const caption = h("figcaption", {}, row.seen);
  const figure: Figure = { canvas, clock, look: { ...kFirstLook, ...row.look }, visible: false };
  let tank: Tank | null = null;
  const start = () => {
    tank = tank_of(row.tank ?? "water");
    tank.figures.push(figure);
    if (row.control) caption.append(control_of(row.control, { tank, look: figure.look }));
  };
  new IntersectionObserver(([entry]) => {
    figure.visible = entry!.isIntersecting;
    if (figure.visible && !tank) start();
    tank?.look();
  }, { rootMargin: "60px" }).observe(canvas);
  return h("section", { id: row.name.replaceAll(" ", "-"), "data-row": row.name },
    h("div", { class: "words" }, h("h2", {}, h("span", {}, String(index + 1)), row.name), ...row.words.map((text) => h("p", {}, text))),
    h("figure", {}, h("div", { class: "frame" }, canvas, clock), caption));
}

const all = (act: (tank: Tank) => void) => tanks.forEach(act);
const play = icon_button(playing ? "pause" : "play", "Play or pause", () => {
  playing = !playing;
  set_icon(play, playing ? "pause" : "play", playing ? "Pause" : "Play");
  all((tank) => {
    tank.playing = playing;
    tank.go_on();
  });
});
document.addEventListener("visibilitychange", () => all((tank) => tank.look()));
root.append(
  h("header", {}, h("a", { href: "./" }, "Spindrift"), h("h1", {}, "One time step"),
    h("p", {}, "How the program moves water by a hundredth of a second: the rows of its step in their order. Each figure is the real simulator in a small tank. A scene runs without the rows that it does not need.")),
  h("div", { class: "bar" }, play, icon_button("step", "One step", () => all((tank) => tank.step())), icon_button("reset", "Restart", () => all((tank) => tank.reset())), trouble),
  ...kRows.map(section_of));

/** For tests: the rows of a tank's step, and its current scene. */
Object.assign(window, { how: { stages: (name: TankName) => tanks.get(name)?.scene?.stages ?? [], scene: (name: TankName) => tanks.get(name)?.scene?.scene ?? "" } });
