// Fingers, mouse and wheel become actions of the current tool, once per frame of the screen.

import type { App } from "../app";
import type { Do, Solid } from "../core/messages";
import type { Session } from "../core/session";
import { keep_source } from "./sources";
import { set_gravity, tilt_towards } from "./tilt";

interface Finger {
  x: number; // CSS pixels of the canvas
  y: number;
}

export class Hand {
  private fingers = new Map<number, Finger>();
  private does: "nothing" | "tool" | "orbit" | "pan" = "nothing";
  private solid: Solid | null = null;
  private grip: number[] = []; // from the hand to the middle of what it holds
  private last: { place: number[]; at: number } | null = null;
  private velocity: number[] = [];
  private moved = false; // since the last frame
  private still_since = 0;
  private wall_from: number[] | null = null;
  private stroke: number[] = []; // of a thread: x y of each place

  constructor(private app: App, private canvas: HTMLCanvasElement, private ring: HTMLElement) {
    canvas.addEventListener("pointerdown", (event) => this.down(event));
    canvas.addEventListener("pointermove", (event) => this.move(event));
    for (const name of ["pointerup", "pointercancel"] as const) canvas.addEventListener(name, (event) => this.up(event));
    canvas.addEventListener("pointerleave", () => ring.classList.remove("shown"));
    canvas.addEventListener("contextmenu", (event) => event.preventDefault());
    canvas.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    canvas.addEventListener("dblclick", () => this.fit());
  }

  private get is_deep(): boolean {
    return this.app.session.opened?.dimension === 3;
  }

  private get whole(): number[] {
    return this.app.session.opened!.size.map((side) => side / 2);
  }

  /** The scene's point below a finger; in 3D on a plane that faces the eye, through the held solid. */
  private place(finger: Finger): number[] {
    const { painter } = this.app;
    if (!this.is_deep) return painter.flat.camera.place_at(finger.x, finger.y);
    const through = this.solid ? this.middle_of(this.solid) : this.whole;
    const place = painter.deep.camera.place_at(finger.x, finger.y, through);
    return place.map((x, axis) => Math.min(Math.max(x, 0), this.app.session.opened!.size[axis]!));
  }

  private middle_of(solid: Solid): number[] {
    const { solids, frame } = this.app.session;
    const pose = frame?.poses[solids.indexOf(solid)];
    if (!pose) return solid.middle;
    const dimension = solid.middle.length;
    const pivot = pose.pivot ?? solid.pivot;
    const own = solid.middle.map((x, axis) => x - pivot[axis]!);
    return pose.place.map((x, row) => own.reduce((sum, part, column) => sum + pose.rotation[row * dimension + column]! * part, x));
  }

  private down(event: PointerEvent): void {
    const { session } = this.app;
    if (!session.opened) return;
    this.canvas.setPointerCapture(event.pointerId);
    this.fingers.set(event.pointerId, { x: event.offsetX, y: event.offsetY });
    if (this.fingers.size > 1) {
      this.let_go();
      this.does = "pan";
      return;
    }
    if (event.button !== 0) {
      this.does = "pan";
      return;
    }
    const finger = this.fingers.get(event.pointerId)!;
    const near = this.app.tool === "hand" ? this.solid_at(finger) : null;
    this.solid = near ?? (this.app.tool === "hand" ? only_ball(this.app.session) : null);
    if (this.is_deep && this.app.tool === "hand" && !this.solid) {
      this.does = "orbit";
      return;
    }
    this.does = "tool";
    const place = this.place(finger);
    this.last = { place, at: performance.now() };
    this.velocity = place.map(() => 0);
    this.wall_from = this.app.tool === "wall" ? place : null;
    // A ball that was elsewhere comes with its middle to the hand.
    if (this.solid) this.grip = near ? this.middle_of(near).map((x, axis) => x - place[axis]!) : place.map(() => 0);
    if (this.app.tool === "pour" && this.app.keeps_pouring) {
      keep_source(this.app, this.poured(place));
      this.does = "nothing";
      return;
    }
    if (this.app.tool === "thread") this.stroke = [...place];
    this.moved = true;
    if (!session.state.playing && !["wall", "erase", "thread"].includes(this.app.tool)) session.send({ do: "play" });
  }

  private move(event: PointerEvent): void {
    this.show_ring(event);
    const finger = this.fingers.get(event.pointerId);
    if (!finger) return;
    const [dx, dy] = [event.offsetX - finger.x, event.offsetY - finger.y];
    const before = this.spread();
    finger.x = event.offsetX;
    finger.y = event.offsetY;
    if (this.does === "orbit") this.app.painter.deep.camera.orbit(dx, dy);
    else if (this.does === "pan") this.pan_and_pinch(dx / this.fingers.size, dy / this.fingers.size, before);
    else if (this.does === "tool") this.moved = true;
  }

  private up(event: PointerEvent): void {
    if (this.moved && this.fingers.has(event.pointerId)) this.act(); // a tap may be shorter than a frame of the screen
    if (!this.fingers.delete(event.pointerId)) return;
    if (this.does === "tool" && this.app.tool === "wall" && this.last) this.build_wall(this.last.place, true);
    if (this.does === "tool" && this.app.tool === "thread") this.lay_thread();
    if (this.fingers.size === 0) {
      this.let_go();
      this.does = "nothing";
    }
  }

  private let_go(): void {
    if (this.does === "tool") this.app.session.send({ do: "drop" }); // also where nothing is held: what follows is another act to undo
    this.solid = null;
    this.last = null;
  }

  private spread(): number {
    const [a, b] = [...this.fingers.values()];
    return a && b ? Math.hypot(a.x - b.x, a.y - b.y) : 0;
  }

  private pan_and_pinch(dx: number, dy: number, before: number): void {
    const after = this.spread();
    const factor = before > 0 && after > 0 ? after / before : 1;
    const [a, b] = [...this.fingers.values()];
    if (this.is_deep) {
      this.app.painter.deep.camera.pan(dx, dy);
      this.app.painter.deep.camera.zoom(factor);
    } else {
      const camera = this.app.painter.flat.camera;
      camera.pan(dx, dy);
      if (a && b) camera.zoom_at((a.x + b.x) / 2, (a.y + b.y) / 2, factor);
    }
  }

  private wheel(event: WheelEvent): void {
    event.preventDefault();
    const factor = Math.exp(-event.deltaY * (event.deltaMode === 1 ? 0.05 : 0.0015));
    if (this.is_deep) this.app.painter.deep.camera.zoom(factor);
    else this.app.painter.flat.camera.zoom_at(event.offsetX, event.offsetY, factor);
  }

  fit(): void {
    const scene = this.app.session.opened;
    if (!scene) return;
    (this.is_deep ? this.app.painter.deep : this.app.painter.flat).camera.fit(scene.size);
  }

  private show_ring(event: PointerEvent): void {
    const { tool, painter } = this.app;
    const sized = ["push", "pour", "drain", "wall", "erase"].includes(tool);
    this.ring.classList.toggle("shown", sized);
    if (!sized || !this.app.session.opened) return;
    const camera = painter.deep.camera;
    const scale = this.is_deep ? this.canvas.clientHeight / (2 * camera.slope * camera.distance) : painter.flat.camera.scale;
    const pixels = 2 * this.app.tool_radius * scale * (tool === "wall" ? 0.5 : 1);
    this.ring.style.width = this.ring.style.height = `${pixels}px`;
    this.ring.style.translate = `${event.offsetX - pixels / 2}px ${event.offsetY - pixels / 2}px`;
  }

  /** The solid that a finger grabs: the one below it or near it; or the only one. */
  private solid_at(finger: Finger): Solid | null {
    const { session, painter } = this.app;
    let best: Solid | null = null;
    let nearest = Infinity;
    for (const solid of session.solids) {
      if (session.frame?.poses[solid.number - 1]?.there === false) continue;
      const middle = this.middle_of(solid);
      const reach = reach_of(solid);
      if (this.is_deep) {
        const { off, depth } = painter.deep.camera.distance_to(finger.x, finger.y, middle);
        if (off < reach && depth < nearest) [best, nearest] = [solid, depth];
      } else {
        const place = painter.flat.camera.place_at(finger.x, finger.y);
        const off = Math.hypot(place[0] - middle[0]!, place[1] - middle[1]!);
        const slack = 14 / painter.flat.camera.scale;
        if (off < reach + slack && off < nearest) [best, nearest] = [solid, off];
      }
    }
    return best;
  }

  /** Once per frame of the screen: the tool's action at the hand's current place. */
  act(): void {
    if (this.does !== "tool" || !this.last) return;
    const finger = this.fingers.values().next().value;
    if (!finger) return;
    const now = performance.now();
    const place = this.place(finger);
    const seconds = Math.max((now - this.last.at) / 1000, 1 / 240);
    const kMemory = 0.6; // of the hand's velocity, from frame to frame: a mouse jumps
    this.velocity = this.velocity.map((v, axis) => kMemory * v + (1 - kMemory) * ((place[axis]! - this.last!.place[axis]!) / seconds));
    if (this.moved) this.still_since = now;
    this.use(place, now - this.still_since);
    this.last = { place, at: now };
    this.moved = false;
  }

  private use(place: number[], still: number): void {
    const { session, tool, tool_radius: radius } = this.app;
    const position = place;
    if (this.solid) {
      if (!this.moved) return;
      const held = place.map((x, axis) => x + this.grip[axis]!);
      return session.send({ do: "drag", solid: this.solid.number, position: held });
    }
    const kStill = 120; // ms without motion after which a hand no longer pushes
    switch (tool) {
      case "hand":
      case "push":
        if (this.moved) session.send({ do: "push", position, radius: tool === "hand" ? Math.max(radius, 0.06 * Math.min(...session.opened!.size)) : radius, velocity: this.velocity });
        else if (still > kStill && still < 2 * kStill) session.send({ do: "drop" });
        return;
      case "pour":
        if (this.moved) session.send(this.poured(position));
        return;
      case "drain":
        if (this.moved) session.send({ do: "drain", position, radius });
        return;
      case "erase":
        if (this.moved) session.send({ do: "erase", position, radius });
        return;
      case "wall":
        return this.build_wall(place, false);
      case "thread":
        if (this.moved) this.stroke.push(...place);
        return;
      case "tilt":
        if (this.moved) set_gravity(session, tilt_towards(this.app, finger_from_middle(finger_of(this.fingers), this.canvas)));
        return;
    }
  }

  /** What is poured at a place. It leaves the hand as if it had fallen by the radius, and with a share of the hand's own motion. */
  private poured(position: number[]): Extract<Do, { do: "pour" }> {
    const { session, tool_radius: radius, pour_color: color } = this.app;
    const { gravity } = session;
    const fall = position.map((_, axis) => (gravity[axis] ?? 0) * Math.sqrt((2 * radius) / Math.max(Math.hypot(...gravity), 1e-6)));
    const velocity = fall.map((v, axis) => v + 0.5 * (this.velocity[axis] ?? 0));
    if (session.opened!.smoke) return { do: "pour", position, radius, velocity: velocity.map((v) => -0.3 * v), ...this.app.smoke };
    return { do: "pour", position, radius, velocity, ...(color && { color }) };
  }

  /** A stroke becomes a thread, a click two that cross. */
  private lay_thread(): void {
    const { threads, camera } = this.app.painter.flat;
    const { size, cell_size } = this.app.session.opened!;
    const [x, y] = this.stroke;
    const kClick = 6; // CSS pixels
    const is_click = this.stroke.every((part, at) => Math.abs(part - (at % 2 ? y! : x!)) * camera.scale < kClick);
    if (is_click) threads.lay_cross([x!, y!], size, cell_size);
    else threads.lay(this.stroke, cell_size);
    this.app.changed(); // frames need the flow
  }

  /** A stroke becomes a chain of straight walls, each a few radii long. */
  private build_wall(place: number[], is_end: boolean): void {
    if (!this.wall_from) return;
    const radius = 0.5 * this.app.tool_radius;
    const length = Math.hypot(...place.map((x, axis) => x - this.wall_from![axis]!));
    if (length < (is_end ? 0.5 : 3) * radius) return;
    this.app.session.send({ do: "wall", from: this.wall_from, to: place, radius });
    this.wall_from = place;
  }
}

const finger_of = (fingers: Map<number, Finger>) => fingers.values().next().value!;

const finger_from_middle = (finger: Finger, canvas: HTMLCanvasElement): [number, number] => [
  finger.x - canvas.clientWidth / 2, canvas.clientHeight / 2 - finger.y,
];

/** The distances of a solid's points from its middle. */
function reaches_of({ middle, position }: Solid): number[] {
  const reaches: number[] = [];
  for (let at = 0; at < position.length; at += middle.length) reaches.push(Math.hypot(...middle.map((x, axis) => position[at + axis]! - x)));
  return reaches;
}

const reach_of = (solid: Solid) => reaches_of(solid).reduce((most, reach) => Math.max(most, reach), 0);

const is_round = (solid: Solid) => Math.min(...reaches_of(solid)) > 0.9 * reach_of(solid);

/** The only solid of a 2D scene, if it is a ball: it follows a press anywhere, as in Müller's page. */
export function only_ball({ opened, solids, frame }: Session): Solid | null {
  const [ball, ...others] = solids.filter(({ drawn, number }) => !drawn && frame?.poses[number - 1]?.there !== false);
  return ball && !others.length && opened?.dimension === 2 && is_round(ball) ? ball : null;
}
