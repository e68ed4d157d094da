// Colours of numbers: a map for amounts, a map for signed numbers, and their ranges.

import type { GL } from "./gl";

type Stop = readonly [number, number, number];

/** Dark to light in even steps, readable without colours. */
const kAmount: Stop[] = [[10, 24, 58], [18, 66, 116], [24, 116, 150], [46, 167, 160], [134, 207, 148], [240, 238, 170], [255, 252, 232]];
const kBothWays: Stop[] = [[28, 92, 168], [96, 164, 212], [214, 230, 236], [240, 160, 112], [190, 56, 40]];
const kHeat: Stop[] = [[12, 14, 28], [72, 20, 60], [158, 36, 54], [226, 96, 38], [250, 182, 70], [255, 244, 204]];

export const kMaps = { amount: kAmount, both: kBothWays, heat: kHeat } as const;
export type MapName = keyof typeof kMaps;

export interface Quantity {
  label: string;
  unit: string;
  map: MapName;
}

/** Every quantity that can be shown, by the word of the protocol. */
export const kQuantities: Record<string, Quantity> = {
  speed: { label: "Speed", unit: "m/s", map: "amount" },
  pressure: { label: "Pressure", unit: "Pa", map: "amount" },
  vorticity: { label: "Vorticity", unit: "1/s", map: "both" },
  divergence: { label: "Divergence", unit: "1/s", map: "both" },
  density: { label: "Density", unit: "of rest", map: "amount" },
  type: { label: "Cell type", unit: "", map: "amount" },
  smoke: { label: "Smoke", unit: "", map: "amount" },
  temperature: { label: "Temperature", unit: "K", map: "heat" },
};

export function color_at(map: MapName, share: number): Stop {
  const stops = kMaps[map];
  const place = Math.min(Math.max(share, 0), 1) * (stops.length - 1);
  const index = Math.min(Math.floor(place), stops.length - 2);
  const [low, high] = [stops[index]!, stops[index + 1]!];
  const mix = (channel: 0 | 1 | 2) => low[channel] + (high[channel] - low[channel]) * (place - index);
  return [mix(0), mix(1), mix(2)];
}

export const css_gradient = (map: MapName) =>
  `linear-gradient(to right, ${kMaps[map].map((stop) => `rgb(${stop.join(" ")})`).join(", ")})`;

export function map_texture(gl: GL, map: MapName): WebGLTexture {
  const texture = gl.createTexture()!;
  const pixels = new Uint8Array(256 * 4);
  for (let index = 0; index < 256; ++index) pixels.set([...color_at(map, index / 255), 255], 4 * index);
  gl.bindTexture(gl.TEXTURE_2D, texture);
  gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA8, 256, 1, 0, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
  for (const filter of [gl.TEXTURE_MIN_FILTER, gl.TEXTURE_MAG_FILTER]) gl.texParameteri(gl.TEXTURE_2D, filter, gl.LINEAR);
  for (const wrap of [gl.TEXTURE_WRAP_S, gl.TEXTURE_WRAP_T]) gl.texParameteri(gl.TEXTURE_2D, wrap, gl.CLAMP_TO_EDGE);
  return texture;
}

/** The range of a colour bar: it widens at once and narrows slowly, so that colours do not flicker. */
export class Range {
  low = 0;
  high = 0;
  is_known = false;

  constructor(private quantity: Quantity) {}

  take(low: number, high: number): void {
    if (this.quantity.map === "both") {
      high = Math.max(Math.abs(low), Math.abs(high));
      low = -high;
    } else if (this.quantity.map === "amount") {
      low = Math.min(low, 0);
    }
    if (!Number.isFinite(low) || !Number.isFinite(high)) return;
    if (!this.is_known) [this.low, this.high, this.is_known] = [low, high, true];
    const kNarrowing = 0.02; // of the gap, in a frame: about a second
    this.low = low < this.low ? low : this.low + kNarrowing * (low - this.low);
    this.high = high > this.high ? high : this.high + kNarrowing * (high - this.high);
  }
}
