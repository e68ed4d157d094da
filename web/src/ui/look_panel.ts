// What is drawn, and what the colours mean.

import type { App } from "../app";
import { css_gradient, kQuantities } from "../draw/colors";
import { quantity_shown } from "../draw/look";
import { check_box, choice, h, select, short, slider } from "./dom";

const named = (words: string[]): [string, string][] => words.map((word) => [word, kQuantities[word]!.label]);

/** The quantities that the fluid of a scene can be coloured by, and the cells. */
function quantities_of(scene: { smoke: boolean; dimension: number } | null): { fluid: string[]; cells: string[] } {
  const is_deep = scene?.dimension === 3;
  if (scene?.smoke) {
    const cells = ["smoke", "temperature", "speed", "vorticity", "pressure", "divergence"];
    return { fluid: is_deep ? cells.slice(0, 2) : cells, cells };
  }
  return { fluid: is_deep ? ["speed", "density"] : ["speed", "pressure", "vorticity", "density"], cells: ["density", "speed", "pressure", "vorticity", "divergence", "type"] };
}

export function look_panel(app: App): HTMLElement {
  const fluid = check_box("Particles", app.look.particles, (value) => app.change({ particles: value }), "draws the fluid (Q)");
  const grid = check_box("Grid", app.look.grid, (value) => app.change({ grid: value }), "colours the cells (G)");
  const lines = check_box("Grid lines", app.look.lines, (value) => app.change({ lines: value }), "draws lines between the cells (L)");
  const arrows = check_box("Velocity arrows", app.look.arrows, (value) => app.change({ arrows: value }), "the flow at the cells (V)");
  const faces = check_box("Face velocities", app.look.faces, (value) => app.change({ faces: value }), "the solver's velocities across the faces (F)");
  const threads = check_box("Threads", app.look.threads, (value) => app.change({ threads: value }), "draws the threads of dye that were laid");
  const axes = check_box("Axes", app.look.axes, (value) => app.change({ axes: value }), "in metres (X)");
  const style = choice("Particles drawn as", [["water", "Water"], ["dots", "Dots"]], app.look.style, (value) => app.change({ style: value }));
  const color = select("Colour of the fluid", [], app.look.color, (value) => app.change({ color: value }));
  const cells = select("Colour of the grid", [], app.look.cells, (value) => app.change({ cells: value, grid: true }));
  const across = choice("Slice across", [["0", "x"], ["1", "y"], ["2", "z"]], "2", (axis) => app.change({ slice: { ...app.look.slice, axis: Number(axis) }, grid: true }));
  const at = slider({ label: "Place", min: 0, max: 1, step: 0.01, value: 0.5, show: (share) => `${short(share * (app.session.opened?.size[app.look.slice.axis] ?? 1))} m` },
    (share) => app.change({ slice: { ...app.look.slice, at: share }, grid: true }));
  // Each step of this slider makes arrows longer by the same factor.
  const length = slider({ label: "Length of arrows", min: -2, max: 3, step: 0.25, value: 0, show: (power) => `${short(2 ** power, 2)} ×` },
    (power) => app.change({ arrow_length: 2 ** power, ...(!app.look.faces && { arrows: true }) }));

  let was_smoke = false;
  const fill = () => {
    const scene = app.session.opened;
    const smoke = Boolean(scene?.smoke);
    const words = quantities_of(scene);
    const options = (choices: [string, string][]) => choices.map(([name, text]) => h("option", { value: name }, text));
    color.replaceChildren(...options([["water", smoke ? "As smoke" : "As water"], ...named(words.fluid)]));
    cells.replaceChildren(...options(named(words.cells)));
    fluid.name(smoke ? "Smoke" : "Particles");
    grid.name(scene?.dimension === 3 ? "Slice" : "Grid");
    // A change of fluid resets the colours.
    if (smoke !== was_smoke || !["water", ...words.fluid].includes(app.look.color)) app.change({ color: "water" });
    if (!words.cells.includes(app.look.cells)) app.change({ cells: words.cells[0]! });
    was_smoke = smoke;
    color.value = app.look.color;
    cells.value = app.look.cells;
  };
  app.session.on("opened", fill);
  app.watch(() => {
    fluid.set(app.look.particles);
    grid.set(app.look.grid);
    lines.set(app.look.lines);
    arrows.set(app.look.arrows);
    faces.set(app.look.faces);
    threads.set(app.look.threads);
    axes.set(app.look.axes);
    style.set(app.look.style);
    across.set(String(app.look.slice.axis) as "0" | "1" | "2");
    at.set(app.look.slice.at);
    length.set(Math.log2(app.look.arrow_length));
    color.value = app.look.color;
    cells.value = app.look.cells;
  });
  const only = (kind: "liquid" | "flat" | "deep", element: HTMLElement) => {
    element.classList.add(`${kind}-only`);
    return element;
  };
  const panel = h("div", { class: "fields" },
    h("section", {}, h("h3", {}, "Fluid"), only("liquid", style.element), h("label", { class: "row" }, "Colour", color), fluid.element),
    h("section", {}, h("h3", {}, "Cells"), grid.element, h("label", { class: "row" }, "Colour", cells),
      only("deep", h("div", { class: "row" }, h("span", {}, "Across"), across.element)), only("deep", at.element), only("flat", lines.element)),
    h("section", {}, h("h3", {}, "Flow"), arrows.element, only("flat", faces.element), length.element, only("flat", threads.element)),
    h("section", {}, h("h3", {}, "Measure"), axes.element));
  fill();
  return panel;
}

/** The scale of the colours, below the picture; hidden if colours stand for no number. */
export function color_bar(app: App): HTMLElement {
  const [low, high, label, bar] = [h("span"), h("span"), h("span", { class: "name" }), h("div", { class: "bar" })];
  const element = h("div", { class: "color-bar", role: "img" }, label, low, bar, high);
  let shown = "";
  setInterval(() => {
    const { look } = app;
    const scene = app.session.opened;
    const shown_now = scene ? quantity_shown(look, scene) : "";
    const quantity = shown_now === "type" ? "" : shown_now;
    element.classList.toggle("shown", quantity !== "" && app.session.opened !== null);
    if (!quantity || !app.session.opened) return;
    const info = kQuantities[quantity]!;
    const range = app.painter.range(quantity);
    const number = (value: number) => String(Number((Math.abs(value) < 1e-4 * (range.high - range.low) ? 0 : value).toPrecision(2)));
    low.textContent = range.is_known ? number(range.low) : "";
    high.textContent = range.is_known ? `${number(range.high)} ${info.unit}` : info.unit;
    element.setAttribute("aria-label", `${info.label} from ${low.textContent} to ${high.textContent}`);
    if (shown === quantity) return;
    shown = quantity;
    label.textContent = info.label;
    bar.style.background = css_gradient(info.map);
  }, 200);
  return element;
}
