// Keys and the list of them, from one table.

import type { App } from "../app";
import { h, icon_button } from "./dom";
import { save_picture, share_link } from "./save";
import { kTools } from "./tool_bar";
import { toggle_play } from "./transport";

interface KeyCommand {
  keys: string[];
  shown: string;
  does: string;
  act: () => void;
}

export class Keyboard {
  private commands: KeyCommand[];
  private dialog: HTMLDialogElement;

  constructor(app: App, others: { gallery: () => void; panel: () => void; fit: () => void }) {
    const { session } = app;
    const flip = (name: "particles" | "grid" | "lines" | "arrows" | "faces") => () => app.change({ [name]: !app.look[name] });
    this.commands = [
      { keys: [" ", "p"], shown: "Space, P", does: "play or pause", act: () => toggle_play(app) },
      { keys: ["m", "."], shown: "M, .", does: "one step", act: () => session.send({ do: "step" }) },
      { keys: ["r"], shown: "R", does: "restart", act: () => session.send({ do: "reset" }) },
      { keys: ["ctrl+z"], shown: "Ctrl Z", does: "undo", act: () => session.send({ do: "undo" }) },
      ...kTools.map(({ tool, name, hint }, index) => ({ keys: [String(index + 1)], shown: String(index + 1), does: `${name.toLowerCase()}: ${hint}`, act: () => app.hold(tool) })),
      { keys: ["["], shown: "[", does: "smaller tool", act: () => { app.radius = Math.max(app.radius / 1.2, 0.015); app.changed(); } },
      { keys: ["]"], shown: "]", does: "larger tool", act: () => { app.radius = Math.min(app.radius * 1.2, 0.2); app.changed(); } },
      { keys: ["w"], shown: "W", does: "water or dots", act: () => app.change({ style: app.look.style === "water" ? "dots" : "water" }) },
      { keys: ["q"], shown: "Q", does: "particles", act: flip("particles") },
      { keys: ["g"], shown: "G", does: "grid", act: flip("grid") },
      { keys: ["l"], shown: "L", does: "grid lines", act: flip("lines") },
      { keys: ["v"], shown: "V", does: "velocity arrows", act: flip("arrows") },
      { keys: ["f"], shown: "F", does: "face velocities", act: flip("faces") },
      { keys: ["0"], shown: "0", does: "see the whole scene", act: others.fit },
      { keys: ["o"], shown: "O", does: "scenes", act: others.gallery },
      { keys: ["b"], shown: "B", does: "panel", act: others.panel },
      { keys: ["c"], shown: "C", does: "copy a link to this scene", act: () => void share_link(app) },
      { keys: ["s"], shown: "S", does: "save a picture", act: () => save_picture(app) },
      { keys: ["?", "h"], shown: "?, H", does: "this list", act: () => this.show() },
    ];
    this.dialog = this.make_dialog();
    document.body.append(this.dialog);
    addEventListener("keydown", (event) => this.press(event));
  }

  private press(event: KeyboardEvent): void {
    const target = event.target as HTMLElement;
    // Text fields keep their keys, and a focused control keeps the space bar.
    const is_field = target.matches("textarea, select, input:not([type=range], [type=checkbox])");
    const is_control = target.matches("button, input, summary, a");
    if (is_field || event.altKey || document.querySelector("dialog[open]")) return;
    const name = `${event.ctrlKey || event.metaKey ? "ctrl+" : ""}${event.key.toLowerCase()}`;
    if (name === " " && is_control) return;
    const command = this.commands.find(({ keys }) => keys.includes(name));
    if (!command || event.repeat && name !== "m" && name !== "." && name !== "ctrl+z") return;
    event.preventDefault();
    command.act();
  }

  private make_dialog(): HTMLDialogElement {
    const dialog: HTMLDialogElement = h("dialog", { class: "help", "aria-label": "Keys" },
      h("header", {}, h("h2", {}, "Keys and gestures"), icon_button("close", "Close", () => dialog.close())),
      h("dl", { class: "keys-list" }, ...this.commands.map(({ shown, does }) => h("div", {}, h("dt", {}, h("kbd", {}, shown)), h("dd", {}, does)))),
      h("p", {}, "Use the wheel or two fingers to zoom and move the view; double-click to show the whole scene. In 3D drag to turn the view, or drag with the right button to move it."),
      h("p", {}, "This page runs the same simulator as the command line. Save the scene and run it there at any resolution: ", h("code", {}, "./spindrift run SCENE")));
    dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
    return dialog;
  }

  show(): void {
    this.dialog.showModal();
  }
}
