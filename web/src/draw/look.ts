// The choices of the look panel, and the colours of day and night.

import type { Show } from "../core/messages";

export interface Look {
  particles: boolean;
  grid: boolean; // cells, coloured
  style: "water" | "dots";
  color: string; // of particles: "water", or a quantity
  cells: string; // of the grid: a quantity
  lines: boolean; // between the cells
  arrows: boolean;
  faces: boolean;
}

export const kFirstLook: Look = {
  particles: true, grid: false, style: "water", color: "water", cells: "density", lines: false, arrows: false, faces: false,
};

/** The `show` message of a look. */
export function show_of(look: Look, scene: { smoke: boolean; dimension: number }): Show {
  const cells: string[] = [];
  const is_volume = scene.smoke && scene.dimension === 3;
  if (scene.smoke && !is_volume) {
    if (look.color === "water") cells.push("smoke", "temperature");
    else cells.push(look.color);
  }
  if (look.grid && !cells.includes(look.cells)) cells.push(look.cells);
  const kOfParticles = ["speed", "density", "pressure", "vorticity"];
  const color = kOfParticles.includes(look.color) ? look.color : "own";
  return {
    particles: look.particles && !scene.smoke,
    color,
    cells,
    velocity: look.arrows,
    faces: look.faces,
    surface: false,
    volume: is_volume,
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
  wall: number[];
  ball: number[];
  ink: number[];
}

const hex = (text: string) => [1, 3, 5].map((at) => parseInt(text.slice(at, at + 2), 16) / 255);

export const kNight: Palette = {
  page: hex("#071119"), air_top: hex("#0d1d29"), air_bottom: hex("#112635"), frame: hex("#2a4557"),
  shallow: hex("#4fc3dc"), deep: hex("#0a4378"), wall: hex("#5b7383"), ball: hex("#ee6a55"), ink: hex("#e8f4fa"),
};

export const kDay: Palette = {
  page: hex("#e9f0f4"), air_top: hex("#fbfdfe"), air_bottom: hex("#eef5f8"), frame: hex("#a9bfcc"),
  shallow: hex("#4ab9d6"), deep: hex("#0b4f86"), wall: hex("#7d919e"), ball: hex("#e35d48"), ink: hex("#102a3a"),
};
