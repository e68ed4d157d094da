// The panel beside the picture: four tabs, one or none of them open.

import type { App } from "../app";
import type { Failure } from "../core/messages";
import { charts_panel } from "./charts";
import { h, icon, type IconName } from "./dom";
import { look_panel } from "./look_panel";
import { type ScenePanel, scene_panel } from "./scene_panel";
import { settings_panel } from "./settings_panel";

export class Panel {
  readonly element: HTMLElement;
  readonly tabs: HTMLElement;
  private leaves: { name: string; tab: HTMLButtonElement; leaf: HTMLElement }[];
  private shown: string | null = null;
  private text: ScenePanel;

  constructor(app: App, private root: HTMLElement) {
    this.text = scene_panel(app);
    const kLeaves: [string, string, IconName, HTMLElement][] = [
      ["look", "Look", "look", look_panel(app)],
      ["settings", "Solver", "settings", settings_panel(app)],
      ["charts", "Charts", "chart", charts_panel(app)],
      ["scene", "Scene", "text", this.text.element],
    ];
    this.leaves = kLeaves.map(([name, label, symbol, content]) => ({
      name,
      tab: h("button", { type: "button", role: "tab", id: `tab-${name}`, "aria-controls": `leaf-${name}`, onclick: () => this.show(this.shown === name ? null : name) }, icon(symbol), h("span", {}, label)),
      leaf: h("div", { class: "leaf", role: "tabpanel", id: `leaf-${name}`, "aria-labelledby": `tab-${name}`, hidden: true }, content),
    }));
    this.tabs = h("div", { class: "tabs", role: "tablist", "aria-label": "Panel" }, ...this.leaves.map(({ tab }) => tab));
    this.element = h("aside", { class: "panel" }, ...this.leaves.map(({ leaf }) => leaf));
  }

  show(name: string | null): void {
    this.shown = name;
    for (const { name: own, tab, leaf } of this.leaves) {
      tab.setAttribute("aria-selected", String(own === name));
      leaf.hidden = own !== name;
    }
    this.root.classList.toggle("with-panel", name !== null);
  }

  /** Shows what is wrong with a text at its line; false if it is not about the text that the panel has. */
  show_mistake(error: Failure): boolean {
    if (!this.text.has(error)) return false;
    this.show("scene");
    this.text.mark(error);
    return true;
  }

  toggle(): void {
    this.show(this.shown === null ? "look" : null);
  }
}
