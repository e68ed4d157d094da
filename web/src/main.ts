// The page: assembles its parts, opens a scene, and draws its frames.

import { App } from "./app";
import { is_served_by_program, start_core } from "./core/core";
import { scene_of_address } from "./core/link";
import { Session } from "./core/session";
import { Painter } from "./draw/painter";
import { expose_for_tests } from "./testing";
import { h, icon, icon_button } from "./ui/dom";
import { Gallery, open_scene } from "./ui/gallery";
import { Hand } from "./ui/hand";
import { Keyboard } from "./ui/keyboard";
import { color_bar } from "./ui/look_panel";
import { Panel } from "./ui/panel";
import { pointed_value } from "./ui/pointed_value";
import { save_menu, share_link } from "./ui/save";
import { kFirstScene, scene_named } from "./ui/scenes";
import { kept_sources } from "./ui/sources";
import { theme_button } from "./ui/theme";
import { tool_bar, tool_options } from "./ui/tool_bar";
import { transport } from "./ui/transport";

const root = document.querySelector<HTMLElement>("#page")!;
const kHeadStart = 300; // ms to wait for the core before the page is made
const kFirstPicture = "first picture"; // a performance mark, for measurements

async function start(): Promise<void> {
  // The core and its scene first: the rest of the page is made while the core fills the tank.
  const core = start_core();
  const session = new Session(core);
  const trouble = open_first(session);
  await Promise.race([core.ready, new Promise((go) => setTimeout(go, kHeadStart))]);

  const canvas = h("canvas", { class: "water", tabindex: 0, role: "img", "aria-label": "The scene. Drag to use the current tool." });
  const painter = new Painter(canvas);
  const toast = h("div", { class: "toast", role: "status", "aria-live": "polite" });
  const app = new App(session, painter, (sentence, kind = "note") => {
    toast.textContent = sentence;
    toast.dataset.kind = kind;
    toast.classList.add("shown");
    clearTimeout(hide);
    hide = window.setTimeout(() => toast.classList.remove("shown"), kind === "trouble" ? 8000 : 4000);
  });
  let hide = 0;

  const ring = h("div", { class: "ring" });
  const hand = new Hand(app, canvas, ring);
  const gallery = new Gallery(app);
  const panel = new Panel(app, root);
  const keyboard = new Keyboard(app, { gallery: () => gallery.show(), panel: () => panel.toggle(), fit: () => hand.fit() });
  const title = h("span", { class: "title" }, "Scenes");
  const pick = h("button", { type: "button", class: "pick", title: "Scenes (O)", onclick: () => gallery.show() }, icon("grid"), title);
  const note = h("div", { class: "pace-note", role: "status" });
  const wait = h("div", { class: "wait" }, h("span", {}, "Filling the tank…"));
  root.append(
    h("header", { class: "top" },
      h("a", { class: "brand", href: "./", "aria-label": "Spindrift" }, icon("wave"), "Spindrift"),
      pick,
      panel.tabs,
      h("div", { class: "actions" },
        icon_button("link", "Copy a link to this scene (C)", () => void share_link(app)), save_menu(app, () => keyboard.show()),
        h("a", { class: "icon-button how", href: "./how.html", title: "How it works", "aria-label": "How it works" }, icon("book")),
        icon_button("help", "Keys (?)", () => keyboard.show()), theme_button(painter))),
    tool_bar(app),
    h("main", { class: "stage" }, tool_options(app), h("div", { class: "view" }, canvas, kept_sources(app), ring, pointed_value(app, canvas), wait, note, toast), color_bar(app)),
    panel.element,
    transport(app),
  );
  panel.show(innerWidth > 1100 ? "look" : null);
  painter.draw(app.look); // gives the canvas its size while the core is loading

  let dirty = true;
  session.on("opened", (scene) => {
    // Requests the first frame first: it is made while the panels are filled.
    session.show(app.show);
    session.next();
    painter.take_scene(scene, true);
    title.textContent = scene.title || scene.name;
    document.title = `${scene.title || scene.name} – Spindrift`;
    root.dataset.dimension = String(scene.dimension);
    root.dataset.fluid = scene.smoke ? "smoke" : "liquid";
    app.changed();
  });
  session.on("edited", (scene) => {
    painter.take_scene(scene, false);
    dirty = true;
  });
  session.on("frame", (frame) => {
    if (!session.opened) return;
    painter.take_frame(frame);
    if (!wait.hidden && session.solids.length === 1) app.notify("Press anywhere: the ball comes to the pointer. The other tools pour, drain and build.");
    wait.hidden = true;
    dirty = true;
  });
  session.on("state", (state) => {
    note.textContent = state.note ?? "";
    note.classList.toggle("shown", Boolean(state.note));
  });
  session.on("error", (error) => {
    if (!session.opened) wait.firstElementChild!.textContent = "This scene cannot be opened.";
    if (!panel.show_mistake(error)) app.notify(error.message, "trouble");
  });
  session.on("taken_over", () => app.notify("Your change replaces the rest of the recording. Undo restores it."));
  session.on("replaced", (name) => app.notify(`Your changes to ${name.replace(/\.toml$/, "")} are kept: Undo returns to it.`));
  session.on("trouble", (sentence) => (sentence ? app.notify(sentence, "trouble") : toast.classList.remove("shown")));
  app.watch(() => {
    dirty = true;
    root.dataset.tool = app.tool;
    if (session.opened) session.show(app.show);
  });

  let seen = "";
  let [drawn, counted_from] = [0, 0];
  const turn = (now: number) => {
    requestAnimationFrame(turn);
    painter.sharpness.keep_up(now);
    const kCountFor = 1000; // ms
    if (now - counted_from > kCountFor) {
      app.pictures_per_second = (1000 * drawn) / (now - counted_from);
      [drawn, counted_from] = [0, now];
    }
    hand.act();
    if (session.opened) session.next();
    // Draws only after a change, so that an idle page uses no processor.
    const sight = JSON.stringify([painter.flat.camera, session.opened?.dimension === 3 && painter.deep.camera, painter.dark, canvas.clientWidth, canvas.clientHeight]);
    const moves = dirty || sight !== seen;
    const sharpens = !moves && !session.state.playing && painter.sharpness.wants_sharp(now);
    if (!(moves || sharpens) || !painter.has_frame) return;
    seen = sight;
    dirty = false;
    painter.draw(app.look, moves ? "moving" : "sharp");
    ++drawn;
    if (painter.has_frame && !performance.getEntriesByName(kFirstPicture).length) performance.mark(kFirstPicture);
  };
  requestAnimationFrame(turn);
  expose_for_tests(app);

  const sentence = await trouble;
  if (sentence) app.notify(sentence, "trouble");
}

/** Opens the scene of the address; else the one that the program was started with, or the first of the gallery. Returns what is
 *  wrong with the address, or nothing. */
async function open_first(session: Session): Promise<string> {
  let trouble = "";
  const asked = await scene_of_address(location.hash).catch(() => {
    trouble = "The link is damaged and contains no scene.";
    return null;
  });
  const shipped = scene_named(asked?.name ?? kFirstScene);
  const moves = !matchMedia("(prefers-reduced-motion: reduce)").matches;
  if (asked?.scene !== undefined) session.open(asked.name, asked.scene, moves);
  else if (is_served_by_program() && !asked) return trouble;
  else if (shipped) open_scene(session, shipped, moves);
  else if (asked && is_served_by_program()) session.open(asked.name, undefined, moves);
  else {
    trouble = `There is no scene named "${asked?.name}".`;
    open_scene(session, scene_named(kFirstScene)!, moves);
  }
  return trouble;
}

const is_bench = new URLSearchParams(location.search).has("bench");
(is_bench ? import("./bench/bench").then(({ show_bench }) => show_bench(root)) : start()).catch((error: Error) => {
  root.append(h("p", { class: "sorry", role: "alert" }, error.message));
});
