// The tools, and the options of the current one.

import type { App, Tool } from "../app";
import type { Opened } from "../core/messages";
import { check_box, h, icon_button, type IconName, slider } from "./dom";
import { smoke_options } from "./smoke_options";
import { only_ball } from "./hand";
import { swatches } from "./swatches";
import { follow_device, set_gravity } from "./tilt";

interface ToolInfo {
  tool: Tool;
  icon: IconName;
  name: string;
  hint: string;
  needs?: (scene: Opened) => boolean; // for scenes that have it; else for all
}

export const kTools: ToolInfo[] = [
  { tool: "hand", icon: "hand", name: "Hand", hint: "drag a solid; elsewhere push the fluid, or turn the view in 3D" },
  { tool: "push", icon: "push", name: "Push", hint: "push and stir the fluid" },
  { tool: "pour", icon: "pour", name: "Pour", hint: "add fluid" },
  { tool: "drain", icon: "drain", name: "Drain", hint: "remove liquid", needs: (scene) => !scene.smoke },
  { tool: "wall", icon: "wall", name: "Wall", hint: "draw walls" },
  { tool: "erase", icon: "erase", name: "Erase", hint: "remove drawn walls" },
  { tool: "tilt", icon: "tilt", name: "Tilt", hint: "drag in the direction of gravity" },
  { tool: "thread", icon: "thread", name: "Thread", hint: "lay threads of dye: drag one, or click for a cross", needs: (scene) => scene.dimension === 2 },
];

export function tool_bar(app: App): HTMLElement {
  const buttons = kTools.map(({ tool, icon, name, hint }, index) =>
    icon_button(icon, `${name}: ${hint} (${index + 1})`, () => app.hold(tool), { "data-tool": tool, role: "radio" }));
  for (const [index, button] of buttons.entries()) button.append(h("span", { class: "name" }, kTools[index]!.name));
  app.session.on("opened", (scene) => {
    for (const [index, { tool, needs }] of kTools.entries()) {
      buttons[index]!.hidden = Boolean(needs && !needs(scene));
      if (buttons[index]!.hidden && app.tool === tool) app.hold("hand");
    }
  });
  app.watch(() => {
    for (const button of buttons) button.setAttribute("aria-checked", String(button.dataset.tool === app.tool));
  });
  return h("nav", { class: "tools", "aria-label": "Tools", role: "radiogroup" }, ...buttons);
}

/** What the current tool does, and its options: size, colour, direction of gravity. Always there: the picture keeps its size. */
export function tool_options(app: App): HTMLElement {
  const size = slider({ label: "Size", min: 0.015, max: 0.2, step: 0.005, value: app.radius, show: () => "" }, (value) => (app.radius = value));
  let stop: (() => void) | null = null;
  const sensor = h("button", { type: "button", class: "small", "aria-pressed": "false" }, "Follow this device");
  sensor.onclick = async () => {
    try {
      if (stop) stop();
      stop = stop ? null : await follow_device(app);
    } catch (error) {
      app.notify((error as Error).message, "trouble");
    }
    sensor.setAttribute("aria-pressed", String(stop !== null));
  };
  const upright = h("button", { type: "button", class: "small" }, "Upright");
  upright.onclick = () => {
    set_gravity(app.session, app.session.opened?.gravity ?? [0, -9.81]);
    app.session.send({ do: "drop" });
  };
  const hint = h("span", { class: "hint" });
  const colors = swatches(app);
  const smoke = smoke_options(app).map((slider) => slider.element);
  const stays = check_box("Stays", app.keeps_pouring, (value) => (app.keeps_pouring = value), "each press puts a source that stays; its mark ends it");
  const element = h("div", { class: "options" }, hint, size.element, stays.element, colors, ...smoke, upright, sensor);
  app.watch(() => {
    const sized = ["push", "pour", "drain", "wall", "erase"].includes(app.tool);
    const info = kTools.find(({ tool }) => tool === app.tool)!;
    const text = app.tool === "hand" && only_ball(app.session) ? "press anywhere: the ball comes to the pointer" : info.hint;
    hint.textContent = text[0]!.toUpperCase() + text.slice(1);
    size.element.hidden = !sized;
    size.set(app.radius);
    for (const poured of [stays.element, colors, ...smoke]) poured.hidden = app.tool !== "pour";
    upright.hidden = sensor.hidden = app.tool !== "tilt";
  });
  return element;
}
