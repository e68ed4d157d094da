// A tank of the figures: a small scene with its own core, which runs while one of its figures is visible.

import { WorkerCore } from "../core/worker_core";
import type { Frame } from "../core/frame";
import type { Opened } from "../core/messages";
import { Session } from "../core/session";
import { type Look, show_of } from "../draw/look";
import type { Easel } from "./easel";
import { kTanks, type TankName } from "./tanks";

const kPause = 110; // ms between steps: slow enough to follow a dot

export interface Figure {
  canvas: HTMLCanvasElement;
  clock: HTMLElement;
  look: Look;
  visible: boolean;
}

export class Tank {
  readonly session: Session;
  readonly figures: Figure[] = [];
  playing = true;
  scene: Opened | null = null;
  private frame: Frame | null = null;
  private rests = false; // not visible, or paused
  private timer = 0;

  constructor(readonly name: TankName, private easel: Easel, ontrouble: (sentence: string) => void) {
    this.session = new Session(new WorkerCore(1));
    this.session.on("opened", (scene) => {
      this.scene = scene;
      this.look();
      this.session.next();
    });
    this.session.on("edited", (scene) => (this.scene = scene));
    this.session.on("frame", (frame) => this.take(frame));
    this.session.on("error", ({ message }) => ontrouble(message));
    this.session.on("trouble", ontrouble);
    this.session.open(name, kTanks[name], false);
  }

  step(): void {
    this.session.send({ do: "step" });
    this.session.next();
  }

  edit(...edits: string[]): void {
    this.session.edit(...edits);
  }

  /** Restarts with the values of the controls. */
  reset(): void {
    this.session.send({ do: "reset" });
    this.session.next();
  }

  /** Requests the data of the visible figures, draws them, and resumes. */
  look(): void {
    if (!this.scene) return;
    const cells = new Set<string>();
    let [velocity, faces, color] = [false, false, "own"];
    for (const { look } of this.seen) {
      const show = show_of(look, this.scene);
      for (const word of show.cells!) cells.add(word);
      velocity ||= show.velocity!;
      faces ||= show.faces!;
      if (show.color !== "own") color = show.color!;
    }
    this.session.show({ particles: true, color, cells: [...cells].sort(), velocity, faces, stats: true });
    this.session.next();
    this.draw();
    if (this.rests) this.go_on();
  }

  go_on(): void {
    this.rests = !this.playing || document.hidden || this.seen.length === 0;
    if (!this.rests) this.step();
  }

  private get seen(): Figure[] {
    return this.figures.filter(({ visible }) => visible);
  }

  private take(frame: Frame): void {
    this.frame = frame;
    // The next step waits for the pictures of this one: figures may be slow, the page may not.
    requestAnimationFrame(() => {
      this.draw();
      clearTimeout(this.timer);
      this.timer = window.setTimeout(() => this.go_on(), kPause);
    });
  }

  private draw(): void {
    if (!this.scene || !this.frame || this.seen.length === 0) return;
    this.easel.put(this.scene, this.frame);
    for (const { canvas, clock, look } of this.seen) {
      this.easel.copy(look, canvas);
      clock.textContent = `step ${this.frame.step}, ${this.frame.time.toFixed(3)} s`;
    }
  }
}
