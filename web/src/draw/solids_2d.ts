// Solids of a 2D scene, filled by parity: a triangle from the middle to each segment flips the pixels that it covers,
// and those that were flipped an odd number of times lie inside, whatever the outline.

import type { Pose } from "../core/frame";
import type { Solid } from "../core/messages";
import { type GL, Program } from "./gl";
import type { Palette } from "./look";

const kVertex = `
layout(location = 0) in vec2 point;
uniform vec4 to_clip, rotation;
uniform vec2 pivot, place, middle;
out vec2 from_middle;
void main() {
  vec2 own = point - pivot, around = point - middle;
  from_middle = vec2(dot(rotation.xy, around), dot(rotation.zw, around));
  vec2 at = vec2(dot(rotation.xy, own), dot(rotation.zw, own)) + place;
  gl_Position = vec4(at * to_clip.xy + to_clip.zw, 0.0, 1.0);
}`;

const kFragment = `
in vec2 from_middle;
out vec4 color;
uniform vec3 base;
uniform float reach;
void main() {
  float light = dot(from_middle, normalize(vec2(-0.45, 1.0))) / reach;
  color = vec4(base * (1.0 + 0.16 * clamp(light, -1.0, 1.0)), 1.0);
}`;

interface Shape {
  solid: Solid;
  array: WebGLVertexArrayObject;
  vertices: number;
  reach: number; // from the middle to the furthest point
}

export class SolidPainter2D {
  private program: Program;
  private shapes: Shape[] = [];

  constructor(private gl: GL) {
    this.program = new Program(gl, kVertex, kFragment);
  }

  get is_empty(): boolean {
    return this.shapes.length === 0;
  }

  take(solids: Solid[]): void {
    for (const shape of this.shapes) this.gl.deleteVertexArray(shape.array);
    this.shapes = solids.map((solid) => this.shape_of(solid));
  }

  private shape_of(solid: Solid): Shape {
    const { gl } = this;
    const [x, y] = [solid.middle[0]!, solid.middle[1]!];
    const points: number[] = [];
    let reach = 1e-9;
    for (let corner = 0; corner + 1 < solid.corners.length; corner += 2) {
      points.push(x, y);
      for (const at of [2 * solid.corners[corner]!, 2 * solid.corners[corner + 1]!]) {
        points.push(solid.position[at]!, solid.position[at + 1]!);
        reach = Math.max(reach, Math.hypot(solid.position[at]! - x, solid.position[at + 1]! - y));
      }
    }
    const fan = points.length / 2;
    // A square around all of it, to fill what was flipped.
    for (const [i, j] of [[-1, -1], [1, -1], [1, 1], [-1, -1], [1, 1], [-1, 1]] as const) points.push(x + 1.5 * i * reach, y + 1.5 * j * reach);
    const array = gl.createVertexArray()!;
    gl.bindVertexArray(array);
    gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
    gl.bufferData(gl.ARRAY_BUFFER, new Float32Array(points), gl.STATIC_DRAW);
    gl.enableVertexAttribArray(0);
    gl.vertexAttribPointer(0, 2, gl.FLOAT, false, 0, 0);
    gl.bindVertexArray(null);
    return { solid, array, vertices: fan, reach };
  }

  draw(to_clip: [number, number, number, number], poses: Pose[], palette: Pick<Palette, "wall" | "ball">): void {
    const { gl } = this;
    this.program.use().set("to_clip", ...to_clip);
    gl.disable(gl.BLEND);
    gl.enable(gl.STENCIL_TEST);
    for (const [index, { solid, array, vertices, reach }] of this.shapes.entries()) {
      const pose = poses[index];
      if (pose?.there === false) continue;
      this.program.set("middle", solid.middle[0]!, solid.middle[1]!).set("reach", reach);
      const pivot = pose?.pivot ?? solid.pivot;
      this.program.set("pivot", ...pivot).set("place", ...(pose?.place ?? pivot));
      this.program.set("rotation", ...(pose?.rotation.length === 4 ? pose.rotation : [1, 0, 0, 1]));
      this.program.set("base", ...(solid.drawn ? palette.wall : palette.ball));
      gl.bindVertexArray(array);
      gl.colorMask(false, false, false, false);
      gl.stencilFunc(gl.ALWAYS, 0, 1);
      gl.stencilOp(gl.KEEP, gl.KEEP, gl.INVERT);
      gl.drawArrays(gl.TRIANGLES, 0, vertices);
      gl.colorMask(true, true, true, true);
      gl.stencilFunc(gl.NOTEQUAL, 0, 1);
      gl.stencilOp(gl.ZERO, gl.ZERO, gl.ZERO);
      gl.drawArrays(gl.TRIANGLES, vertices, 6);
    }
    gl.bindVertexArray(null);
    gl.disable(gl.STENCIL_TEST);
  }
}
