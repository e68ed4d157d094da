// The solver's settings: the most important ones, then all keys of the scene.

import type { App } from "../app";
import type { Key } from "../core/messages";
import { set_in_text, toml_text } from "../core/scene_text";
import { check_box, h, power_of_ten, select, short, slider } from "./dom";
import { tank_shape_box } from "./tank_shape_box";

/** A value in the form of `--set`. */
export function edit_text(value: unknown): string {
  if (Array.isArray(value)) return value.every((part) => typeof part === "number") ? `[${value.join(", ")}]` : value.join(",");
  return String(value);
}

/** Changes a key at once. If it cannot change while the scene runs, changes it in the text and restarts. */
export function change_key(app: App, key: Key, value: unknown): void {
  const { session } = app;
  if (!key.fixed) return session.edit(`${key.key}=${edit_text(value)}`);
  const [section, name, more] = key.key.split(".");
  if (!session.opened || !section || !name || more) return app.notify("Change this in the scene's text.");
  if (key.key === "domain.resolution") return session.reopen(session.text, Number(value));
  session.reopen(set_in_text(session.text, section, name, toml_text(value)));
}

export function settings_panel(app: App): HTMLElement {
  return h("div", { class: "fields" }, quick_settings(app), all_keys(app));
}

function quick_settings(app: App): HTMLElement {
  const { session } = app;
  const blend = slider({ label: "PIC / FLIP", min: 0, max: 1, step: 0.01, value: 0.95, show: (value) => value.toFixed(2), ends: ["PIC, calm", "FLIP, lively"] },
    (value) => session.edit(...(session.key("solver.transfer")?.value === "flip" ? [] : ["solver.transfer=flip"]), `solver.flip=${value}`));
  blend.input.dataset.key = "solver.flip";
  const transfer = select("Transfer", [["flip", "PIC / FLIP"], ["apic", "APIC"], ["pic", "PIC"]], "flip", (value) => session.edit(`solver.transfer=${value}`));
  const method = select("Method", [["standard", "Standard"], ["classic", "Classic"]], "standard", (value) => session.edit(`solver.method=${value}`));
  const drift = check_box("Compensate drift", false, (value) => session.edit(`drift.density_term=${value}`), "adds a pressure term that spreads crowded cells");
  const apart = check_box("Separate particles", false, (value) => session.edit(`drift.push_apart=${value}`), "pushes overlapping particles apart");
  drift.element.dataset.key = "drift.density_term";
  apart.element.dataset.key = "drift.push_apart";
  const pressure = select("Pressure solver", [["multigrid", "Multigrid"], ["pcg", "Conjugate gradients"], ["gauss_seidel", "Gauss-Seidel"]], "multigrid",
    (value) => session.edit(`solver.pressure=${value}`));
  const sweeps = slider({ label: "Sweeps", min: 1, max: 200, step: 1, value: 50 }, (value) => session.edit(`solver.sweeps=${value}`));
  const tolerance = slider({ label: "Tolerance", min: -8, max: -1, step: 1, value: -5, show: power_of_ten },
    (value) => session.edit(`solver.tolerance=${Number((10 ** value).toPrecision(3))}`));
  const resolution = slider({ label: "Resolution", min: 16, max: 512, step: 4, value: 128, live: false, show: (value) => `${value} cells`, ends: ["quick", "fine"] },
    (value) => session.reopen(session.text, value));
  resolution.input.dataset.key = "domain.resolution";
  const live = h("p", { class: "note", "aria-live": "off" });
  session.on("stats", (stats) => {
    live.textContent = `${short(stats.pressure_iterations)} iterations; relative residual ${short(stats.pressure_residual, 2)}.`;
  });
  const flow = h("section", {}, h("h3", {}, "Motion"), h("label", { class: "row" }, "Method", method), h("label", { class: "row" }, "Transfer", transfer), blend.element, drift.element, apart.element);

  const follow = () => {
    const scene = session.opened;
    if (!scene) return;
    own.disabled = session.has_own_settings;
    flow.hidden = scene.smoke;
    transfer.value = String(session.key("solver.transfer")?.value ?? "flip");
    blend.set(session.number("solver.flip", 0.95));
    blend.element.classList.toggle("faint", transfer.value !== "flip");
    method.value = String(session.key("solver.method")?.value ?? "standard");
    const has_sweeps = method.value === "classic" || typeof session.key("solver.sweeps")?.value === "number";
    drift.set(session.key("drift.density_term")?.value === true);
    apart.set(session.key("drift.push_apart")?.value === true);
    pressure.value = String(session.key("solver.pressure")?.value || (method.value === "classic" ? "gauss_seidel" : "multigrid"));
    sweeps.element.hidden = pressure.value !== "gauss_seidel";
    sweeps.element.classList.toggle("faint", !has_sweeps); // it sweeps to the tolerance
    tolerance.element.hidden = pressure.value === "gauss_seidel" && has_sweeps;
    sweeps.set(session.number("solver.sweeps", 50));
    tolerance.set(Math.log10(session.number("solver.tolerance", 1e-5)));
    resolution.input.max = scene.dimension === 2 ? "768" : "160";
    resolution.set(Math.max(...scene.cells));
  };
  session.on("opened", follow);
  session.on("edited", follow);
  session.on("error", follow); // what was refused goes back
  const own = h("button", { type: "button", class: "small", title: "restarts it (Shift R)", onclick: () => session.reopen_own() }, "The scene's own settings");
  return h("div", { class: "fields" }, flow,
    h("section", {}, h("h3", {}, "Pressure"), h("label", { class: "row" }, "Solver", pressure), live, sweeps.element, tolerance.element),
    h("section", {}, h("h3", {}, "Grid"), resolution.element, tank_shape_box(app), h("p", { class: "note" }, "A change of these restarts the scene."), own));
}

/** Every key of the scene, by its section, with a control of its kind. */
function all_keys(app: App): HTMLElement {
  const list = h("div", { class: "keys" });
  const fill = () => {
    const open = new Set([...list.querySelectorAll("details[open]")].map((details) => (details as HTMLElement).dataset.section));
    const sections = new Map<string, Key[]>();
    for (const key of app.session.opened?.keys ?? []) {
      const section = key.key.includes(".") ? key.key.slice(0, key.key.lastIndexOf(".")) : "scene";
      if (["output", "checkpoint", "render", "surface"].includes(section)) continue; // only for runs that write files
      sections.set(section, [...(sections.get(section) ?? []), key]);
    }
    list.replaceChildren(...[...sections].map(([section, keys]) =>
      h("details", { "data-section": section, open: open.has(section) }, h("summary", {}, section.replace(".", " ")), ...keys.map((key) => key_row(app, key)))));
  };
  app.session.on("opened", fill);
  app.session.on("edited", () => {
    if (!list.contains(document.activeElement)) fill(); // not while one is edited
  });
  return h("section", {}, h("h3", {}, "Every key"), list);
}

function key_row(app: App, key: Key): HTMLElement {
  const name = key.key.slice(key.key.lastIndexOf(".") + 1);
  const change = (value: unknown) => change_key(app, key, value);
  const hint = [key.meaning, key.fixed ? "restarts the scene" : ""].filter(Boolean).join("; ");
  return h("label", { class: "key", title: hint || undefined, "data-key": key.key },
    h("span", {}, name.replaceAll("_", " "), key.unit ? h("small", {}, key.unit) : null), control_of(key, change));
}

function control_of(key: Key, change: (value: unknown) => void): HTMLElement {
  if (key.kind === "truth") {
    const box = h("input", { type: "checkbox", onchange: () => change(box.checked) });
    box.checked = key.value === true;
    return box;
  }
  if (key.kind === "word" && key.words?.length) return select(key.key, key.words.map((word) => [word, word.replaceAll("_", " ")]), String(key.value), change);
  const is_number = key.kind === "number" || key.kind === "integer";
  const input = h("input", { type: is_number ? "number" : "text", step: key.kind === "integer" ? 1 : "any", min: key.min, max: key.max, "aria-label": key.key });
  input.value = key.kind === "vector" && Array.isArray(key.value) ? key.value.join(", ") : Array.isArray(key.value) ? key.value.join(", ") : String(key.value ?? "");
  input.onchange = () => {
    const parts = () => input.value.split(",").map((part) => part.trim()).filter(Boolean);
    change(is_number ? input.valueAsNumber : key.kind === "vector" ? parts().map(Number) : key.kind === "words" ? parts() : input.value);
  };
  return input;
}
