// Velocities of a 2D grid: an arrow at cells, a stroke at faces. Their number is limited for fine grids.

import type { FrameArray } from "../core/frame";
import type { Camera2D } from "./camera_2d";
import { numbers_of } from "./cells_2d";
import { type GL, NumberTexture, Program } from "./gl";

const kVertex = `
uniform sampler2D velocity;
uniform vec4 to_clip;
uniform vec2 offset;      // of the first glyph's place, in cells
uniform vec2 axis;        // across the faces; zero where velocities are vectors
uniform float cell_size, seconds, longest, width;
uniform int every;
out float strength;
// An arrow along x from 0 to 1: a shaft of two triangles and a head.
const vec2 kArrow[9] = vec2[](vec2(0.0, -0.5), vec2(0.72, -0.5), vec2(0.72, 0.5), vec2(0.0, -0.5), vec2(0.72, 0.5), vec2(0.0, 0.5),
                              vec2(0.66, -1.6), vec2(1.0, 0.0), vec2(0.66, 1.6));
void main() {
  ivec2 cells = textureSize(velocity, 0);
  int columns = (cells.x + every - 1) / every;
  ivec2 cell = ivec2(gl_InstanceID % columns, gl_InstanceID / columns) * every + every / 2;
  cell = min(cell, cells - 1);
  vec2 flow = texelFetch(velocity, cell, 0).rg;
  if (axis != vec2(0.0)) flow = dot(flow, axis) * axis;
  float speed = length(flow);
  if (speed > 1e20 || speed < 1e-9) { gl_Position = vec4(2.0, 2.0, 2.0, 1.0); return; }
  float reach = min(speed * seconds, longest);
  strength = reach / longest;
  vec2 along = flow / speed, across = vec2(-along.y, along.x);
  vec2 corner = kArrow[gl_VertexID];
  vec2 place = (vec2(cell) + offset) * cell_size + along * corner.x * reach + across * corner.y * width;
  gl_Position = vec4(place * to_clip.xy + to_clip.zw, 0.0, 1.0);
}`;

const kFragment = `
in float strength;
out vec4 color;
uniform vec3 ink;
uniform float alpha;
void main() { float a = alpha * mix(0.5, 1.0, strength); color = vec4(ink * a, a); }`;

const kSpacing = 18; // CSS pixels between arrows
export const kLongest = 1.6; // of the full length: faster ones look alike

export class GlyphPainter2D {
  private program: Program;
  private velocity: NumberTexture;

  constructor(private gl: GL) {
    this.program = new Program(gl, kVertex, kFragment);
    this.velocity = new NumberTexture(gl);
  }

  /** `full`: the speed of an arrow of full length; `length`: how long that is, one being usual. */
  draw(camera: Camera2D, array: FrameArray, cell_size: number, offset: number[], axis: number[], full: number, length: number, ink: number[]): void {
    const { gl } = this;
    const cells = array.cells ?? [0, 0];
    if (cells.length !== 2 || !array.count) return;
    this.velocity.upload(numbers_of(array), cells, array.components);
    const every = Math.max(1, Math.ceil(kSpacing / (cell_size * camera.scale)));
    const columns = Math.floor((cells[0]! + every - 1) / every);
    const rows = Math.floor((cells[1]! + every - 1) / every);
    const long = 1.4 * length * every * cell_size;
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    this.program.use().texture("velocity", 0, this.velocity.texture).set("to_clip", ...camera.to_clip);
    this.program.set("offset", ...offset).set("axis", ...axis).set("cell_size", cell_size).integer("every", every);
    this.program.set("seconds", long / Math.max(full, 1e-9)).set("longest", kLongest * long).set("width", 1.7 / camera.scale);
    this.program.set("ink", ...ink).set("alpha", 0.85);
    gl.bindVertexArray(null);
    gl.drawArraysInstanced(gl.TRIANGLES, 0, 9, columns * rows);
  }
}
