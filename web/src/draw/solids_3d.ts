// The surroundings of 3D water: solids as meshes with flat sides, the floor, and the edges of the domain.

import type { Pose } from "../core/frame";
import type { Solid } from "../core/messages";
import type { Camera3D } from "./camera_3d";
import { draw_whole_screen, type GL, kWholeScreen, Program } from "./gl";
import type { Palette } from "./look";

const kMeshVertex = `
layout(location = 0) in vec3 point;
uniform mat4 view, projection;
uniform vec3 pivot, place, row1, row2, row3;
out vec3 seen;
void main() {
  vec3 own = point - pivot;
  vec3 world = vec3(dot(row1, own), dot(row2, own), dot(row3, own)) + place;
  vec4 at = view * vec4(world, 1.0);
  seen = at.xyz;
  gl_Position = projection * at;
}`;

const kMeshFragment = `
in vec3 seen;
out vec4 color;
uniform vec3 base;
uniform mat4 view;
void main() {
  vec3 normal = normalize(cross(dFdx(seen), dFdy(seen)));
  vec3 sun = normalize(mat3(view) * vec3(-0.4, 0.9, 0.5));
  float light = 0.5 + 0.5 * dot(normal, sun);
  color = vec4(base * (0.4 + 0.7 * light), 1.0);
}`;

const kBackdrop = `
in vec2 uv;
out vec4 color;
uniform vec3 page, air_top, air_bottom, frame, eye, right, up, back, size;
uniform vec2 half_screen;
// The floor fades into the page around the domain; fine lines every tenth of the longest side.
void main() {
  vec2 at = (uv * 2.0 - 1.0) * half_screen;
  vec3 way = normalize(right * at.x + up * at.y - back);
  vec3 lit = mix(page, air_top, 0.6 * smoothstep(-0.3, 0.7, way.y));
  float t = -eye.y / way.y;
  if (t > 0.0) {
    vec3 hit = eye + t * way;
    vec2 outside = max(max(-hit.xz, hit.xz - size.xz), 0.0);
    float longest = max(size.x, max(size.y, size.z));
    float fade = exp(-2.6 * length(outside) / longest);
    vec2 cell = hit.xz / (0.1 * longest);
    vec2 line = 1.0 - smoothstep(0.0, 1.5, abs(fract(cell + 0.5) - 0.5) / max(fwidth(cell), 1e-5));
    vec3 ground = mix(air_bottom, frame, 0.35 * max(line.x, line.y));
    lit = mix(lit, ground, fade);
  }
  color = vec4(lit, 1.0);
}`;

const kEdgeVertex = `
uniform mat4 view, projection;
uniform vec3 size;
void main() {
  int edge = gl_VertexID / 2, axis = edge / 4, other = edge % 4;
  vec3 at = vec3(0.0);
  at[axis] = float(gl_VertexID % 2);
  at[(axis + 1) % 3] = float(other & 1);
  at[(axis + 2) % 3] = float(other >> 1);
  gl_Position = projection * view * vec4(at * size, 1.0);
}`;

const kEdgeFragment = `
out vec4 color;
uniform vec4 ink;
void main() { color = vec4(ink.rgb * ink.a, ink.a); }`;

interface Shape {
  solid: Solid;
  array: WebGLVertexArrayObject;
  corners: number;
}

export class SolidPainter3D {
  private mesh: Program;
  private backdrop: Program;
  private edges: Program;
  private shapes: Shape[] = [];

  constructor(private gl: GL) {
    this.mesh = new Program(gl, kMeshVertex, kMeshFragment);
    this.backdrop = new Program(gl, kWholeScreen, kBackdrop);
    this.edges = new Program(gl, kEdgeVertex, kEdgeFragment);
  }

  take(solids: Solid[]): void {
    const { gl } = this;
    for (const shape of this.shapes) gl.deleteVertexArray(shape.array);
    this.shapes = solids.map((solid) => {
      const array = gl.createVertexArray()!;
      gl.bindVertexArray(array);
      gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
      gl.bufferData(gl.ARRAY_BUFFER, new Float32Array(solid.position), gl.STATIC_DRAW);
      gl.enableVertexAttribArray(0);
      gl.vertexAttribPointer(0, 3, gl.FLOAT, false, 0, 0);
      gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, gl.createBuffer());
      gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, new Uint32Array(solid.corners), gl.STATIC_DRAW);
      gl.bindVertexArray(null);
      return { solid, array, corners: solid.corners.length };
    });
  }

  draw_backdrop(camera: Camera3D, size: number[], palette: Palette, aspect: number): void {
    const { right, up, back } = camera.axes;
    this.backdrop.use().set("page", ...palette.page).set("air_top", ...palette.air_top).set("air_bottom", ...palette.air_bottom);
    this.backdrop.set("frame", ...palette.frame).set("eye", ...camera.eye).set("size", ...size);
    this.backdrop.set("right", ...right).set("up", ...up).set("back", ...back).set("half_screen", camera.slope * aspect, camera.slope);
    draw_whole_screen(this.gl);
  }

  draw(camera: Camera3D, poses: Pose[], palette: Palette): void {
    const { gl } = this;
    gl.enable(gl.DEPTH_TEST);
    gl.disable(gl.BLEND);
    this.mesh.use().set("view", ...camera.view).set("projection", ...camera.projection);
    for (const [index, { solid, array, corners }] of this.shapes.entries()) {
      const pose = poses[index];
      if (pose?.there === false) continue;
      const rotation = pose?.rotation.length === 9 ? pose.rotation : [1, 0, 0, 0, 1, 0, 0, 0, 1];
      for (const row of [0, 1, 2]) this.mesh.set(`row${row + 1}`, ...rotation.slice(3 * row, 3 * row + 3));
      const pivot = pose?.pivot ?? solid.pivot;
      this.mesh.set("pivot", ...pivot).set("place", ...(pose?.place ?? pivot));
      this.mesh.set("base", ...(solid.drawn ? palette.wall : solid.moves ? palette.ball : palette.wall));
      gl.bindVertexArray(array);
      gl.drawElements(gl.TRIANGLES, corners, gl.UNSIGNED_INT, 0);
    }
    gl.bindVertexArray(null);
    gl.disable(gl.DEPTH_TEST);
  }

  draw_edges(camera: Camera3D, size: number[], palette: Palette): void {
    const { gl } = this;
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    gl.enable(gl.DEPTH_TEST);
    gl.depthMask(false);
    this.edges.use().set("view", ...camera.view).set("projection", ...camera.projection).set("size", ...size);
    this.edges.set("ink", ...palette.ink, 0.28);
    gl.bindVertexArray(null);
    gl.drawArrays(gl.LINES, 0, 24);
    gl.depthMask(true);
    gl.disable(gl.DEPTH_TEST);
  }
}
