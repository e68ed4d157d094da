// The messages between the page and a session; see docs/live.md.

export type Vector = number[];

/** Messages to a session. */
export type Do =
  | { do: "open"; scene?: string; name: string; set?: string[]; resolution?: number }
  | { do: "play" | "pause" | "reset" | "undo" | "drop" | "next" }
  | { do: "step"; count?: number; frames?: number }
  | { do: "speed"; factor: number }
  | { do: "edit"; edits: string[] }
  | { do: "drag"; solid: number; position: Vector }
  | { do: "turn"; solid: number; degrees: number; axis?: number }
  | { do: "tilt"; gravity: Vector }
  | { do: "pour"; position: Vector; radius: number; velocity?: Vector; color?: Vector; density?: number; temperature?: number }
  | { do: "drain" | "erase"; position: Vector; radius: number }
  | { do: "push"; position: Vector; radius: number; velocity: Vector }
  | { do: "wall"; from: Vector; to: Vector; radius: number }
  | ({ do: "show" } & Show)
  | { do: "save"; what: "recording" | "scene" }
  | { do: "seek"; frame: number };

/** The contents of this viewer's frames. */
export interface Show {
  particles?: boolean;
  color?: string;
  cells?: string[];
  velocity?: boolean;
  faces?: boolean;
  surface?: boolean;
  volume?: boolean; // 3D smoke, all of it
  slice?: { axis: number; at: number }; // the cells of a 3D scene, at a share of its length along the axis
  stats?: boolean;
}

export interface Key {
  key: string;
  kind: "number" | "integer" | "truth" | "word" | "words" | "vector" | "text";
  value: unknown;
  unit?: string;
  min?: number;
  max?: number;
  words?: string[];
  meaning?: string;
  fixed?: boolean;
}

/** A solid's mesh in its own frame: segments in 2D, triangles in 3D. */
export interface Solid {
  number: number;
  moves: boolean;
  drawn: boolean;
  pivot: Vector; // what poses turn it about
  middle: Vector; // what `drag` moves
  position: number[];
  corners: number[];
}

export interface Hello {
  is: "hello";
  version: string;
  threads: number;
  where: "tab" | "program";
}

export interface Opened {
  is: "opened";
  name: string;
  title: string;
  dimension: 2 | 3;
  smoke: boolean;
  size: Vector;
  cells: Vector;
  cell_size: number;
  fps: number;
  frames: number;
  particles: number;
  gravity: Vector;
  scene: string; // its text
  edits?: string[]; // made to the text
  poured_density?: number; // of smoke, as the scene's own source has it
  poured_temperature?: number;
  stages: string[];
  keys: Key[];
  solids: Solid[];
}

/** Another scene has replaced a changed one; undo returns to it. */
export interface Replaced {
  is: "replaced";
  name: string;
}

/** A change has replaced the rest of a recording; undo restores it. */
export interface TakenOver {
  is: "taken_over";
  commands: number;
}

export interface Edited {
  is: "edited";
  scene?: string;
  step: number;
  stages?: string[];
  solids?: Solid[];
  keys?: Pick<Key, "key" | "value">[]; // those that have changed
  edits?: string[]; // that did it
  since_opened?: boolean; // reported as a change of the opened scene
}

export interface Failure {
  is: "error";
  message: string;
  line?: number;
  column?: number;
  key?: string;
  do?: string;
  text?: string; // of the scene that was refused: added by the page
}

export interface State {
  is: "state";
  playing: boolean;
  speed: number;
  pace: number;
  note?: string;
}

/** A line of stats.jsonl; liquid and smoke have different ones. */
export interface Stats {
  is: "stats";
  step: number;
  time: number;
  frame?: number;
  time_per_step?: number;
  particles?: number;
  fluid_cells?: number;
  volume?: number;
  volume_drift?: number;
  kinetic_energy?: number;
  potential_energy?: number;
  center_of_mass?: Vector;
  max_speed?: number;
  divergence_max?: number;
  pressure_iterations?: number;
  pressure_residual?: number;
  smoke?: number;
  heat?: number;
  smoke_drift?: number;
  stage_seconds?: Record<string, number>;
  state_hash?: string;
}

export interface Saved {
  is: "saved";
  what: "recording" | "scene";
  name: string;
  text: string;
  played: boolean; // the hand did more than the scene's text says
}

export interface Run {
  is: "run";
  frames: number;
  fps: number;
}

/** Messages of a session. */
export type Is = Hello | Opened | Edited | Failure | State | Stats | Saved | Run | Replaced | TakenOver;
