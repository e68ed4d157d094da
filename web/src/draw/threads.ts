// Threads of dye in a 2D scene: lines that the flow carries along, stretches and folds. Where they are stretched they get more
// points, they end where the fluid ends, and they fade after some seconds. They show the flow, and are no part of the simulation.

import type { Frame } from "../core/frame";
import type { Camera2D } from "./camera_2d";
import { type GL, Program } from "./gl";

const kLife = 10; // s of the scene until a thread has faded; it fades in the second half
const kApart = 1.5; // cells between points, at most
const kMostPoints = 12_000; // of all threads: in a strong flow their length doubles again and again
const kReach = 0.5; // cells that a point moves in one step of its own, at most

interface Thread {
  points: number[]; // x y of each
  born: number; // s
}

/** Velocities at the centres of cells, and which cells hold fluid. */
export interface Flow {
  velocity: ArrayLike<number>;
  components: number;
  type: ArrayLike<number>;
  columns: number;
  rows: number;
  cell_size: number;
}

const kFluid = 1; // a cell's type

/** The velocity at a place, from those of the four cells around it that hold fluid; null if none does. */
export function velocity_at({ velocity, components, type, columns, rows, cell_size }: Flow, x: number, y: number): [number, number] | null {
  const [at_x, at_y] = [x / cell_size - 0.5, y / cell_size - 0.5];
  const [low_x, low_y] = [Math.floor(at_x), Math.floor(at_y)];
  let [u, v, sum] = [0, 0, 0];
  for (let corner = 0; corner < 4; ++corner) {
    const [i, j] = [low_x + (corner & 1), low_y + (corner >> 1)];
    const cell = Math.min(Math.max(j, 0), rows - 1) * columns + Math.min(Math.max(i, 0), columns - 1);
    if (type[cell] !== kFluid) continue;
    const weight = (1 - Math.abs(at_x - i)) * (1 - Math.abs(at_y - j));
    u += weight * velocity[components * cell]!;
    v += weight * velocity[components * cell + 1]!;
    sum += weight;
  }
  return sum > 1e-6 ? [u / sum, v / sum] : null;
}

/** The parts of a line that lie in the fluid, each point moved with the flow by the midpoint rule. */
export function carried(points: number[], flow: Flow, seconds: number, size: number[]): number[][] {
  const parts: number[][] = [[]];
  for (let at = 0; at < points.length; at += 2) {
    const [x, y] = [points[at]!, points[at + 1]!];
    const first = velocity_at(flow, x, y);
    if (!first) {
      if (parts.at(-1)!.length) parts.push([]);
      continue;
    }
    const middle = velocity_at(flow, x + 0.5 * seconds * first[0], y + 0.5 * seconds * first[1]) ?? first;
    parts.at(-1)!.push(Math.min(Math.max(x + seconds * middle[0], 0), size[0]!), Math.min(Math.max(y + seconds * middle[1], 0), size[1]!));
  }
  return parts.filter((part) => part.length > 2);
}

/** The line with more points, none of them further than `longest` from the next. */
export function refined(points: number[], longest: number): number[] {
  const more = points.slice(0, 2);
  for (let at = 2; at < points.length; at += 2) {
    const [x, y] = [points[at - 2]!, points[at - 1]!];
    const [dx, dy] = [points[at]! - x, points[at + 1]! - y];
    const parts = Math.ceil(Math.hypot(dx, dy) / longest) || 1;
    for (let part = 1; part <= parts; ++part) more.push(x + (part / parts) * dx, y + (part / parts) * dy);
  }
  return more;
}

const kVertex = `
layout(location = 0) in vec2 point;
layout(location = 1) in vec2 next;
uniform vec4 to_clip;
uniform vec2 half_width;   // of the line, as a share of half the screen
out float off;
void main() {
  vec2 a = point * to_clip.xy + to_clip.zw, b = next * to_clip.xy + to_clip.zw;
  vec2 along = (b - a) / half_width;
  along = length(along) > 1e-6 ? normalize(along) : vec2(1.0, 0.0);
  vec2 corner = vec2(float(gl_VertexID >> 1), float(gl_VertexID & 1) * 2.0 - 1.0);
  off = corner.y;
  vec2 across = vec2(-along.y, along.x) * corner.y + along * (corner.x * 2.0 - 1.0) * 0.3;
  gl_Position = vec4(mix(a, b, corner.x) + across * half_width, 0.0, 1.0);
}`;

const kFragment = `
in float off;
out vec4 color;
uniform vec3 ink;
uniform float alpha;
void main() { float a = alpha * (1.0 - smoothstep(0.45, 1.0, abs(off))); color = vec4(ink * a, a); }`;

export class Threads {
  private threads: Thread[] = [];
  private time = 0; // of the last frame
  private program: Program;
  private buffer: WebGLBuffer;
  private array: WebGLVertexArrayObject;

  constructor(private gl: GL) {
    this.program = new Program(gl, kVertex, kFragment);
    this.buffer = gl.createBuffer()!;
    this.array = gl.createVertexArray()!;
  }

  /** The points of each thread. */
  get points(): number[][] {
    return this.threads.map(({ points }) => points);
  }

  clear(): void {
    this.threads = [];
  }

  lay(points: number[], cell_size: number): void {
    this.threads.push({ points: refined(points, kApart * cell_size), born: this.time });
  }

  /** Two threads across the whole domain that cross at a place. */
  lay_cross([x, y]: number[], size: number[], cell_size: number): void {
    this.lay([0, y!, size[0]!, y!], cell_size);
    this.lay([x!, 0, x!, size[1]!], cell_size);
  }

  /** The flow of a frame carries them from the time of the frame before to its own. */
  take_frame(frame: Frame, size: number[], cell_size: number): void {
    const seconds = frame.time - this.time;
    this.time = frame.time;
    if (seconds < 0) this.clear(); // reset or undone
    this.threads = this.threads.filter(({ born }) => frame.time - born < kLife);
    const [velocity, type] = [frame.arrays.get("cells.velocity"), frame.arrays.get("cells.type")];
    if (!velocity?.cells || !type || !this.threads.length) return;
    const flow = { velocity: velocity.data, components: velocity.components, type: type.data, columns: velocity.cells[0]!, rows: velocity.cells[1]!, cell_size };
    let fastest = 0;
    for (const number of velocity.data) fastest = Math.max(fastest, Math.abs(number));
    const steps = Math.min(Math.max(Math.ceil((seconds * fastest) / (kReach * cell_size)), 1), 24);
    for (let step = 0; step < steps; ++step) {
      const has_room = this.threads.reduce((sum, { points }) => sum + points.length / 2, 0) < kMostPoints;
      this.threads = this.threads.flatMap(({ points, born }) =>
        carried(points, flow, Math.max(seconds, 0) / steps, size).map((part) => ({ points: has_room ? refined(part, kApart * cell_size) : part, born })));
    }
  }

  draw(camera: Camera2D, [width, height]: [number, number], ink: number[]): void {
    const { gl } = this;
    if (!this.threads.length) return;
    const kHalfWidth = 1.3; // CSS pixels
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    this.program.use().set("to_clip", ...camera.to_clip).set("ink", ...ink);
    this.program.set("half_width", (2 * kHalfWidth) / width, (2 * kHalfWidth) / height);
    gl.bindVertexArray(this.array);
    gl.bindBuffer(gl.ARRAY_BUFFER, this.buffer);
    for (const location of [0, 1]) {
      gl.enableVertexAttribArray(location);
      gl.vertexAttribPointer(location, 2, gl.FLOAT, false, 8, 8 * location);
      gl.vertexAttribDivisor(location, 1);
    }
    for (const { points, born } of this.threads) {
      gl.bufferData(gl.ARRAY_BUFFER, new Float32Array(points), gl.STREAM_DRAW);
      this.program.set("alpha", Math.min(1, 2 - (2 * (this.time - born)) / kLife));
      gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, points.length / 2 - 1);
    }
    gl.bindVertexArray(null);
  }
}
