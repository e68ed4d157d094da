// Draws the newest frame onto the canvas, as the look says.

import type { Frame } from "../core/frame";
import type { Opened } from "../core/messages";
import { kMaps, map_texture, type MapName, type Range } from "./colors";
import type { GL } from "./gl";
import { kDay, kNight, type Look, type Palette } from "./look";
import { Particles } from "./particles";
import type { Picture } from "./picture";
import { Picture2D } from "./picture_2d";
import { Picture3D } from "./picture_3d";

const kMostPixels = 2.2e6; // of the canvas: more are not seen in water
const kLeastPixels = 1.2e5;
const kLate = 45; // ms after a picture until the screen is ready for the next, above which there are fewer pixels

export class Painter {
  readonly gl: GL;
  readonly flat: Picture2D;
  private deep_picture: Picture3D | null = null; // made when the first 3D scene comes: most never need it
  private particles: Particles;
  private maps: Record<MapName, WebGLTexture>;
  private scene: Opened | null = null;
  private frame: Frame | null = null;
  private most_pixels = kMostPixels;
  /** While a clip is recorded: the encoder needs one size. */
  keeps_size = false;
  private last = { at: 0, has_drawn: false, late: 0 }; // when the screen was ready, and how many pictures in a row were late
  dark = true;

  constructor(readonly canvas: HTMLCanvasElement) {
    const gl = canvas.getContext("webgl2", { antialias: true, stencil: true, alpha: false, powerPreference: "high-performance" });
    if (!gl || !gl.getExtension("EXT_color_buffer_float")) throw new Error("This page needs WebGL 2 with textures of floating-point numbers.");
    this.gl = gl;
    this.particles = new Particles(gl);
    this.maps = Object.fromEntries(Object.keys(kMaps).map((name) => [name, map_texture(gl, name as MapName)])) as Record<MapName, WebGLTexture>;
    this.flat = new Picture2D(gl, this.particles, this.maps);
  }

  get deep(): Picture3D {
    return (this.deep_picture ??= new Picture3D(this.gl, this.particles, this.maps));
  }

  private get picture(): Picture {
    return this.scene?.dimension === 3 ? this.deep : this.flat;
  }

  get palette(): Palette {
    return this.dark ? kNight : kDay;
  }

  range(quantity: string): Range {
    return this.picture.range(quantity);
  }

  /** `is_new`: another scene; else the same one after an edit. */
  take_scene(scene: Opened, is_new: boolean): void {
    this.scene = scene;
    if (is_new) {
      this.frame = null;
      this.particles.count = 0;
    }
    this.picture.take_scene(scene, is_new);
  }

  take_frame(frame: Frame): void {
    this.frame = frame;
    this.particles.upload(frame);
    this.picture.take_frame(frame);
  }

  get has_frame(): boolean {
    return this.frame !== null;
  }

  /** Called for each frame of the screen. Lowers the resolution if frames are late. */
  keep_up(now: number): void {
    const passed = now - this.last.at;
    const { has_drawn, late } = this.last;
    this.last = { at: now, has_drawn: false, late: !has_drawn ? late : passed > kLate ? late + 1 : 0 };
    if (!has_drawn) return;
    if (this.last.late < (passed > 4 * kLate ? 2 : 5)) return;
    this.last.late = 0;
    this.most_pixels = Math.max(this.most_pixels * Math.max(0.3, (0.8 * kLate) / passed), kLeastPixels);
  }

  draw(look: Look): void {
    const { canvas, gl } = this;
    const [width, height] = [canvas.clientWidth, canvas.clientHeight];
    if (!width || !height) return;
    this.last.has_drawn = true;
    if (!this.keeps_size) {
      const wanted = Math.min(devicePixelRatio, Math.sqrt(this.most_pixels / (width * height)));
      const [w, h] = [Math.round(width * wanted), Math.round(height * wanted)];
      if (canvas.width !== w || canvas.height !== h) {
        canvas.width = w;
        canvas.height = h;
      }
    }
    const pixels = canvas.width / width;
    if (!this.scene) {
      gl.bindFramebuffer(gl.FRAMEBUFFER, null);
      gl.clearColor(this.palette.page[0]!, this.palette.page[1]!, this.palette.page[2]!, 1);
      return gl.clear(gl.COLOR_BUFFER_BIT);
    }
    const { per_cell, radius } = packing_of(this.scene);
    this.picture.draw(look, {
      width, height, pixels, buffer: [canvas.width, canvas.height], palette: this.palette, per_cell, particle_radius: 1.2 * radius * this.scene.cell_size, framebuffer: null,
    });
  }
}

/** The particles of a full cell, and their radius in cells, from the scene's keys. */
export function packing_of(scene: Opened): { per_cell: number; radius: number } {
  const value = (name: string) => scene.keys.find((key) => key.key === name)?.value;
  const usual = scene.dimension === 2 ? 4 : 8;
  const radius = Number(value("particles.radius") ?? 0.3);
  if (value("particles.packing") !== "hexagonal") return { per_cell: Number(value("particles.per_cell") ?? 0) || usual, radius };
  // Closest packing of disks fills 2 sqrt(3) r^2 with each, of balls 4 sqrt(2) r^3.
  const own = scene.dimension === 2 ? 2 * Math.sqrt(3) * radius ** 2 : 4 * Math.SQRT2 * radius ** 3;
  return { per_cell: 1 / own, radius };
}
