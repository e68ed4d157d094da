// The colours that can be poured: the liquid's own, and a few that stay apart from it and from each other.

import type { App } from "../app";
import { h } from "./dom";

interface Swatch {
  name: string;
  color: number[] | null; // red, green, blue as shares of one; null: the liquid's own
}

export const kSwatches: Swatch[] = [
  { name: "as the liquid", color: null },
  { name: "red", color: [0.86, 0.16, 0.24] },
  { name: "orange", color: [0.98, 0.55, 0.13] },
  { name: "yellow", color: [0.97, 0.83, 0.2] },
  { name: "green", color: [0.2, 0.7, 0.38] },
  { name: "violet", color: [0.55, 0.3, 0.82] },
  { name: "white", color: [0.96, 0.97, 0.98] },
  { name: "black", color: [0.09, 0.1, 0.12] },
];

export function swatches(app: App): HTMLElement {
  const buttons = kSwatches.map(({ name, color }) => {
    const pick = () => {
      app.pour_color = color;
      app.changed();
    };
    const paint = color ? `rgb(${color.map((part) => Math.round(255 * part)).join(" ")})` : undefined;
    return h("button", { type: "button", class: "swatch", role: "radio", "aria-label": `Pour ${name}`, title: name, style: paint && `background: ${paint}`, onclick: pick });
  });
  app.watch(() => {
    for (const [index, button] of buttons.entries()) button.setAttribute("aria-checked", String(kSwatches[index]!.color === app.pour_color));
  });
  return h("div", { class: "swatches liquid-only", role: "radiogroup", "aria-label": "Colour to pour" }, ...buttons);
}
