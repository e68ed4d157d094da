// One time step in plain words: the rows of the program's table in their order, what each does and why, and what its figure shows.

import type { Look } from "../draw/look";
import type { ControlName } from "./controls";
import type { TankName } from "./tanks";

export interface Row {
  name: string; // as the program has it
  words: string[];
  look: Partial<Look>;
  seen: string; // what to look for in the figure
  tank?: TankName; // whose step has the row; else plain water's
  control?: ControlName;
}

const kDots: Partial<Look> = { style: "dots", particles: true };
const kCells = (cells: string): Partial<Look> => ({ particles: false, grid: true, cells });

export const kRows: Row[] = [
  {
    name: "move solids",
    words: ["Whatever moves by itself or by a hand goes first, to where it will be when the step is over. Its way divided by the time is the velocity that the water beside it has to match."],
    look: kDots, seen: "The ball. Drag it, and the water has to make room.", control: "ball",
  },
  {
    name: "turn velocity", tank: "rolled",
    words: ["A tank that is shaken or rolled as a whole is looked at from inside: its walls stand still, and the world turns. Seen from there, whatever moves is pushed aside, as a ball that is thrown on a carousel. That push turns a velocity and never makes it longer, so each particle's is turned by just the right angle, and no energy is lost or won.",
      "What else the rolling does, gravity that tilts and the push outwards, are forces, and have their row below."],
    look: { style: "water", arrows: true }, seen: "The walls rest, because we ride with them. The water rocks.",
  },
  {
    name: "drain particles", tank: "tap",
    words: ["Particles inside of a drain are marked. The sort that follows leaves them out."],
    look: kDots, seen: "The floor is open at the right. Dots that come there are gone, and the water runs after them.",
  },
  {
    name: "sort particles",
    words: ["Water is a crowd of particles, and each needs to know who is near. So they are sorted by the cell they are in: neighbours in the water become neighbours in memory, and a whole cell can be read at one go.",
      "Cells exist only where there is water. An empty room costs nothing."],
    look: { ...kDots, lines: true }, seen: "Every dot belongs to one square.",
  },
  {
    name: "emit particles", tank: "tap",
    words: ["Sources add particles where cells have room for them, and no more: water that has nowhere to go would burst out later."],
    look: { ...kDots, color: "speed" }, seen: "The tap, at the upper left. It stays full; what it adds leaves at the tap's own speed.",
  },
  {
    name: "push particles apart",
    words: ["Particles that have come too close are moved apart, half the overlap each. It changes places, not velocities, and keeps the crowd even where the flow has squeezed it into threads."],
    look: kDots, seen: "Switch it off and watch the dots form strings.", control: "apart",
  },
  {
    name: "resample particles",
    words: ["A cell inside of the water that has run short takes a particle from one nearby that has many. The number of particles, the volume and the momentum stay what they were."],
    look: { ...kDots, lines: true }, seen: "Cells in the water all hold about as many dots.",
  },
  {
    name: "classify cells",
    words: ["Each cell is one of three: solid, fluid if it holds a particle, or air. The pressure is computed in fluid cells, is zero in air, and cannot push through solids."],
    look: kCells("type"), seen: "Bright: fluid. Grey: solid.",
  },
  {
    name: "transfer particles to grid",
    words: ["Particles are good at moving and bad at feeling pressure; a grid is the other way round. So the particles lend their velocities to the grid: each adds its own to the faces of the cells around it, the more the nearer they are, and each face takes the mean.",
      "Velocities live on faces, not in the middle of cells: what flows into a cell is then simply what crosses its sides."],
    look: { ...kDots, faces: true, lines: true }, seen: "Red strokes: velocity to the side, on upright faces. Green: up and down, on level ones.",
  },
  {
    name: "extend density",
    words: ["Beside walls a cell has fewer neighbours, and would look thin although it is full. What the wall takes from it is made up for."],
    look: kCells("density"), seen: "The water is as dense at the wall as elsewhere.",
  },
  {
    name: "find surface",
    words: ["The surface lies where the density of particles falls to one half: somewhere between two cells, not at the edge of one. Knowing where makes still water lie still, also when it is tilted against the grid."],
    look: { style: "water", particles: true, lines: true }, seen: "The waterline crosses cells wherever it likes.",
  },
  {
    name: "detach cells",
    words: ["A wall can push water and not pull it. Cells beside a wall that would be pulled, and that air can reach, were found at the end of the last step; from here on they count as air, and the water beside them may leave the wall."],
    look: kCells("type"), seen: "Throw water up against the lid or the ball. Where it comes off again, cells beside the wall turn from fluid to air before they are empty.",
  },
  {
    name: "find curvature", tank: "drop",
    words: ["Surface tension pulls where the surface bends. How much it bends is measured from the share of each cell that lies below the surface, averaged over a few cells: a single cell is too rough to tell."],
    look: { style: "water", lines: true }, seen: "A block of water, 14 mm wide and without weight. Its corners bend most and give in first; it rings for a while and will be round.",
  },
  {
    name: "apply forces",
    words: ["Gravity, and whatever else pulls, changes the velocity on every face by its acceleration times the time step. For a moment the water falls freely, everywhere, even at the bottom of the tank. That is wrong, and the pressure will mend it."],
    look: { style: "water", arrows: true }, seen: "Turn gravity and see where everything wants to go.", control: "gravity",
  },
  {
    name: "constrain velocity",
    words: ["Nothing flows through a wall: across a face that a solid closes, water moves as the solid does. Along the wall it may slide."],
    look: { style: "water", faces: true }, seen: "No stroke points into the ball.",
  },
  {
    name: "apply friction", tank: "bed",
    words: ["A rough bed holds back the water that slides along it, the more the faster it slides: the drag grows with the square of the speed. Only the cells beside the wall feel it; the flow carries it further. It can stop water and never turns it back."],
    look: { style: "water", color: "speed", arrows: true }, seen: "The front on the floor. With friction its foot lags behind what is above.", control: "friction",
  },
  {
    name: "balance forces", tank: "honey",
    words: ["Only thick liquids have this row and the next. A pool at rest is pulled down by its weight and held up by its pressure; but the pressure comes last, and until then all of it falls. Viscosity would hold that fall back at the walls and leave a flow behind that no pressure takes out again. So the pressure that balances the forces is found beforehand, and the viscosity acts on what is left."],
    look: kCells("pressure"), seen: "The pressure that holds the honey's weight.",
  },
  {
    name: "apply viscosity", tank: "honey",
    words: ["Thick liquids resist being sheared. Each velocity is drawn towards its neighbours' by an amount that the viscosity sets, for all faces at once, so that any thickness is stable. At walls it sticks."],
    look: { style: "water", arrows: true }, seen: "It creeps, and its foot hardly moves. Make it thinner.", control: "viscosity",
  },
  {
    name: "project pressure",
    words: ["Water cannot be squeezed: what flows into a cell has to flow out. Where more flows in than out, pressure builds up and pushes back; where less, it drops and draws in. One unknown pressure for each fluid cell, one equation: after the push, nothing is squeezed.",
      "Sweeps go through the cells and settle each with its neighbours. They are quick to write and slow to spread: a change has to walk from cell to cell. Multigrid settles the large shapes of the pressure on coarse grids first and the small ones on fine grids, so that a few rounds reach everywhere."],
    look: kCells("pressure"), seen: "Pressure grows with depth, and in front of whatever is in the way. Divergence is what still flows in and not out: compare what each solver leaves.", control: "solver",
  },
  {
    name: "correct density",
    words: ["Small errors add up: over many steps particles crowd here and thin out there, and the volume drifts. A second solve, of the same kind, moves particles from crowded places to thin ones without touching their velocity."],
    look: kCells("density"), seen: "Density over that of rest. It should be even inside of the water.", control: "drift",
  },
  {
    name: "extrapolate velocity",
    words: ["Particles near the surface will look a little outside of it for their velocity. So it is carried on into the air, by a few cells."],
    look: { style: "water", arrows: true }, seen: "Arrows reach a little beyond the water.",
  },
  {
    name: "find detached cells",
    words: ["Water that flows around an edge, or hangs below a lid, would be held there only by a pressure below that of the air. Where air is near it comes in between instead. So cells beside walls whose pressure is that low are noted for the next step, and those that water flows back into are let off the list."],
    look: kCells("pressure"), seen: "Beside walls and air the pressure does not stay below zero.",
  },
  {
    name: "center velocity", tank: "whirl",
    words: ["A step that takes its velocity from its own beginning leaves every bend too late, and whirls lose strength by it. The leapfrog moves particles through the velocity that will hold in the middle of the step, found from this step and the last one. An impact is not foreseen that way: it happens once."],
    look: { ...kDots, color: "speed" }, seen: "Two whirls in a closed box without weight. See how much of their energy is left with each way of stepping.", control: "stepping",
  },
  {
    name: "transfer grid to particles",
    words: ["Now the grid knows the right velocity and the particles take it back. Taking the velocity itself (PIC) averages twice and makes syrup; taking only the change that the grid made (FLIP) keeps every swirl, and some noise. A blend of both is water."],
    look: kDots, seen: "All PIC: thick and calm. All FLIP: lively and restless.", control: "blend",
  },
  {
    name: "color particles",
    words: ["Where the water is thin its particles turn white; where it thickens again the white fades, within a second or two."],
    look: kDots, seen: "Foam.",
  },
  {
    name: "move particles",
    words: ["Each particle goes where the velocity takes it, by a midpoint step: half the way by the velocity here, the whole way by the velocity there. In a curl that keeps it from being thrown outwards."],
    look: { ...kDots, arrows: true }, seen: "Dots follow arrows.",
  },
  {
    name: "collide particles",
    words: ["Who ended in a wall is put back at its surface, and loses only that part of its velocity that points inward. With the pressure done right they are few."],
    look: kDots, seen: "No dot lies inside of the ball. Move it about.", control: "ball",
  },
];
