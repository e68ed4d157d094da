// Keys and the list of them, from one table.

import type { App } from "../app";
import type { Opened } from "../core/messages";
import { h, icon_button } from "./dom";
import { save_picture, share_link } from "./save";
import { kTools } from "./tool_bar";
import { toggle_play } from "./transport";

interface KeyCommand {
  keys: string[];
  shown: string;
  does: string;
  act: () => void;
  needs?: (scene: Opened) => boolean; // for scenes that have it; else for all
}

export class Keyboard {
  private commands: KeyCommand[];
  private dialog: HTMLDialogElement;
  private has_tabbed = false; // since the last click
  private taken = ""; // the key of the last command, until it is up
  private list = h("dl", { class: "keys-list" });

  constructor(private app: App, others: { gallery: () => void; panel: () => void; fit: () => void }) {
    const { session } = app;
    const is_flat = (scene: Opened) => scene.dimension === 2;
    const flip = (name: "particles" | "grid" | "lines" | "arrows" | "faces" | "axes") => () => app.change({ [name]: !app.look[name] });
    this.commands = [
      { keys: [" ", "p"], shown: "Space, P", does: "play or pause", act: () => toggle_play(app) },
      { keys: ["m", "."], shown: "M, .", does: "one step", act: () => session.send({ do: "step" }) },
      { keys: ["r"], shown: "R", does: "restart", act: () => session.send({ do: "reset" }) },
      { keys: ["shift+r"], shown: "Shift R", does: "restart with the scene's own settings", act: () => session.reopen_own() },
      { keys: ["ctrl+z"], shown: "Ctrl Z", does: "undo", act: () => session.send({ do: "undo" }) },
      ...kTools.map(({ tool, name, hint, needs }, index) => ({ keys: [String(index + 1)], shown: String(index + 1), does: `${name.toLowerCase()}: ${hint}`, act: () => app.hold(tool), needs })),
      { keys: ["["], shown: "[", does: "smaller tool", act: () => { app.radius = Math.max(app.radius / 1.2, 0.015); app.changed(); } },
      { keys: ["]"], shown: "]", does: "larger tool", act: () => { app.radius = Math.min(app.radius * 1.2, 0.2); app.changed(); } },
      { keys: ["w"], shown: "W", does: "water or dots", act: () => app.change({ style: app.look.style === "water" ? "dots" : "water" }), needs: (scene) => !scene.smoke },
      { keys: ["q"], shown: "Q", does: "the fluid, shown or not", act: flip("particles") },
      { keys: ["g"], shown: "G", does: "grid; in 3D a slice of it", act: flip("grid") },
      { keys: ["l"], shown: "L", does: "grid lines", act: flip("lines"), needs: is_flat },
      { keys: ["v"], shown: "V", does: "velocity arrows", act: flip("arrows") },
      { keys: ["f"], shown: "F", does: "face velocities", act: flip("faces"), needs: is_flat },
      { keys: ["x"], shown: "X", does: "axes", act: flip("axes") },
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
    addEventListener("keyup", (event) => {
      if (event.key === this.taken) event.preventDefault(); // some browsers click a button only now
      this.taken = "";
    });
    addEventListener("pointerdown", () => (this.has_tabbed = false), true);
  }

  private press(event: KeyboardEvent): void {
    const target = event.target as HTMLElement;
    if (event.key === "Tab") this.has_tabbed = true;
    if (event.altKey || document.querySelector("dialog[open]")) return;
    // Keys act on the tank unless text is being typed. The space bar is a control's if the Tab key has led to it.
    if (target.matches("textarea, input:not([type=range], [type=checkbox])")) {
      if (target.matches("input") && ["Enter", "Escape"].includes(event.key)) target.blur();
      return;
    }
    const letter = event.key.toLowerCase();
    const shift = event.shiftKey && /^[a-z]$/.test(letter) ? "shift+" : ""; // other signs may need the key by themselves
    const name = `${event.ctrlKey || event.metaKey ? "ctrl+" : ""}${shift}${letter}`;
    if (name === " " && this.has_tabbed && target.matches("button, select, input, summary, a")) return;
    const command = this.useful.find(({ keys }) => keys.includes(name));
    if (!command || event.repeat && name !== "m" && name !== "." && name !== "ctrl+z") return;
    event.preventDefault();
    this.taken = event.key;
    command.act();
  }

  /** Those that do something in this scene. */
  private get useful(): KeyCommand[] {
    const scene = this.app.session.opened;
    return this.commands.filter(({ needs }) => !needs || !scene || needs(scene));
  }

  private make_dialog(): HTMLDialogElement {
    const dialog: HTMLDialogElement = h("dialog", { class: "help", "aria-label": "Keys" },
      h("header", {}, h("h2", {}, "Keys and gestures"), icon_button("close", "Close", () => dialog.close())),
      this.list,
      h("p", {}, "Use the wheel or two fingers to zoom and move the view; double-click to show the whole scene. In 3D drag to turn the view, or drag with the right button to move it."),
      h("p", {}, "This page runs the same simulator as the command line. Save the scene and run it there at any resolution: ", h("code", {}, "./spindrift run SCENE")));
    dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
    return dialog;
  }

  show(): void {
    this.list.replaceChildren(...this.useful.map(({ shown, does }) => h("div", {}, h("dt", {}, h("kbd", {}, shown)), h("dd", {}, does))));
    this.dialog.showModal();
  }
}
