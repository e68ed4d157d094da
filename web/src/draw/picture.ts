// Shared by the pictures of 2D and 3D scenes: the scene and its newest frame, the ranges of colours, the tint of the liquid.

import type { Frame } from "../core/frame";
import type { Opened } from "../core/messages";
import { range_of } from "./cells_2d";
import { kQuantities, type MapName, Range } from "./colors";
import type { GL } from "./gl";
import type { Look, Palette } from "./look";
import { type Particles, Tint } from "./particles";

/** Needed by a picture besides the scene. */
export interface Sight {
  width: number; // CSS pixels
  height: number;
  pixels: number; // of the screen to one of CSS
  buffer: [number, number]; // the canvas in whole pixels
  palette: Palette;
  per_cell: number; // particles in a full cell
  particle_radius: number; // m
  framebuffer: WebGLFramebuffer | null;
}

/** How particles are coloured: by themselves, or by a quantity with its map. */
export interface Tinting {
  tint: Tint;
  range: [number, number];
  map: WebGLTexture;
  palette: Palette;
  plain: number[]; // the colour of particles whose liquid was given none
}

const kPlainWater = [0.24, 0.6, 0.94]; // as the core has it

export abstract class Picture {
  abstract readonly camera: { fit(size: number[]): void };
  protected scene!: Opened;
  protected frame: Frame | null = null;
  private ranges = new Map<string, Range>();
  private hottest = 0; // K, of the smoke so far

  constructor(protected gl: GL, protected particles: Particles, protected maps: Record<MapName, WebGLTexture>) {}

  abstract draw(look: Look, sight: Sight): void;

  /** `is_new`: another scene; else the same one after an edit. */
  take_scene(scene: Opened, is_new: boolean): void {
    this.scene = scene;
    if (!is_new) return;
    this.camera.fit(scene.size);
    this.ranges.clear();
    this.hottest = scene.poured_temperature ?? 0;
    this.frame = null;
  }

  take_frame(frame: Frame): void {
    this.frame = frame;
  }

  /** The range that colours of a quantity stand for. */
  range(quantity: string): Range {
    let range = this.ranges.get(quantity);
    if (!range) this.ranges.set(quantity, (range = new Range(kQuantities[quantity]!)));
    return range;
  }

  protected tinting_of(look: Look, { palette }: Sight): Tinting {
    const color = this.value_of("fluid.color");
    const of_fluid = Array.isArray(color) && color.length === 3 ? (color as number[]) : null;
    const own = { plain: of_fluid ?? kPlainWater, palette: of_fluid ? { ...palette, ...water_of_color(of_fluid) } : palette };
    const quantity = look.color === "water" ? undefined : kQuantities[look.color];
    const values = quantity && this.particles.range_of(look.color);
    if (!quantity || !values) return { tint: this.particles.tint_of_water, range: [0, 1], map: this.maps.amount, ...own };
    const range = this.range(look.color);
    range.take(...values);
    return { tint: Tint.Value, range: [range.low, range.high], map: this.maps[quantity.map], ...own };
  }

  protected value_of(name: string): unknown {
    return this.scene.keys.find(({ key }) => key === name)?.value;
  }

  /** What smoke glows by: the ambient temperature, and the hottest so far (K). */
  protected heat_range(numbers: Float32Array | null): [number, number] {
    if (numbers) this.hottest = Math.max(this.hottest, range_of(numbers)[1]);
    const ambient = this.ambient_temperature;
    return [ambient, Math.max(this.hottest, 1.003 * ambient + 0.01)]; // rounding does not glow
  }

  /** The ambient temperature (K). */
  protected get ambient_temperature(): number {
    return Number(this.value_of("gas.ambient_temperature") ?? 300);
  }
}

/** Tints of a coloured liquid: darker where it is deep. */
function water_of_color(color: number[]): Pick<Palette, "shallow" | "deep"> {
  return { shallow: color, deep: color.map((part) => 0.7 * part) };
}
