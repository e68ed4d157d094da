// The gallery: the scenes that come with the page, with pictures.

import type { App } from "../app";
import { is_served_by_program } from "../core/core";
import type { Session } from "../core/session";
import { h, icon, icon_button } from "./dom";
import { kOwnTank, kScenes, resolution_for_tab, type SceneInfo, text_for_tab } from "./scenes";

/** Opens a scene of the gallery; in a tab a 3D scene is coarser. */
export function open_scene(session: Session, scene: SceneInfo, play = true): void {
  history.replaceState(null, "", `#scene=${scene.name}`);
  if (is_served_by_program()) session.open(scene.name, scene.text, play);
  else session.open(scene.name, text_for_tab(scene), play, resolution_for_tab(scene));
}

function card(app: App, scene: SceneInfo, close: () => void): HTMLElement {
  const [head, ...rest] = scene.title.split(": ");
  const pick = () => {
    close();
    open_scene(app.session, scene);
  };
  const picture = scene.picture ? h("img", { src: scene.picture, alt: "", loading: "lazy", width: 320, height: 200 }) : h("div", { class: "no-picture" }, scene === kOwnTank && icon("pour"));
  const kind = `${scene.dimension}D${scene.smoke ? " smoke" : ""}`;
  return h("button", { type: "button", class: "card", onclick: pick, title: scene.about, "data-scene": scene.name },
    picture, h("strong", {}, head!), h("span", {}, rest.join(": ") || scene.about), h("small", { class: "kind" }, kind));
}

export class Gallery {
  private dialog: HTMLDialogElement;

  constructor(app: App) {
    const close = () => this.dialog.close();
    const cards = kScenes.map((scene) => card(app, scene, close));
    const search = h("input", { type: "search", placeholder: "Search", "aria-label": "Search scenes" });
    search.oninput = () => {
      const words = search.value.toLowerCase().split(/\s+/);
      for (const [index, element] of cards.entries()) {
        const { name, title, about } = kScenes[index]!;
        const text = `${name} ${title} ${about}`.toLowerCase();
        element.hidden = !words.every((word) => text.includes(word));
      }
    };
    this.dialog = h("dialog", { class: "gallery", "aria-label": "Scenes" },
      h("header", {}, h("h2", {}, "Scenes"), search, icon_button("close", "Close", close)), h("div", { class: "cards" }, ...cards));
    this.dialog.addEventListener("click", (event) => event.target === this.dialog && close());
    document.body.append(this.dialog);
  }

  show(): void {
    this.dialog.showModal();
  }
}
