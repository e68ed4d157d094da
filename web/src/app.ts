// Shared by all parts of the page: session, picture, look and current tool.

import type { Show } from "./core/messages";
import type { Session } from "./core/session";
import { kFirstLook, type Look, show_of } from "./draw/look";
import type { Painter } from "./draw/painter";

export type Tool = "hand" | "push" | "pour" | "drain" | "wall" | "erase" | "tilt" | "thread";

export class App {
  look: Look = { ...kFirstLook };
  tool: Tool = "hand";
  radius = 0.05; // of a tool, as a share of the domain's shorter side
  pour_color: number[] | null = null; // null: the liquid's own
  smoke = { density: 1, temperature: 300 }; // that is poured
  keeps_pouring = false; // a source stays where it was put
  pointer: { x: number; y: number } | null = null; // over the canvas, CSS pixels
  pictures_per_second = 0;
  private listeners: (() => void)[] = [];

  constructor(readonly session: Session, readonly painter: Painter, readonly notify: (sentence: string, kind?: "note" | "trouble") => void) {}

  /** Runs now, and whenever look or tool change. */
  watch(listener: () => void): void {
    this.listeners.push(listener);
    listener();
  }

  change(look: Partial<Look>): void {
    Object.assign(this.look, look);
    this.changed();
  }

  hold(tool: Tool): void {
    this.tool = tool;
    this.changed();
  }

  changed(): void {
    for (const listener of this.listeners) listener();
  }

  /** What frames have to contain. */
  get show(): Show {
    const { session, painter, look } = this;
    return show_of(look, session.opened!, { pointed: this.pointer !== null, threads: painter.flat.has_threads && session.opened!.dimension === 2 });
  }

  point(pointer: { x: number; y: number } | null): void {
    const changes = (pointer === null) !== (this.pointer === null);
    this.pointer = pointer;
    if (changes) this.changed();
  }

  /** Metres of a tool's radius in this scene. */
  get tool_radius(): number {
    const scene = this.session.opened;
    if (!scene) return 0.1;
    return Math.max(this.radius * Math.min(...scene.size), 1.5 * scene.cell_size);
  }
}
