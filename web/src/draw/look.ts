// The choices of the look panel, and the colours of day and night.

import type { Show } from "../core/messages";

export interface Look {
  particles: boolean; // the fluid itself, also smoke
  grid: boolean; // cells, coloured; in 3D those of a slice
  style: "water" | "dots";
  color: string; // of particles: "water", or a quantity
  cells: string; // of the grid: a quantity
  slice: { axis: number; at: number }; // 3D: across which axis, at which share of its length
  lines: boolean; // between the cells
  arrows: boolean;
  arrow_length: number; // 1: as usual
  faces: boolean;
  threads: boolean;
  axes: boolean;
}

export const kFirstLook: Look = {
  particles: true, grid: false, style: "water", color: "water", cells: "density", slice: { axis: 2, at: 0.5 }, lines: false, arrows: false,
  arrow_length: 1, faces: false, threads: true, axes: false,
};

/** What the colours of the picture stand for; "" if for no quantity. */
export function quantity_shown(look: Look, scene: { smoke: boolean }): string {
  const hides_fluid = scene.smoke || look.style === "water" || !look.particles;
  if (look.grid && (hides_fluid || look.color === "water")) return look.cells;
  return look.particles && look.color !== "water" ? look.color : "";
}

/** Needed of frames for other reasons than the look. */
export interface Needs {
  pointed: boolean; // the value below the pointer
  threads: boolean; // the flow that carries threads
}

/** The `show` message of a look. */
export function show_of(look: Look, scene: { smoke: boolean; dimension: number }, needs: Needs = { pointed: false, threads: false }): Show {
  const cells: string[] = [];
  const is_deep = scene.dimension === 3;
  const is_volume = scene.smoke && is_deep;
  if (scene.smoke && !is_volume) {
    if (look.color === "water") cells.push("smoke", "temperature");
    else cells.push(look.color);
  }
  const want = (field: string) => field && !cells.includes(field) && cells.push(field);
  if (look.grid) want(look.cells);
  if (needs.pointed && !is_deep) want(quantity_shown(look, scene));
  if (needs.threads) want("type");
  const kOfParticles = ["speed", "density", "pressure", "vorticity"];
  const color = kOfParticles.includes(look.color) ? look.color : "own";
  return {
    particles: look.particles && !scene.smoke,
    color,
    cells,
    velocity: look.arrows || needs.threads,
    faces: look.faces && !is_deep,
    surface: false,
    volume: is_volume && look.particles,
    slice: look.slice,
    stats: true,
  };
}

/** Colours of the picture, as parts of one; the page's own are in style.css. */
export interface Palette {
  page: number[];
  air_top: number[];
  air_bottom: number[];
  frame: number[];
  shallow: number[];
  deep: number[];
  rim: number[]; // of water, where it meets the air
  wall: number[];
  ball: number[];
  ink: number[];
}

const hex = (text: string) => [1, 3, 5].map((at) => parseInt(text.slice(at, at + 2), 16) / 255);

export const kNight: Palette = {
  page: hex("#071119"), air_top: hex("#0d1d29"), air_bottom: hex("#112635"), frame: hex("#2a4557"),
  shallow: hex("#4fc3dc"), deep: hex("#0a4378"), rim: hex("#dbf5fa"), wall: hex("#5b7383"), ball: hex("#ee6a55"), ink: hex("#e8f4fa"),
};

export const kDay: Palette = {
  page: hex("#e9f0f4"), air_top: hex("#fbfdfe"), air_bottom: hex("#eef5f8"), frame: hex("#a9bfcc"),
  shallow: hex("#4ab9d6"), deep: hex("#0b4f86"), rim: hex("#1f86b2"), wall: hex("#7d919e"), ball: hex("#e35d48"), ink: hex("#102a3a"),
};
