// A choice for 2D scenes: the tank takes the window's shape.

import type { App } from "../app";
import { tank_shape, with_tank_shape } from "../core/tank_shape";
import { check_box } from "./dom";

export function tank_shape_box(app: App): HTMLElement {
  const { session } = app;
  let own: { name: string; text: string; shape: number } | null = null; // of the scene before
  let filled = ""; // its text with the window's shape
  const reopen = (text: string) => session.reopen(text);
  const change = (fills: boolean) => {
    const shape = tank_shape(session.text);
    if (shape === null) return;
    if (fills) {
      own = { name: session.opened!.name, text: session.text, shape };
      reopen((filled = with_tank_shape(session.text, app.painter.flat.camera.shape)));
    } else if (own) {
      reopen(session.text === filled ? own.text : with_tank_shape(session.text, own.shape));
      own = null;
    }
  };
  const box = check_box("The window's shape", false, change, "makes the tank as wide as the picture; restarts the scene");
  session.on("opened", (scene) => {
    if (own && own.name !== scene.name) own = null;
    box.set(own !== null);
    box.element.hidden = scene.dimension !== 2 || tank_shape(session.text) === null;
  });
  return box.element;
}
