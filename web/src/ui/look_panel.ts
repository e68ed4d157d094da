// What is drawn, and what the colours mean.

import type { App } from "../app";
import { css_gradient, kQuantities } from "../draw/colors";
import { check_box, choice, h, select } from "./dom";

const named = (words: string[]): [string, string][] => words.map((word) => [word, kQuantities[word]!.label]);

export function look_panel(app: App): HTMLElement {
  const particles = check_box("Particles", app.look.particles, (value) => app.change({ particles: value }), "draws the liquid (Q)");
  const grid = check_box("Grid", app.look.grid, (value) => app.change({ grid: value }), "colours the cells (G)");
  const lines = check_box("Grid lines", app.look.lines, (value) => app.change({ lines: value }), "draws lines between the cells (L)");
  const arrows = check_box("Velocity arrows", app.look.arrows, (value) => app.change({ arrows: value }), "at cell centres (V)");
  const faces = check_box("Face velocities", app.look.faces, (value) => app.change({ faces: value }), "the solver's velocities across the faces (F)");
  const style = choice("Particles drawn as", [["water", "Water"], ["dots", "Dots"]], app.look.style, (value) => app.change({ style: value }));
  const color = select("Colour of the fluid", [], app.look.color, (value) => app.change({ color: value }));
  const cells = select("Colour of the grid", named(["density", "speed", "pressure", "vorticity", "divergence", "type"]), app.look.cells, (value) => app.change({ cells: value, grid: true }));

  let was_smoke = false;
  const fill_colors = () => {
    const smoke = Boolean(app.session.opened?.smoke);
    const is_deep = app.session.opened?.dimension === 3;
    const words = is_deep ? (smoke ? [] : ["speed", "density"]) : smoke ? ["smoke", "temperature", "speed", "vorticity", "pressure", "divergence"] : ["speed", "pressure", "vorticity", "density"];
    const choices: [string, string][] = [["water", smoke ? "As smoke" : "As water"], ...named(words)];
    color.replaceChildren(...choices.map(([name, text]) => h("option", { value: name }, text)));
    // A change of fluid resets the colour.
    if (smoke !== was_smoke || !choices.some(([name]) => name === app.look.color)) app.change({ color: "water" });
    was_smoke = smoke;
    color.closest("label")!.hidden = choices.length === 1;
    color.value = app.look.color;
  };
  app.session.on("opened", fill_colors);
  app.watch(() => {
    particles.set(app.look.particles);
    grid.set(app.look.grid);
    lines.set(app.look.lines);
    arrows.set(app.look.arrows);
    faces.set(app.look.faces);
    style.set(app.look.style);
    color.value = app.look.color;
    cells.value = app.look.cells;
  });
  const liquid = (element: HTMLElement) => {
    element.classList.add("liquid-only");
    return element;
  };
  const panel = h("div", { class: "fields" },
    h("section", {}, h("h3", {}, "Fluid"), liquid(style.element), h("label", { class: "row" }, "Colour", color), liquid(particles.element)),
    h("section", { class: "flat-only" }, h("h3", {}, "Grid"), grid.element, h("label", { class: "row" }, "Colour", cells), lines.element),
    h("section", { class: "flat-only" }, h("h3", {}, "Flow"), arrows.element, faces.element));
  fill_colors();
  return panel;
}

/** The scale of the colours, below the picture; hidden if colours stand for no number. */
export function color_bar(app: App): HTMLElement {
  const [low, high, label, bar] = [h("span"), h("span"), h("span", { class: "name" }), h("div", { class: "bar" })];
  const element = h("div", { class: "color-bar", role: "img" }, label, low, bar, high);
  let shown = "";
  setInterval(() => {
    const { look } = app;
    const quantity = look.color !== "water" ? look.color : look.grid && look.cells !== "type" ? look.cells : "";
    element.classList.toggle("shown", quantity !== "" && app.session.opened !== null);
    if (!quantity || !app.session.opened) return;
    const info = kQuantities[quantity]!;
    const range = app.painter.range(quantity);
    const number = (value: number) => String(Number(value.toPrecision(2)));
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
