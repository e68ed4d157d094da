// A slice through a 3D scene: its cells as coloured squares, over the picture of the fluid.

import type { FrameArray } from "../core/frame";
import type { Camera3D } from "./camera_3d";
import { kCellColor, numbers_of } from "./cells_2d";
import { type GL, NumberTexture, Program } from "./gl";
import type { Palette } from "./look";

const kVertex = `
uniform mat4 view, projection;
uniform vec3 origin, across, upwards;
out vec2 share;
void main() {
  share = vec2(gl_VertexID & 1, gl_VertexID >> 1);
  gl_Position = projection * view * vec4(origin + share.x * across + share.y * upwards, 1.0);
}`;

const kFragment = `
in vec2 share;
out vec4 color;
${kCellColor}
void main() { color = cell_color(share * vec2(textureSize(numbers, 0))); }`;

const kEdge = `
out vec4 color;
uniform vec3 ink;
void main() { color = vec4(ink, 1.0) * 0.5; }`;

export class SlicePainter3D {
  private cells: Program;
  private edge: Program;
  private numbers: NumberTexture;

  constructor(private gl: GL) {
    this.cells = new Program(gl, kVertex, kFragment);
    this.edge = new Program(gl, kVertex.replace("gl_VertexID & 1, gl_VertexID >> 1", "(gl_VertexID & 1) ^ (gl_VertexID >> 1), gl_VertexID >> 1"), kEdge);
    this.numbers = new NumberTexture(gl);
  }

  draw(camera: Camera3D, size: number[], array: FrameArray, map: WebGLTexture, range: [number, number], is_type: boolean, palette: Palette): void {
    const { gl } = this;
    const axis = array.axis!;
    const unit = (a: number, length: number) => [0, 1, 2].map((b) => (a === b ? length : 0));
    const [across, upwards] = [axis === 0 ? 1 : 0, axis === 2 ? 1 : 2];
    this.numbers.upload(numbers_of(array), array.cells!, 1);
    gl.disable(gl.DEPTH_TEST);
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    gl.bindVertexArray(null);
    for (const program of [this.cells, this.edge]) {
      program.use().set("view", ...camera.view).set("projection", ...camera.projection).set("origin", ...unit(axis, array.at!));
      program.set("across", ...unit(across, size[across]!)).set("upwards", ...unit(upwards, size[upwards]!));
    }
    this.cells.use().texture("numbers", 0, this.numbers.texture).texture("map", 1, map).set("range", ...range);
    this.cells.integer("is_type", is_type ? 1 : 0).set("gap", 0).set("fluid", ...palette.shallow).set("solid", ...palette.wall);
    gl.drawArrays(gl.TRIANGLE_STRIP, 0, 4);
    this.edge.use().set("ink", ...palette.ink);
    gl.drawArrays(gl.LINE_LOOP, 0, 4);
  }
}
