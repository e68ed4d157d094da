// The scene as text, edited while it runs. Errors are shown at their lines.

import type { App } from "../app";
import type { Failure } from "../core/messages";
import { h } from "./dom";
import { name_of_text } from "./scenes";

const kPause = 500; // ms after the last key before the scene restarts

const kMargin = 12; // pixels

const escape = (text: string) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;");

/** A line with the colours of its parts: heading, comment, string, key, number. */
function colored(line: string): string {
  const parts = /("(?:[^"\\]|\\.)*")|(#.*$)|(^\s*\[\[?[^\]]*\]\]?)|(^\s*[\w.]+(?=\s*=))|((?:\b|(?<![\w.])-)\d[\d._e+-]*\b|\btrue\b|\bfalse\b)/g;
  const kClasses = ["string", "comment", "heading", "key", "number"];
  let colored_line = "";
  let done = 0;
  for (const match of line.matchAll(parts)) {
    const kind = kClasses[match.slice(1).findIndex((part) => part !== undefined)];
    colored_line += `${escape(line.slice(done, match.index))}<span class="toml-${kind}">${escape(match[0])}</span>`;
    done = match.index + match[0].length;
  }
  return colored_line + escape(line.slice(done));
}

export interface ScenePanel {
  element: HTMLElement;
  /** Whether a mistake is in the text of the panel. */
  has(error: Failure): boolean;
  mark(error: Failure): void;
}

export function scene_panel(app: App): ScenePanel {
  const { session } = app;
  const area = h("textarea", { spellcheck: "false", autocapitalize: "off", autocomplete: "off", wrap: "off", "aria-label": "The scene as text", "aria-describedby": "scene-message" });
  const paint = h("pre", { "aria-hidden": "true" });
  const numbers = h("pre", { class: "numbers-column", "aria-hidden": "true" });
  const message = h("div", { class: "message", id: "scene-message", role: "status", hidden: true });
  const state = h("span", { class: "note" });
  const sheet = h("div", { class: "sheet" }, paint, area, message);
  const editor = h("div", { class: "editor" }, numbers, sheet);
  let timer = 0;

  const repaint = () => {
    const lines = area.value.split("\n");
    paint.innerHTML = lines.map((line) => `<span class="line">${colored(line) || " "}</span>`).join("");
    numbers.textContent = lines.map((_, index) => index + 1).join("\n");
    area.style.height = paint.style.minHeight = `calc(${lines.length} * var(--line-height))`;
    area.style.width = `calc(${Math.max(...lines.map((line) => line.length), 20) + 2}ch)`;
  };
  const show_error = (error: Failure | null) => {
    message.hidden = error === null;
    editor.querySelectorAll(".bad").forEach((line) => line.classList.remove("bad"));
    if (!error) return;
    message.textContent = error.message;
    const line = error.line ?? 0;
    message.dataset.line = String(line);
    message.style.top = `calc(${Math.max(line, 0)} * var(--line-height))`;
    paint.children[line - 1]?.classList.add("bad");
    // Scrolls the editor alone, and so far that the message below the line is seen.
    const end = sheet.offsetTop - editor.offsetTop + message.offsetTop + message.offsetHeight + kMargin;
    const begin = end - message.offsetHeight - 3 * kMargin;
    editor.scrollTop = Math.min(Math.max(editor.scrollTop, end - editor.clientHeight), begin);
    editor.scrollLeft = 0;
  };
  const start = () => {
    session.open(name_of_text(area.value, session.opened?.name ?? "scene"), area.value, session.state.playing || session.frame === null);
  };
  area.oninput = () => {
    repaint();
    show_error(null);
    state.textContent = "";
    clearTimeout(timer);
    timer = window.setTimeout(start, kPause);
  };
  area.onkeydown = (event) => {
    event.stopPropagation(); // letters are text here, not commands
    if (event.key === "Escape") area.blur();
    if (event.key !== "Tab" || event.shiftKey) return;
    event.preventDefault();
    area.setRangeText("  ", area.selectionStart, area.selectionEnd, "end");
    area.dispatchEvent(new Event("input"));
  };
  const follow = (text: string) => {
    // Text that is being typed is not replaced: the cursor would jump.
    if (document.activeElement !== area && area.value !== text) area.value = text;
    repaint();
  };
  session.on("opened", (scene) => {
    show_error(null);
    follow(session.text);
    state.textContent = `${scene.cells.join(" × ")} cells`;
  });
  session.on("edited", () => follow(session.text));
  const element = h("div", { class: "scene-panel" }, editor,
    h("div", { class: "below" }, state, h("span", { class: "note" }, "Changes restart the scene. "), h("a", { href: "https://toml.io", target: "_blank", rel: "noreferrer" }, "TOML")));
  return {
    element,
    has(error) {
      return error.line !== undefined && error.text !== undefined && (!session.opened || error.text === area.value);
    },
    mark(error) {
      follow(error.text!);
      state.textContent = "Not started: see the marked line."; // before the error, which needs the editor's height
      show_error(error);
    },
  };
}
