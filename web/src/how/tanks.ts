// The scenes of the figures: small enough to see every cell. Most rows show the first; the others are for rows that a plain tank
// of water does not have.

const kTank = `[domain]
size = [1.6, 1.0]
resolution = 40

[time]
fps = 60
frames = 100000
`;

/** A tank that is rolled to and fro, a quarter of its swing in 0.4 s. */
const kSwings = Array.from({ length: 400 }, (_, i) => `{time = ${(0.4 * i).toFixed(1)}, rotation_degrees = ${[0, 12, 0, -12][i % 4]!}}`).join(", ");

export const kTanks = {
  water: `${kTank}
[particles]
columns = ["id", "color"]

[drift]
push_apart = true

[[liquid]]
shape = "box"
min = [0.0, 0.0]
max = [0.6, 0.8]

[[liquid]]
shape = "box"
min = [0.6, 0.0]
max = [1.6, 0.2]

[[solid]]
shape = "sphere"
center = [1.05, 0.32]
radius = 0.13
`,
  tap: `${kTank}
[[liquid]]
shape = "box"
min = [0.0, 0.0]
max = [1.6, 0.25]

[[source]]
shape = "box"
min = [0.2, 0.8]
max = [0.36, 0.9]
velocity = [0.6, -1.0]

[[drain]]
shape = "box"
min = [1.3, 0.0]
max = [1.6, 0.08]
`,
  rolled: `${kTank}
[frame]
pivot = [0.8, 0.0]
keyframes = [${kSwings}]

[[liquid]]
shape = "box"
min = [0.0, 0.0]
max = [1.6, 0.35]
`,
  drop: `${kTank.replace("[1.6, 1.0]", "[0.032, 0.02]").replace("fps = 60", "fps = 500")}
[fluid]
surface_tension = 0.072

[forces]
gravity = [0.0, 0.0]

[[liquid]]
shape = "box"
min = [0.009, 0.007]
max = [0.023, 0.013]
`,
  bed: `${kTank}
[fluid]
friction = 0.3

[[liquid]]
shape = "box"
min = [0.0, 0.0]
max = [0.5, 0.9]
`,
  honey: `${kTank}
[fluid]
density = 1400
viscosity = 200
color = [0.95, 0.62, 0.10]

[[liquid]]
shape = "box"
min = [0.0, 0.0]
max = [0.6, 0.8]
`,
  whirl: `${kTank}
[forces]
gravity = [0.0, 0.0]

[solver]
stepping = "leapfrog"

[[liquid]]
shape = "box"
min = [0.0, 0.0]
max = [1.6, 1.0]
velocity = ["1.6 * sin(pi * x / 0.8) * cos(pi * y)", "-2 * cos(pi * x / 0.8) * sin(pi * y)"]
`,
} as const;

export type TankName = keyof typeof kTanks;
