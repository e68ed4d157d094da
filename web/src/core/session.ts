// The page's copy of the session: its latest messages, and the listeners.

import type { Core } from "./core";
import { type Frame, read_frame } from "./frame";
import type { Do, Edited, Failure, Hello, Is, Key, Opened, Run, Saved, Show, Solid, State, Stats } from "./messages";
import { with_edits } from "./scene_text";

interface Events {
  hello: Hello;
  opened: Opened;
  edited: Opened; // the scene as it is now
  error: Failure;
  state: State;
  stats: Stats;
  run: Run;
  frame: Frame;
  replaced: string; // the name of the scene
  taken_over: number; // how many commands
  trouble: string;
}

type Listener<T> = (value: T) => void;

const values_of = (keys: Pick<Key, "key" | "value">[]) => new Map(keys.map(({ key, value }) => [key, value]));

export class Session {
  hello: Hello | null = null;
  opened: Opened | null = null;
  stats: Stats | null = null;
  run: Run | null = null;
  frame: Frame | null = null;
  state: State = { is: "state", playing: false, speed: 1, pace: 0 };

  /** The scene's text as it was written, with later changes of settings, without the hand's actions. */
  text = "";
  gravity = [0, -9.81];
  /** The scene with its own settings: as it was picked, shared or written. */
  private own: Do & { do: "open" } | null = null;
  private own_text = ""; // with the edits that it was opened with
  private opened_text = ""; // with the edits that it was opened with
  private asked = { text: undefined as string | undefined, is_own: true }; // by the last `open`

  private listeners: { [K in keyof Events]?: Listener<Events[K]>[] } = {};
  private savings: ((saved: Saved) => void)[] = []; // pending saves, answered in their order
  private frame_is_due = false; // a frame was requested and has not arrived
  private shown: Show = {};

  constructor(private core: Core) {
    core.onmessage = (message) => this.receive(message);
    core.onframe = (bytes) => this.receive_frame(bytes);
    core.ontrouble = (sentence) => this.emit("trouble", sentence);
  }

  on<K extends keyof Events>(event: K, listener: Listener<Events[K]>): void {
    ((this.listeners[event] ??= []) as Listener<Events[K]>[]).push(listener);
  }

  send(message: Do): void {
    this.core.send(message);
  }

  /** The scene or the recording as text. */
  save(what: Saved["what"]): Promise<Saved> {
    this.send({ do: "save", what });
    return new Promise((done) => this.savings.push(done));
  }

  /** Opens a scene and plays it; with `resolution`, with so many cells along its longest side. */
  open(name: string, scene?: string, play = true, resolution?: number): void {
    this.asked = { text: scene, is_own: true };
    this.send({ do: "open", name, ...(scene !== undefined && { scene }), ...(resolution && { resolution }) });
    this.send({ do: play ? "play" : "pause" });
  }

  /** Starts the scene again with a setting that cannot change while it runs. */
  reopen(scene: string, resolution?: number): void {
    if (!this.opened) return;
    this.open(this.opened.name, scene, this.state.playing, resolution);
    this.asked = { text: undefined, is_own: false };
  }

  get has_own_settings(): boolean {
    return this.text === this.own_text;
  }

  /** Starts the scene again with its own settings. */
  reopen_own(): void {
    if (!this.own) return;
    this.asked = { text: this.own.scene, is_own: true };
    this.send(this.own);
    this.send({ do: this.state.playing ? "play" : "pause" });
  }

  edit(...edits: string[]): void {
    this.send({ do: "edit", edits });
  }

  show(what: Show): void {
    if (JSON.stringify(what) === JSON.stringify(this.shown)) return;
    this.shown = what;
    this.send({ do: "show", ...what });
  }

  /** Requests the next frame, unless one is due. */
  next(): void {
    if (this.frame_is_due) return;
    this.frame_is_due = true;
    this.send({ do: "next" });
  }

  key(name: string): Key | undefined {
    return this.opened?.keys.find((key) => key.key === name);
  }

  number(name: string, otherwise: number): number {
    const value = this.key(name)?.value;
    return typeof value === "number" ? value : otherwise;
  }

  get solids(): Solid[] {
    return this.opened?.solids ?? [];
  }

  private emit<K extends keyof Events>(event: K, value: Events[K]): void {
    for (const listener of this.listeners[event] ?? []) listener(value);
  }

  private receive(message: Is): void {
    switch (message.is) {
      case "hello":
        // Also after a lost connection: this viewer's `show` has to be sent again.
        this.hello = message;
        this.frame_is_due = false;
        if (Object.keys(this.shown).length) this.send({ do: "show", ...this.shown });
        return this.emit("hello", message);
      case "opened":
        this.opened = message;
        this.gravity = message.gravity;
        this.text = this.opened_text = with_edits(message.scene, message.edits ?? [], values_of(message.keys)) ?? message.scene;
        if (this.asked.is_own || this.own?.name !== message.name) {
          this.own = { do: "open", name: message.name, scene: message.scene, set: message.edits };
          this.own_text = this.text;
        }
        this.asked = { text: undefined, is_own: true };
        this.stats = null;
        this.frame = null;
        return this.emit("opened", message);
      case "edited":
        if (!this.opened) return;
        this.take_edit(this.opened, message);
        return this.emit("edited", this.opened);
      case "error":
        if (message.do === "save") this.savings.shift(); // failed
        if (message.do !== "open") return this.emit("error", message);
        this.emit("error", { ...message, text: this.asked.text });
        this.asked = { text: undefined, is_own: true };
        return;
      case "state":
        this.state = message;
        return this.emit("state", message);
      case "stats":
        this.stats = message;
        return this.emit("stats", message);
      case "saved":
        return this.savings.shift()?.(message);
      case "run":
        this.run = message;
        return this.emit("run", message);
      case "taken_over":
        return this.emit("taken_over", message.commands);
      case "replaced":
        return this.emit("replaced", message.name);
    }
  }

  /** The scene after an edit. Edits change the text in place; after undo or reset the session writes it. */
  private take_edit(scene: Opened, message: Edited): void {
    if (message.stages) scene.stages = message.stages;
    if (message.solids) scene.solids = message.solids;
    if (message.scene === undefined) return;
    scene.scene = message.scene;
    const changed = values_of(message.keys ?? []);
    scene.keys = scene.keys.map((key) => (changed.has(key.key) ? { ...key, value: changed.get(key.key) } : key));
    this.text = (message.edits && with_edits(message.since_opened ? this.opened_text : this.text, message.edits, changed)) ?? message.scene;
  }

  private receive_frame(bytes: ArrayBuffer): void {
    this.frame_is_due = false;
    try {
      this.frame = read_frame(bytes);
    } catch (error) {
      return this.emit("error", { is: "error", message: `A frame could not be read: ${String(error)}` });
    }
    this.emit("frame", this.frame);
  }
}
