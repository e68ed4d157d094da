// The view of a 3D scene: an eye that turns about a point, and its matrices.

export type Mat4 = number[]; // columns first, as WebGL wants them

const kFieldOfView = (35 * Math.PI) / 180;

const sub = (a: number[], b: number[]) => a.map((x, i) => x - b[i]!);
const dot = (a: number[], b: number[]) => a.reduce((sum, x, i) => sum + x * b[i]!, 0);
const cross = (a: number[], b: number[]) => [
  a[1]! * b[2]! - a[2]! * b[1]!, a[2]! * b[0]! - a[0]! * b[2]!, a[0]! * b[1]! - a[1]! * b[0]!,
];
const unit = (a: number[]) => a.map((x) => x / Math.hypot(...a));
const along = (a: number[], way: number[], t: number) => a.map((x, i) => x + t * way[i]!);

export class Camera3D {
  target = [0.5, 0.5, 0.5];
  distance = 2;
  turn = 0.55; // radians about the vertical
  tilt = 0.32; // above the horizon
  private screen = [1, 1];
  private size = [1, 1, 1];

  fit(size: number[]): void {
    this.size = size;
    this.target = [size[0]! / 2, 0.42 * size[1]!, size[2]! / 2];
    this.turn = 0.55;
    this.tilt = 0.32;
    this.distance = this.whole;
  }

  /** A view of the whole domain, also on a narrow screen. */
  private get whole(): number {
    const radius = 0.5 * Math.hypot(...this.size);
    const narrow = Math.min(1, this.screen[0]! / this.screen[1]!);
    return (radius / Math.sin(kFieldOfView / 2)) * (0.92 / narrow);
  }

  resize(width: number, height: number): void {
    const fitted = Math.abs(this.distance - this.whole) < 1e-6 * this.whole;
    this.screen = [width, height];
    if (fitted) this.distance = this.whole;
  }

  /** Towards the eye, to the right, and up. */
  get axes(): { back: number[]; right: number[]; up: number[] } {
    const back = [Math.sin(this.turn) * Math.cos(this.tilt), Math.sin(this.tilt), Math.cos(this.turn) * Math.cos(this.tilt)];
    const right = unit(cross([0, 1, 0], back));
    return { back, right, up: cross(back, right) };
  }

  get eye(): number[] {
    return along(this.target, this.axes.back, this.distance);
  }

  get near_and_far(): [number, number] {
    const reach = Math.hypot(...this.size);
    return [Math.max(0.02 * reach, this.distance - 2 * reach), this.distance + 3 * reach];
  }

  get view(): Mat4 {
    const { back, right, up } = this.axes;
    const eye = this.eye;
    const rows = [right, up, back];
    return [0, 1, 2].flatMap((i) => [...rows.map((row) => row[i]!), 0]).concat(rows.map((row) => -dot(row, eye)), 1);
  }

  /** Of half the screen's height at distance one. */
  get slope(): number {
    return Math.tan(kFieldOfView / 2);
  }

  get projection(): Mat4 {
    const [near, far] = this.near_and_far;
    const f = 1 / this.slope;
    const aspect = this.screen[0]! / this.screen[1]!;
    return [f / aspect, 0, 0, 0, 0, f, 0, 0, 0, 0, (near + far) / (near - far), -1, 0, 0, (2 * near * far) / (near - far), 0];
  }

  orbit(dx: number, dy: number): void {
    this.turn -= dx * 0.007;
    this.tilt = Math.min(Math.max(this.tilt + dy * 0.007, -1.5), 1.5);
  }

  pan(dx: number, dy: number): void {
    const step = (2 * this.slope * this.distance) / this.screen[1]!;
    const { right, up } = this.axes;
    this.target = along(along(this.target, right, -dx * step), up, dy * step);
  }

  zoom(factor: number): void {
    const reach = Math.hypot(...this.size);
    this.distance = Math.min(Math.max(this.distance / factor, 0.15 * reach), 12 * reach);
  }

  /** The ray through a pixel. */
  way_at(x: number, y: number): number[] {
    const { back, right, up } = this.axes;
    const aspect = this.screen[0]! / this.screen[1]!;
    const sideways = ((2 * x) / this.screen[0]! - 1) * this.slope * aspect;
    const upwards = (1 - (2 * y) / this.screen[1]!) * this.slope;
    return unit(along(along(back.map((b) => -b), right, sideways), up, upwards));
  }

  /** Where the ray through a pixel meets the plane that faces the eye and contains a point. */
  place_at(x: number, y: number, point: number[]): number[] {
    const way = this.way_at(x, y);
    const { back } = this.axes;
    const t = dot(sub(point, this.eye), back) / dot(way, back);
    return along(this.eye, way, t);
  }

  /** The pixel of the canvas where a point is seen. */
  screen_of(point: number[]): [number, number] {
    const { back, right, up } = this.axes;
    const from_eye = sub(point, this.eye);
    const scale = this.screen[1]! / (2 * this.slope * -dot(from_eye, back));
    return [this.screen[0]! / 2 + dot(from_eye, right) * scale, this.screen[1]! / 2 - dot(from_eye, up) * scale];
  }

  /** Where the ray through a pixel meets the plane across an axis; null where that lies outside of the domain. */
  place_on_slice(x: number, y: number, axis: number, at: number): number[] | null {
    const way = this.way_at(x, y);
    const t = (at - this.eye[axis]!) / way[axis]!;
    const place = along(this.eye, way, t);
    const is_inside = t > 0 && place.every((p, a) => a === axis || (p >= 0 && p < this.size[a]!));
    return is_inside ? place : null;
  }

  /** The distance of the ray through a pixel from a point, and its depth there. */
  distance_to(x: number, y: number, point: number[]): { off: number; depth: number } {
    const way = this.way_at(x, y);
    const to = sub(point, this.eye);
    const depth = dot(to, way);
    return { off: Math.sqrt(Math.max(dot(to, to) - depth * depth, 0)), depth };
  }
}
