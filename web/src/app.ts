// Shared by all parts of the page: session, picture, look and current tool.

import type { Session } from "./core/session";
import { kFirstLook, type Look } from "./draw/look";
import type { Painter } from "./draw/painter";

export type Tool = "hand" | "push" | "pour" | "drain" | "wall" | "erase" | "tilt";

export class App {
  look: Look = { ...kFirstLook };
  tool: Tool = "hand";
  radius = 0.05; // of a tool, as a share of the domain's shorter side
  pour_color: number[] | null = null; // null: the liquid's own
  smoke = { density: 1, temperature: 300 }; // that is poured
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

  /** Metres of a tool's radius in this scene. */
  get tool_radius(): number {
    const scene = this.session.opened;
    if (!scene) return 0.1;
    return Math.max(this.radius * Math.min(...scene.size), 1.5 * scene.cell_size);
  }
}
