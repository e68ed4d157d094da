// Cells of a 2D grid: as coloured squares, as smoke, and the lines between them.

import { type FrameArray, number_at } from "../core/frame";
import type { Camera2D } from "./camera_2d";
import { draw_whole_screen, type GL, kWholeScreen, NumberTexture, Program } from "./gl";
import type { Palette } from "./look";

/** Marks a cell without a value; outside of all ranges, and exact in 32 bits. */
export const kNoValue = Math.fround(-1e30);

/** The numbers of a packed field, unpacked. */
export function numbers_of(array: FrameArray, otherwise = kNoValue): Float32Array {
  const numbers = new Float32Array(array.count * array.components);
  for (let index = 0; index < numbers.length; ++index)
    numbers[index] = array.empty && array.data[index] === 0 ? otherwise : number_at(array, index);
  return numbers;
}

export function range_of(numbers: Float32Array): [number, number] {
  let low = Infinity;
  let high = -Infinity;
  for (const number of numbers) {
    if (number === kNoValue) continue;
    if (number < low) low = number;
    if (number > high) high = number;
  }
  return low <= high ? [low, high] : [0, 1];
}

const kPlace = `
in vec2 uv;
out vec4 color;
uniform vec4 to_clip;
uniform vec2 size;
uniform float cell_size;
vec2 place_here() {
  vec2 place = (uv * 2.0 - 1.0 - to_clip.zw) / to_clip.xy;
  if (any(lessThan(place, vec2(0.0))) || any(greaterThanEqual(place, size))) discard;
  return place;
}`;

/** The colour of the cell at a place, in cells; discards what has no value. */
export const kCellColor = `
uniform sampler2D numbers, map;
uniform vec2 range;
uniform float gap;       // share of a cell that is left free between squares
uniform bool is_type;
uniform vec3 fluid, solid;
vec4 cell_color(vec2 at) {
  vec2 inside = abs(fract(at) - 0.5);
  if (max(inside.x, inside.y) > 0.5 - 0.5 * gap) discard;
  float number = texelFetch(numbers, min(ivec2(at), textureSize(numbers, 0) - 1), 0).r;
  if (number < -1e29 || (is_type && number < 0.5)) discard;
  if (is_type) return vec4(number < 1.5 ? fluid : solid, 1.0);
  float share = (number - range.x) / max(range.y - range.x, 1e-20);
  return vec4(texture(map, vec2(mix(0.002, 0.998, clamp(share, 0.0, 1.0)), 0.5)).rgb, 1.0);
}`;

const kCells = `${kPlace}${kCellColor}
void main() { color = cell_color(place_here() / cell_size); }`;

const kSmoke = `${kPlace}
uniform sampler2D smoke, heat;
uniform float ambient, hottest;
uniform vec3 smoke_color;
float between(sampler2D field, vec2 at) {
  ivec2 last = textureSize(field, 0) - 1;
  vec2 low = floor(at - 0.5);
  vec2 share = at - 0.5 - low;
  ivec2 a = clamp(ivec2(low), ivec2(0), last), b = clamp(ivec2(low) + 1, ivec2(0), last);
  vec4 four = max(vec4(texelFetch(field, a, 0).r, texelFetch(field, ivec2(b.x, a.y), 0).r,
                       texelFetch(field, ivec2(a.x, b.y), 0).r, texelFetch(field, b, 0).r), 0.0);
  return mix(mix(four.x, four.y, share.x), mix(four.z, four.w, share.x), share.y);
}
void main() {
  vec2 at = place_here() / cell_size;
  float amount = between(smoke, at);
  float thick = 1.0 - exp(-2.2 * amount);
  // Light comes from above: what has smoke over it lies in its shadow.
  float over = between(smoke, at + vec2(1.0, 2.0)) + between(smoke, at + vec2(2.0, 5.0));
  float shade = mix(1.0, 0.55, 1.0 - exp(-0.9 * over));
  float hot = clamp((between(heat, at) - ambient) / (hottest - ambient), 0.0, 1.0);
  vec3 glow = mix(vec3(0.96, 0.36, 0.1), vec3(1.0, 0.8, 0.4), hot * hot);
  color = vec4(mix(smoke_color * shade, glow * mix(1.0, shade, 0.2), 0.9 * hot) * thick, thick);
}`;

const kLines = `${kPlace}
uniform vec3 ink;
uniform float cell_pixels;
void main() {
  vec2 at = place_here() / cell_size;
  vec2 off = abs(fract(at + 0.5) - 0.5) * cell_pixels;
  float line = 1.0 - smoothstep(0.4, 1.1, min(off.x, off.y));
  float alpha = 0.22 * line * smoothstep(3.0, 8.0, cell_pixels);
  color = vec4(ink * alpha, alpha);
}`;

export interface Cells2D {
  camera: Camera2D;
  size: number[];
  cell_size: number;
  palette: Palette;
}

export class CellPainter2D {
  private cells: Program;
  private smoke: Program;
  private lines: Program;
  private numbers: NumberTexture;
  private heat: NumberTexture;

  constructor(private gl: GL) {
    this.cells = new Program(gl, kWholeScreen, kCells);
    this.smoke = new Program(gl, kWholeScreen, kSmoke);
    this.lines = new Program(gl, kWholeScreen, kLines);
    this.numbers = new NumberTexture(gl);
    this.heat = new NumberTexture(gl);
  }

  private begin(program: Program, scene: Cells2D): Program {
    this.gl.enable(this.gl.BLEND);
    this.gl.blendFunc(this.gl.ONE, this.gl.ONE_MINUS_SRC_ALPHA);
    program.use().set("to_clip", ...scene.camera.to_clip).set("size", scene.size[0]!, scene.size[1]!);
    return program.set("cell_size", scene.cell_size);
  }

  draw_cells(scene: Cells2D, numbers: Float32Array, cells: number[], map: WebGLTexture, range: [number, number], is_type: boolean): void {
    this.numbers.upload(numbers, cells, 1);
    const pixels = scene.cell_size * scene.camera.scale;
    const program = this.begin(this.cells, scene).texture("numbers", 0, this.numbers.texture).texture("map", 1, map);
    program.set("range", ...range).integer("is_type", is_type ? 1 : 0).set("gap", pixels > 7 ? 0.1 : 0);
    program.set("fluid", ...scene.palette.shallow).set("solid", ...scene.palette.wall);
    draw_whole_screen(this.gl);
  }

  draw_smoke(scene: Cells2D, smoke: Float32Array, heat: Float32Array | null, cells: number[], heat_range: [number, number], dark: boolean): void {
    this.numbers.upload(smoke, cells, 1);
    this.heat.upload(heat ?? new Float32Array(1), heat ? cells : [1, 1], 1);
    const program = this.begin(this.smoke, scene).texture("smoke", 0, this.numbers.texture).texture("heat", 1, this.heat.texture);
    program.set("ambient", heat_range[0]).set("hottest", heat_range[1]).set("smoke_color", ...(dark ? [0.86, 0.91, 0.95] : [0.42, 0.48, 0.54]));
    draw_whole_screen(this.gl);
  }

  draw_lines(scene: Cells2D, pixels: number): void {
    this.begin(this.lines, scene).set("ink", ...scene.palette.ink).set("cell_pixels", scene.cell_size * scene.camera.scale * pixels);
    draw_whole_screen(this.gl);
  }
}
