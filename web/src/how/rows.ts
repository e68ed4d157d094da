// One time step in plain words: what each row does, why, and what its figure shows. The rows themselves, and their order, are the
// session's; this is only what there is to say about them.

import type { Look } from "../draw/look";

export interface Row {
  words: string[];
  look: Partial<Look>;
  seen: string; // what to look for in the figure
  control?: "blend" | "solver" | "drift" | "apart" | "gravity" | "ball";
}

const kDots: Partial<Look> = { style: "dots", particles: true };
const kCells = (cells: string): Partial<Look> => ({ particles: false, grid: true, cells });

export const kRows: Record<string, Row> = {
  "move solids": {
    words: ["Whatever moves by itself or by a hand goes first, to where it will be when the step is over. Its way divided by the time is the velocity that the water beside it has to match."],
    look: kDots, seen: "The ball. Drag it, and the water has to make room.", control: "ball",
  },
  "drain particles": { words: ["Particles inside of a drain are marked. The sort that follows leaves them out."], look: kDots, seen: "" },
  "sort particles": {
    words: ["Water is a crowd of particles, and each needs to know who is near. So they are sorted by the cell they are in: neighbours in the water become neighbours in memory, and a whole cell can be read at one go.",
      "Cells exist only where there is water. An empty room costs nothing."],
    look: { style: "dots", particles: true, lines: true }, seen: "Every dot belongs to one square.",
  },
  "emit particles": { words: ["Sources add particles where cells have room for them, and never more: water that has nowhere to go would burst out later."], look: kDots, seen: "" },
  "push particles apart": {
    words: ["Particles that have come too close are moved apart, half the overlap each. It changes places, not velocities, and keeps the crowd even where the flow has squeezed it into threads."],
    look: kDots, seen: "Switch it off and watch the dots form strings.", control: "apart",
  },
  "resample particles": {
    words: ["A cell inside of the water that has run short takes a particle from one that has too many. Number, volume and momentum stay what they were."],
    look: { style: "dots", particles: true, lines: true }, seen: "Cells in the water all hold about as many dots.",
  },
  "classify cells": {
    words: ["Each cell is one of three: solid, fluid if it holds a particle, or air. The pressure is computed in fluid cells, is zero in air, and cannot push through solids."],
    look: kCells("type"), seen: "Bright: fluid. Grey: solid.",
  },
  "transfer particles to grid": {
    words: ["Particles are good at moving and bad at feeling pressure; a grid is the other way round. So the particles lend their velocities to the grid: each adds its own to the faces of the cells around it, the more the nearer they are, and each face takes the mean.",
      "Velocities live on faces, not in the middle of cells: what flows into a cell is then simply what crosses its sides."],
    look: { style: "dots", particles: true, faces: true, lines: true }, seen: "Red strokes: velocity to the side, on upright faces. Green: up and down, on level ones.",
  },
  "extend density": { words: ["Beside walls a cell has fewer neighbours, and would look thin although it is full. The density is carried on into the wall to make up for it."], look: kCells("density"), seen: "The water is as dense at the wall as elsewhere." },
  "find surface": {
    words: ["The surface lies where the density of particles falls to one half: somewhere between two cells, not at the edge of one. Knowing where makes still water lie still, also when it is tilted against the grid."],
    look: { style: "water", particles: true, lines: true }, seen: "The waterline crosses cells wherever it likes.",
  },
  "find curvature": { words: ["Surface tension pulls where the surface bends. Its curvature is measured from the surface's own shape."], look: { style: "water" }, seen: "" },
  "apply forces": {
    words: ["Gravity, and whatever else pulls, changes the velocity on every face by its acceleration times the time step. For a moment the water falls freely, everywhere, even at the bottom of the tank. That is wrong, and the pressure will mend it."],
    look: { style: "water", arrows: true }, seen: "Turn gravity and see where everything wants to go.", control: "gravity",
  },
  "constrain velocity": { words: ["Nothing flows through a wall: faces that lie in solids take the solid's velocity, and faces that are cut by one count with the part that is open."], look: { style: "water", faces: true }, seen: "No stroke points into the ball." },
  "balance forces": { words: ["Where weight and pressure hold each other in balance, they are set against each other before anything is solved, so that rounding cannot stir water at rest."], look: kCells("pressure"), seen: "" },
  "apply viscosity": { words: ["Thick liquids resist being sheared. Each velocity is drawn towards its neighbours' by an amount that the viscosity sets, for all faces at once, so that any thickness is stable."], look: { style: "water", color: "speed" }, seen: "" },
  "project pressure": {
    words: ["Water cannot be squeezed: what flows into a cell has to flow out. Where more flows in than out, pressure builds up and pushes back; where less, it drops and draws in. One unknown pressure for each fluid cell, one equation: after the push, nothing is squeezed.",
      "Sweeps go through the cells and settle each with its neighbours. They are quick to write and slow to spread: a change has to walk from cell to cell. Multigrid settles the large shapes of the pressure on coarse grids first and the small ones on fine grids, so that a few rounds reach everywhere."],
    look: kCells("pressure"), seen: "Pressure grows with depth, and in front of whatever is in the way. Compare what each solver leaves over.", control: "solver",
  },
  "correct density": {
    words: ["Small errors add up: over many steps particles crowd here and thin out there, and the volume drifts. A second solve, of the same kind, moves particles from crowded places to thin ones without touching their velocity."],
    look: kCells("density"), seen: "Density over that of rest. It should be even inside of the water.",
  },
  "extrapolate velocity": { words: ["Particles near the surface will look a little outside of it for their velocity. So it is carried on into the air, by a few cells."], look: { style: "water", arrows: true }, seen: "Arrows reach a little beyond the water." },
  "transfer grid to particles": {
    words: ["Now the grid knows the right velocity and the particles take it back. Taking the velocity itself (PIC) averages twice and makes syrup; taking only the change that the grid made (FLIP) keeps every swirl, and some noise. A blend of both is water."],
    look: { style: "dots", particles: true, color: "speed" }, seen: "All PIC: thick and calm. All FLIP: lively and restless.", control: "blend",
  },
  "color particles": { words: ["Where the water is thin it is white; where it thickens again the white fades."], look: { style: "dots" }, seen: "Foam." },
  "move particles": {
    words: ["Each particle goes where the velocity takes it, by a midpoint step: half the way by the velocity here, the whole way by the velocity there. In a curl that keeps it from being thrown outwards."],
    look: { style: "dots", arrows: true }, seen: "Dots follow arrows.",
  },
  "collide particles": { words: ["Who ended in a wall is put back at its surface. With the pressure done right they are few."], look: kDots, seen: "" },
};

/** The scene of the figures: small enough to see every cell, with all of it in motion. */
export const kFigureScene = `title = "The tank of the figures"

[domain]
size = [1.6, 1.0]
resolution = 40

[time]
fps = 60
frames = 100000

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
`;
