// Velocities of a 3D scene: an arrow at every n-th cell along each axis, over the picture of the fluid, fainter where they are far.

import type { FrameArray } from "../core/frame";
import type { Camera3D } from "./camera_3d";
import { type GL, NumberTexture, Program } from "./gl";
import { kLongest } from "./glyphs_2d";

const kVertex = `
uniform sampler3D velocity;
uniform mat4 view, projection;
uniform vec2 half_screen_pixels;
uniform float spacing, cell_size, seconds, longest, near, far;
out float strength;
// An arrow along x from 0 to 1: a shaft of two triangles and a head.
const vec2 kArrow[9] = vec2[](vec2(0.0, -0.5), vec2(0.72, -0.5), vec2(0.72, 0.5), vec2(0.0, -0.5), vec2(0.72, 0.5), vec2(0.0, 0.5),
                              vec2(0.62, -1.9), vec2(1.0, 0.0), vec2(0.62, 1.9));
void main() {
  ivec3 cells = textureSize(velocity, 0);
  ivec3 cell = ivec3(gl_InstanceID % cells.x, gl_InstanceID / cells.x % cells.y, gl_InstanceID / (cells.x * cells.y));
  vec3 flow = texelFetch(velocity, cell, 0).rgb;
  float speed = length(flow);
  if (speed < 1e-9) { gl_Position = vec4(2.0, 2.0, 2.0, 1.0); return; }
  float reach = min(speed * seconds, longest);
  vec3 begin = vec3(cell) * spacing + 0.5 * spacing, end = begin + flow / speed * reach;
  vec4 a = projection * view * vec4(begin, 1.0), b = projection * view * vec4(end, 1.0);
  vec2 along = (b.xy / b.w - a.xy / a.w) * half_screen_pixels;
  float pixels = length(along);
  along = pixels > 1e-4 ? along / pixels : vec2(1.0, 0.0);
  vec2 corner = kArrow[gl_VertexID];
  vec4 at = mix(a, b, corner.x);
  at.xy += vec2(-along.y, along.x) * corner.y * 1.6 / half_screen_pixels * at.w;
  gl_Position = at;
  strength = mix(0.35, 1.0, reach / longest) * mix(1.0, 0.3, clamp((a.w - near) / (far - near), 0.0, 1.0));
}`;

const kFragment = `
in float strength;
out vec4 color;
uniform vec3 ink;
void main() { color = vec4(ink * strength, strength); }`;

export class ArrowPainter3D {
  private program: Program;
  private velocity: NumberTexture;
  private spacing = 0; // cells between arrows
  private count = 0;

  constructor(private gl: GL) {
    this.program = new Program(gl, kVertex, kFragment);
    this.velocity = new NumberTexture(gl);
  }

  upload(array: FrameArray): void {
    this.velocity.upload(array.data as Float32Array, array.cells!, 3);
    this.spacing = array.every ?? 1;
    this.count = array.count;
  }

  draw(camera: Camera3D, size: number[], cell_size: number, [width, height]: [number, number], full: number, length: number, ink: number[]): void {
    const { gl } = this;
    const spacing = this.spacing * cell_size;
    const long = 1.4 * length * spacing;
    const reach = 0.5 * Math.hypot(...size);
    gl.disable(gl.DEPTH_TEST);
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    this.program.use().texture("velocity", 0, this.velocity.texture, gl.TEXTURE_3D).set("view", ...camera.view).set("projection", ...camera.projection);
    this.program.set("half_screen_pixels", width / 2, height / 2).set("spacing", spacing).set("cell_size", cell_size);
    this.program.set("seconds", long / Math.max(full, 1e-9)).set("longest", kLongest * long).set("ink", ...ink);
    this.program.set("near", camera.distance - reach).set("far", camera.distance + reach);
    gl.bindVertexArray(null);
    gl.drawArraysInstanced(gl.TRIANGLES, 0, 9, this.count);
  }
}
