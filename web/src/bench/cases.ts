// The cases of `?bench`. A case is a scene and edits of it in the form of `--set`; `command` measures the same steps in the program.

export interface Case {
  name: string;
  label: string;
  scene: string;
  edits: string[];
  warm_up: number; // steps that do not count: memory grows, and the browser recompiles the code
  steps: number;
}

export const kCases: Case[] = [
  { name: "muller", label: "Müller's tank, his method and settings", scene: "seed_muller", edits: [], warm_up: 60, steps: 300 },
  { name: "dam_2d", label: "Dam break in 2D", scene: "dam_break_2d", edits: ["time.substeps=4"], warm_up: 40, steps: 200 },
  { name: "large_2d", label: "Dam break in 2D, 100 000 particles", scene: "dam_break_2d", edits: ["domain.resolution=500", "time.substeps=8"], warm_up: 20, steps: 80 },
  { name: "large_3d", label: "Dam break in 3D, 60 000 particles", scene: "dam_break_3d", edits: ["domain.resolution=32"], warm_up: 20, steps: 80 },
];

export const command = ({ scene, edits, warm_up, steps }: Case) =>
  ["./spindrift bench", scene, "--threads 1", `--warmup ${warm_up}`, `--steps ${steps}`, ...edits.map((edit) => `--set ${edit}`), "--json"].join(" ");
