// The value below the pointer: of the quantity that the colours of the picture stand for.

import type { App } from "../app";
import { type FrameArray, number_at } from "../core/frame";
import { kQuantities } from "../draw/colors";
import { quantity_shown } from "../draw/look";
import { h, short } from "./dom";

const kTypes = ["air", "fluid", "solid"];
const kHaveAMost = ["density", "pressure", "speed", "vorticity"]; // of liquids: a frame tells no larger numbers apart

/** The number of the cell of a 2D field or slice at a place; null if there is none. `axes`: those of its columns and rows. */
function cell_at(array: FrameArray, place: number[], size: number[], axes: [number, number]): number | null {
  const [columns, rows] = array.cells!;
  const [i, j] = [Math.floor((place[axes[0]]! / size[axes[0]]!) * columns!), Math.floor((place[axes[1]]! / size[axes[1]]!) * rows!)];
  if (i < 0 || j < 0 || i >= columns! || j >= rows!) return null;
  return j * columns! + i;
}

/** The text for the pointer's place; "" where nothing has a value. */
export function text_at(app: App, x: number, y: number): string {
  const { session, painter, look } = app;
  const scene = session.opened;
  if (!scene || !session.frame) return "";
  const is_deep = scene.dimension === 3;
  const natural = scene.smoke && !is_deep && look.particles; // its fields are there in any case
  const shown = is_deep ? (look.grid ? look.cells : "") : quantity_shown(look, scene);
  const fields = shown ? [shown] : natural ? ["smoke", "temperature"] : [];
  const arrays = fields.map((field) => session.frame!.arrays.get(`cells.${field}`));
  const first = arrays[0];
  let place: number[] | null = is_deep ? null : painter.flat.camera.place_at(x, y);
  if (is_deep && first?.axis !== undefined) place = painter.deep.camera.place_on_slice(x, y, first.axis, first.at!);
  if (!place) return "";
  const axes: [number, number] = [first?.axis === 0 ? 1 : 0, first?.axis === undefined || first.axis === 2 ? 1 : 2];
  const texts = fields.flatMap((field, index) => {
    const array = arrays[index];
    const cell = array?.cells ? cell_at(array, place, scene.size, axes) : null;
    const { label, unit } = kQuantities[field]!;
    if (!array || cell === null) return [];
    if (field === "type") return [`${label}: ${kTypes[array.data[cell]!]}`];
    if (array.empty && array.data[cell] === 0) return [];
    const is_most = !scene.smoke && kHaveAMost.includes(field) && array.data[cell] === 65535;
    return [`${label} ${is_most ? "≥ " : ""}${short(number_at(array, cell))} ${unit}`.trim()];
  });
  return texts.length ? `${place.map((part) => part.toFixed(2)).join(", ")} m · ${texts.join(", ")}` : "";
}

export function pointed_value(app: App, canvas: HTMLCanvasElement): HTMLElement {
  const element = h("output", { class: "pointed-value", "aria-label": "Value below the pointer" });
  const follow = (event: PointerEvent) => app.point({ x: event.offsetX, y: event.offsetY });
  for (const name of ["pointermove", "pointerdown"] as const) canvas.addEventListener(name, follow);
  canvas.addEventListener("pointerleave", () => app.point(null));
  const update = () => {
    const text = app.pointer ? text_at(app, app.pointer.x, app.pointer.y) : "";
    element.classList.toggle("shown", text !== "");
    if (text && element.textContent !== text) element.textContent = text;
  };
  canvas.addEventListener("pointermove", update);
  app.session.on("frame", update);
  app.watch(update);
  return element;
}
