// Measures steps in a core of this tab. Nothing is drawn, and frames contain only their number.

import { Session } from "../core/session";
import { WorkerCore } from "../core/worker_core";
import { scene_named } from "../ui/scenes";
import { type Case, command } from "./cases";

/** The result of a case, for tests and scripts. */
export interface Result {
  name: string;
  label: string;
  particles: number;
  threads: number;
  steps: number;
  ms_per_step: number;
  steps_per_second: number;
  command: string; // measures the same steps with the native program
}

declare global {
  interface Window {
    /** Of a script with its own clock, such as the processor time of a thread. */
    bench_clock?(moment: "start" | "stop"): Promise<void>;
  }
}

export class Bench {
  private core: WorkerCore;
  private session: Session;
  private wake: () => void = () => {};
  private fail: (error: Error) => void = () => {};

  constructor(threads?: number) {
    this.core = new WorkerCore(threads);
    this.session = new Session(this.core);
    for (const event of ["hello", "opened", "frame"] as const) this.session.on(event, () => this.wake());
    this.session.on("error", ({ message }) => this.fail(new Error(message)));
    this.session.on("trouble", (sentence) => sentence && this.fail(new Error(sentence)));
  }

  /** The threads that the core has: one if the page is not isolated or was built without threads. */
  async threads(): Promise<number> {
    await this.until(() => this.session.hello !== null);
    return this.session.hello!.threads;
  }

  async run(one: Case): Promise<Result> {
    const { session } = this;
    session.opened = null;
    session.send({ do: "open", name: one.scene, scene: scene_named(one.scene)!.text, set: one.edits });
    await this.until(() => session.opened !== null);
    await this.step(one.warm_up);
    await window.bench_clock?.("start");
    const start = performance.now();
    await this.step(one.warm_up + one.steps);
    const ms_per_step = (performance.now() - start) / one.steps;
    await window.bench_clock?.("stop");
    return {
      name: one.name, label: one.label, particles: session.opened!.particles, threads: session.hello!.threads, steps: one.steps,
      ms_per_step, steps_per_second: 1000 / ms_per_step, command: command(one),
    };
  }

  end(): void {
    this.core.end();
  }

  private async step(goal: number): Promise<void> {
    const at = () => this.session.frame?.step ?? 0;
    this.session.send({ do: "step", count: goal - at() });
    await this.until(() => at() >= goal);
  }

  /** Waits until a condition holds, requesting frames; fails with the core's error. */
  private until(holds: () => boolean): Promise<void> {
    return new Promise((done, fail) => {
      this.fail = fail;
      this.wake = () => {
        if (holds()) return done();
        if (this.session.opened) this.session.next();
      };
      this.wake();
    });
  }
}
