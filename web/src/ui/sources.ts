// Sources that stay where they were put: each has a mark over the picture while the pour tool is held, which ends it.

import type { App } from "../app";
import type { Do } from "../core/messages";
import { inline_table, tables_in } from "../core/scene_text";
import { h, icon } from "./dom";

const table_of = (app: App) => (app.session.opened?.smoke ? "smoke_source" : "source");

/** Puts a source where the hand would have poured. It begins now and does not end. */
export function keep_source(app: App, poured: Extract<Do, { do: "pour" }>): void {
  const { position, radius, velocity, color, density, temperature } = poured;
  const start = app.session.frame?.time || undefined;
  // Smoke burns as that of the scene's own source, which is what a hand pours.
  const fuel = Number(tables_in(app.session.opened?.scene ?? "", "smoke_source")[0]?.fuel) || undefined;
  const entries = { shape: "sphere", center: position, radius, velocity, color, density, temperature, fuel, start };
  app.session.edit(`${table_of(app)}+=${inline_table(entries)}`);
}

interface Source {
  number: number;
  center: number[];
  start: number;
}

/** The balls that pour without an end. */
function sources_of(app: App): Source[] {
  const time = app.session.frame?.time ?? 0;
  return tables_in(app.session.opened?.scene ?? "", table_of(app)).flatMap(({ center, start, end }, index) =>
    center && !(end && Number(end) <= time) ? [{ number: index + 1, center: JSON.parse(center) as number[], start: Number(start ?? 0) }] : []);
}

export function kept_sources(app: App): HTMLElement {
  const element = h("div", { class: "kept-sources" });
  let marks: { mark: HTMLElement; center: number[] }[] = [];
  let shown = "";
  const follow = () => {
    const { camera } = app.session.opened?.dimension === 3 ? app.painter.deep : app.painter.flat;
    for (const { mark, center } of marks) {
      const [x, y] = camera.screen_of(center);
      mark.style.translate = `${x}px ${y}px`;
    }
    if (marks.length) requestAnimationFrame(follow);
  };
  const update = () => {
    const sources = app.tool === "pour" ? sources_of(app) : [];
    if (JSON.stringify(sources) === shown) return;
    shown = JSON.stringify(sources);
    const was_empty = !marks.length;
    marks = sources.map(({ number, center, start }) => {
      const end = () => app.session.edit(`${table_of(app)}.${number}.end=${Math.max(app.session.frame?.time ?? 0, start + 1e-6)}`);
      const mark = h("button", { type: "button", class: "source-mark", title: "End this source", "aria-label": `End source ${number}`, onclick: end }, icon("close"));
      return { mark, center };
    });
    element.replaceChildren(...marks.map(({ mark }) => mark));
    if (was_empty && marks.length) follow();
  };
  app.session.on("opened", update);
  app.session.on("edited", update);
  app.watch(update);
  return element;
}
