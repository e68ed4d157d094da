// Day and night: as the system has it, until it is chosen here.

import type { Painter } from "../draw/painter";
import { icon_button, set_icon } from "./dom";

const kStored = "spindrift.theme";
const system = matchMedia("(prefers-color-scheme: light)");

/** Gives page and picture the colours of the chosen time of day. */
export function apply_theme(painter: Pick<Painter, "dark">): void {
  painter.dark = (localStorage.getItem(kStored) ?? (system.matches ? "light" : "dark")) === "dark";
  document.documentElement.dataset.theme = painter.dark ? "dark" : "light";
}

export function theme_button(painter: Painter): HTMLButtonElement {
  const apply = () => {
    apply_theme(painter);
    set_icon(button, painter.dark ? "sun" : "moon", painter.dark ? "Day" : "Night");
  };
  const button = icon_button("sun", "Day", () => {
    localStorage.setItem(kStored, painter.dark ? "light" : "dark");
    apply();
  }, { class: "icon-button theme" });
  system.addEventListener("change", apply);
  apply();
  return button;
}
