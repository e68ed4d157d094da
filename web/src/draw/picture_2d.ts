// The picture of a 2D scene, from back to front: air, cells, water, solids, arrows, frame.

import type { Frame } from "../core/frame";
import type { Opened } from "../core/messages";
import { ArrowScale } from "./arrow_scale";
import { type Axis, AxisPainter } from "./axes";
import { Camera2D } from "./camera_2d";
import { CellPainter2D, kNoValue, numbers_of, range_of } from "./cells_2d";
import { kQuantities, type MapName } from "./colors";
import { draw_whole_screen, type GL, kWholeScreen, Program } from "./gl";
import { GlyphPainter2D } from "./glyphs_2d";
import { kNight, type Look, type Palette } from "./look";
import type { Particles } from "./particles";
import { Picture, type Sight } from "./picture";
import { SolidPainter2D } from "./solids_2d";
import { Threads } from "./threads";
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

export class Picture2D extends Picture {
  readonly camera = new Camera2D();
  private backdrop: Program;
  private water: WaterPainter2D;
  private solids: SolidPainter2D;
  private cell_painter: CellPainter2D | null = null; // these when they are asked for: the first picture needs none
  private glyph_painter: GlyphPainter2D | null = null;
  private axis_painter: AxisPainter | null = null;
  private thread_painter: Threads | null = null;
  private arrow_scale = new ArrowScale();

  constructor(gl: GL, particles: Particles, maps: Record<MapName, WebGLTexture>) {
    super(gl, particles, maps);
    this.backdrop = new Program(gl, kWholeScreen, kBackdrop);
    this.water = new WaterPainter2D(gl);
    this.solids = new SolidPainter2D(gl);
  }

  private get cells(): CellPainter2D {
    return (this.cell_painter ??= new CellPainter2D(this.gl));
  }

  private get glyphs(): GlyphPainter2D {
    return (this.glyph_painter ??= new GlyphPainter2D(this.gl));
  }

  get threads(): Threads {
    return (this.thread_painter ??= new Threads(this.gl));
  }

  get has_threads(): boolean {
    return Boolean(this.thread_painter?.points.length);
  }

  override take_scene(scene: Opened, is_new: boolean): void {
    super.take_scene(scene, is_new);
    this.solids.take(scene.solids);
    if (!is_new) return;
    this.arrow_scale.clear();
    this.thread_painter?.clear();
  }

  override take_frame(frame: Frame): void {
    super.take_frame(frame);
    this.thread_painter?.take_frame(frame, this.scene.size, this.scene.cell_size);
    const velocity = frame.arrays.get("cells.velocity") ?? frame.arrays.get("cells.faces");
    if (velocity) this.arrow_scale.take(velocity);
  }

  draw(look: Look, sight: Sight): void {
    const { gl } = this;
    const { width, height, pixels, palette } = sight;
    this.camera.least_margin = look.axes ? 36 : 0; // for the numbers
    this.camera.resize(width, height);
    const water = this.water_of(look, sight);
    const is_water = look.particles && !this.scene.smoke && look.style === "water" && this.particles.count > 0;
    if (is_water) this.water.prepare(this.particles, water, this.solids, this.frame?.poses ?? []);
    gl.bindFramebuffer(gl.FRAMEBUFFER, sight.framebuffer);
    gl.viewport(0, 0, ...sight.buffer);
    gl.disable(gl.BLEND);
    gl.clearStencil(0);
    gl.clear(gl.STENCIL_BUFFER_BIT);
    this.draw_backdrop(palette, pixels);
    if (this.scene.smoke && look.particles) this.draw_smoke(look, palette);
    if (is_water) this.water.draw(water, pixels);
    if (look.grid) this.draw_cells(look.cells, palette); // over the water, which would hide them, and under the dots
    if (look.particles && !this.scene.smoke && !is_water) this.water.draw_dots(this.particles, water, sight.particle_radius, pixels);
    this.clip_to_domain(sight.buffer);
    this.solids.draw(this.camera.to_clip, this.frame?.poses ?? [], palette);
    gl.disable(gl.SCISSOR_TEST);
    if (look.lines) this.cells.draw_lines({ ...this.place, palette }, pixels);
    this.draw_velocities(look);
    if (look.threads) this.thread_painter?.draw(this.camera, [width, height], kNight.ink);
    if (look.axes) (this.axis_painter ??= new AxisPainter(gl)).draw(this.axes, sight.buffer, pixels, palette);
  }

  private get axes(): Axis[] {
    const [width, height] = this.scene.size as [number, number];
    const [origin, right, top] = [[0, 0], [width, 0], [0, height]].map((place) => this.camera.screen_of(place));
    return [{ from: origin!, to: right!, length: width, away: [0, 1] }, { from: origin!, to: top!, length: height, away: [-1, 0] }];
  }

  private get place() {
    return { camera: this.camera, size: this.scene.size, cell_size: this.scene.cell_size };
  }

  private water_of(look: Look, sight: Sight): Water2D {
    const axes = this.value_of("domain.periodic");
    const is_periodic = (axis: string) => Array.isArray(axes) && axes.includes(axis);
    return { ...this.place, ...this.tinting_of(look, sight), per_cell: sight.per_cell, periodic: [is_periodic("x"), is_periodic("y")] };
  }

  private clip_to_domain([width, height]: [number, number]): void {
    const { gl } = this;
    const [x, y, left, bottom] = this.camera.to_clip;
    const [right, top] = [left + x * this.scene.size[0]!, bottom + y * this.scene.size[1]!];
    gl.enable(gl.SCISSOR_TEST);
    const low = [Math.floor(((left + 1) / 2) * width), Math.floor(((bottom + 1) / 2) * height)];
    gl.scissor(low[0]!, low[1]!, Math.ceil(((right + 1) / 2) * width) - low[0]!, Math.ceil(((top + 1) / 2) * height) - low[1]!);
  }

  private draw_backdrop(palette: Palette, pixels: number): void {
    this.backdrop.use().set("to_clip", ...this.camera.to_clip).set("size", this.scene.size[0]!, this.scene.size[1]!);
    this.backdrop.set("air_top", ...palette.air_top).set("air_bottom", ...palette.air_bottom).set("frame", ...palette.frame);
    this.backdrop.set("page", ...palette.page).set("pixel", 1 / (this.camera.scale * pixels));
    draw_whole_screen(this.gl);
  }

  private draw_smoke(look: Look, palette: Palette): void {
    if (look.color !== "water") return this.draw_cells(look.color, palette, look.color === "temperature" ? this.ambient_temperature : 0);
    const smoke = this.frame?.arrays.get("cells.smoke");
    const heat = this.frame?.arrays.get("cells.temperature");
    if (!smoke?.cells) return;
    const numbers = heat ? numbers_of(heat) : null;
    this.cells.draw_smoke({ ...this.place, palette }, numbers_of(smoke), numbers, smoke.cells, this.heat_range(numbers), palette === kNight);
  }

  /** `otherwise`: the value of cells that have none. */
  private draw_cells(quantity: string, palette: Palette, otherwise = kNoValue): void {
    const array = this.frame?.arrays.get(`cells.${quantity}`);
    if (!array?.cells || !kQuantities[quantity]) return;
    const numbers = numbers_of(array, otherwise);
    const range = this.range(quantity);
    range.take(...range_of(numbers));
    const map = this.maps[kQuantities[quantity]!.map];
    this.cells.draw_cells({ ...this.place, palette }, numbers, array.cells, map, [range.low, range.high], quantity === "type");
  }

  private draw_velocities(look: Look): void {
    const arrays = this.frame?.arrays;
    const [camera, h, full, length] = [this.camera, this.scene.cell_size, this.arrow_scale.speed, look.arrow_length];
    // Dark on the light colours of a map, light on the dark of water.
    const ink = look.grid || look.color !== "water" ? [0.03, 0.07, 0.1] : kNight.ink;
    const velocity = arrays?.get("cells.velocity");
    if (look.arrows && velocity) this.glyphs.draw(camera, velocity, h, [0.5, 0.5], [0, 0], full, length, ink);
    // Each cell has the velocities across its left and its lower face.
    const faces = arrays?.get("cells.faces");
    if (!look.faces || !faces) return;
    this.glyphs.draw(camera, faces, h, [0, 0.5], [1, 0], full, length, [0.95, 0.45, 0.35]);
    this.glyphs.draw(camera, faces, h, [0.5, 0], [0, 1], full, length, [0.35, 0.75, 0.45]);
  }
}
