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
import { Sharpness, type Size } from "./sharpness";

export class Painter {
  readonly gl: GL;
  readonly flat: Picture2D;
  private deep_picture: Picture3D | null = null; // made when the first 3D scene comes: most never need it
  private particles: Particles;
  private maps: Record<MapName, WebGLTexture>;
  private scene: Opened | null = null;
  private frame: Frame | null = null;
  readonly sharpness = new Sharpness();
  /** While a clip is recorded: the encoder needs one size. */
  keeps_size = false;
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
      this.sharpness.restart();
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

  draw(look: Look, size: Size = "moving"): void {
    const { canvas, gl } = this;
    const [width, height] = [canvas.clientWidth, canvas.clientHeight];
    if (!width || !height) return;
    this.sharpness.drawn(this.keeps_size ? "sharp" : size);
    if (!this.keeps_size) {
      const wanted = this.sharpness.pixels(width, height, size);
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
