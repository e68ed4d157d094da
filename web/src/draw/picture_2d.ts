// The picture of a 2D scene, from back to front: air, cells, water, solids, arrows, frame.

import type { Frame, FrameArray } from "../core/frame";
import type { Opened } from "../core/messages";
import { Camera2D } from "./camera_2d";
import { CellPainter2D, numbers_of, range_of } from "./cells_2d";
import { kQuantities, type MapName, Range } from "./colors";
import { draw_whole_screen, type GL, kWholeScreen, Program } from "./gl";
import { GlyphPainter2D } from "./glyphs_2d";
import { kNight, type Look, type Palette } from "./look";
import { type Particles, Tint } from "./particles";
import type { Sight } from "./painter";
import { SolidPainter2D } from "./solids_2d";
import { type Water2D, WaterPainter2D } from "./water_2d";

const kBackdrop = `
in vec2 uv;
out vec4 color;
uniform vec4 to_clip;
uniform vec2 size;
uniform vec3 air_top, air_bottom, frame, page;
uniform float pixel;   // its width in metres
void main() {
  vec2 place = (uv * 2.0 - 1.0 - to_clip.zw) / to_clip.xy;
  vec2 outside = max(-place, place - size);
  float distance_out = max(outside.x, outside.y) / pixel;
  vec3 air = mix(air_bottom, air_top, clamp(place.y / size.y, 0.0, 1.0));
  float line = (1.0 - smoothstep(1.5, 2.5, distance_out)) * step(0.0, distance_out);
  color = vec4(mix(distance_out < 0.0 ? air : page, frame, line), 1.0);
}`;

export class Picture2D {
  readonly camera = new Camera2D();
  private backdrop: Program;
  private water: WaterPainter2D;
  private cells: CellPainter2D;
  private solids: SolidPainter2D;
  private glyphs: GlyphPainter2D;
  private scene!: Opened;
  private frame: Frame | null = null;
  private ranges = new Map<string, Range>();

  constructor(private gl: GL, private particles: Particles, private maps: Record<MapName, WebGLTexture>) {
    this.backdrop = new Program(gl, kWholeScreen, kBackdrop);
    this.water = new WaterPainter2D(gl);
    this.cells = new CellPainter2D(gl);
    this.solids = new SolidPainter2D(gl);
    this.glyphs = new GlyphPainter2D(gl);
  }

  take_scene(scene: Opened, is_new: boolean): void {
    this.scene = scene;
    this.solids.take(scene.solids);
    if (!is_new) return;
    this.camera.fit(scene.size);
    this.ranges.clear();
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

  draw(look: Look, sight: Sight): void {
    const { gl } = this;
    const { width, height, pixels, palette } = sight;
    this.camera.resize(width, height);
    const water = this.water_of(look, sight);
    const is_water = look.particles && !this.scene.smoke && look.style === "water" && this.particles.count > 0;
    if (is_water) this.water.prepare(this.particles, water, width, height, pixels);
    gl.bindFramebuffer(gl.FRAMEBUFFER, sight.framebuffer);
    gl.viewport(0, 0, ...sight.buffer);
    gl.disable(gl.BLEND);
    gl.clearStencil(0);
    gl.clear(gl.STENCIL_BUFFER_BIT);
    this.draw_backdrop(palette, pixels);
    if (this.scene.smoke) this.draw_smoke(look, palette);
    if (look.grid) this.draw_cells(look.cells, palette);
    if (is_water) this.water.draw(water, pixels);
    else if (look.particles && !this.scene.smoke) this.water.draw_dots(this.particles, water, sight.particle_radius, pixels);
    this.solids.draw(this.camera, this.frame?.poses ?? [], palette);
    if (look.lines) this.cells.draw_lines({ ...this.place, palette }, pixels);
    this.draw_velocities(look);
  }

  private get place() {
    return { camera: this.camera, size: this.scene.size, cell_size: this.scene.cell_size };
  }

  private water_of(look: Look, sight: Sight): Water2D {
    const quantity = look.color !== "water" && kQuantities[look.color] ? look.color : null;
    let range: [number, number] = [0, 1];
    if (quantity && this.frame) {
      const kept = this.range(quantity);
      kept.take(...this.particles.value_range);
      range = [kept.low, kept.high];
    }
    const tint = quantity ? Tint.Value : this.particles.tint_of_water;
    const map = this.maps[quantity ? kQuantities[quantity]!.map : "amount"];
    return { ...this.place, per_cell: sight.per_cell, tint, range, map, palette: sight.palette };
  }

  private draw_backdrop(palette: Palette, pixels: number): void {
    this.backdrop.use().set("to_clip", ...this.camera.to_clip).set("size", this.scene.size[0]!, this.scene.size[1]!);
    this.backdrop.set("air_top", ...palette.air_top).set("air_bottom", ...palette.air_bottom).set("frame", ...palette.frame);
    this.backdrop.set("page", ...palette.page).set("pixel", 1 / (this.camera.scale * pixels));
    draw_whole_screen(this.gl);
  }

  private draw_smoke(look: Look, palette: Palette): void {
    if (look.color !== "water") return this.draw_cells(look.color, palette);
    const smoke = this.frame?.arrays.get("cells.smoke");
    const heat = this.frame?.arrays.get("cells.temperature");
    if (!smoke?.cells) return;
    const ambient = Number(this.scene.keys.find((key) => key.key === "gas.ambient_temperature")?.value ?? 300);
    const numbers = heat ? numbers_of(heat) : null;
    this.cells.draw_smoke({ ...this.place, palette }, numbers_of(smoke), numbers, smoke.cells, ambient, palette === kNight);
  }

  private draw_cells(quantity: string, palette: Palette): void {
    const array = this.frame?.arrays.get(`cells.${quantity}`);
    if (!array?.cells || !kQuantities[quantity]) return;
    const numbers = numbers_of(array);
    const range = this.range(quantity);
    range.take(...range_of(numbers));
    const map = this.maps[kQuantities[quantity]!.map];
    this.cells.draw_cells({ ...this.place, palette }, numbers, array.cells, map, [range.low, range.high], quantity === "type");
  }

  private draw_velocities(look: Look): void {
    const arrays = this.frame?.arrays;
    const [camera, h] = [this.camera, this.scene.cell_size];
    const fastest = (array: FrameArray) => {
      let most = 0;
      for (const number of array.data) if (Math.abs(number) > most && Math.abs(number) < 1e20) most = Math.abs(number);
      const range = this.range("speed");
      range.take(0, most);
      return range.high;
    };
    // Dark on the light colours of a map, light on the dark of water.
    const ink = look.grid || look.color !== "water" ? [0.03, 0.07, 0.1] : kNight.ink;
    const velocity = arrays?.get("cells.velocity");
    if (look.arrows && velocity) this.glyphs.draw(camera, velocity, h, [0.5, 0.5], [0, 0], fastest(velocity), ink);
    // Each cell has the velocities across its left and its lower face.
    const faces = arrays?.get("cells.faces");
    if (!look.faces || !faces) return;
    this.glyphs.draw(camera, faces, h, [0, 0.5], [1, 0], fastest(faces), [0.95, 0.45, 0.35]);
    this.glyphs.draw(camera, faces, h, [0.5, 0], [0, 1], fastest(faces), [0.35, 0.75, 0.45]);
  }
}
