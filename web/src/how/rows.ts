// One time step: the rows of the program's table in their order, with text and figure.

import type { Look } from "../draw/look";
import type { ControlName } from "./controls";
import type { TankName } from "./tanks";

export interface Row {
  name: string; // as in the program
  words: string[];
  look: Partial<Look>;
  seen: string; // caption of the figure
  tank?: TankName; // a tank whose step has the row; default: plain water
  control?: ControlName;
}

const kDots: Partial<Look> = { style: "dots", particles: true };
const kCells = (cells: string): Partial<Look> => ({ particles: false, grid: true, cells });

export const kRows: Row[] = [
  {
    name: "move solids",
    words: ["Solids move first, to their place at the end of the step. Their displacement divided by the time step is the velocity that the water beside them has to match."],
    look: kDots, seen: "Drag the ball: the water makes room for it.", control: "ball",
  },
  {
    name: "turn velocity", tank: "rolled",
    words: ["A tank that is shaken or rolled is simulated in its own frame: its walls stand still and the world turns. In this frame the Coriolis force deflects whatever moves. It turns velocities and does not change their length, so each particle's velocity is rotated by the exact angle, and energy is conserved.",
      "The other effects, tilted gravity and the centrifugal force, are forces; their row is below."],
    look: { style: "water", arrows: true }, seen: "The walls rest, because the picture moves with them. The water rocks.",
  },
  {
    name: "drain particles", tank: "tap",
    words: ["Particles inside a drain are marked. The sort that follows removes them."],
    look: kDots, seen: "The drain is in the floor at the right. Particles that reach it are removed.",
  },
  {
    name: "sort particles",
    words: ["Each particle needs to know which others are near. So particles are sorted by their cells: neighbours in the water become neighbours in memory, and the particles of a cell are read together.",
      "Cells exist only where there is water. Empty space costs nothing."],
    look: { ...kDots, lines: true }, seen: "Every particle is in one cell.",
  },
  {
    name: "emit particles", tank: "tap",
    words: ["Sources add particles only to cells that are not full. Too many would be pushed out violently later."],
    look: { ...kDots, color: "speed" }, seen: "The tap at the upper left stays full. Its particles leave with the speed of the source.",
  },
  {
    name: "push particles apart",
    words: ["Particles that overlap are moved apart, each by half the overlap. This changes positions, not velocities, and keeps particles evenly spread where the flow would squeeze them into threads."],
    look: kDots, seen: "Switch it off, and the particles form strings.", control: "apart",
  },
  {
    name: "resample particles",
    words: ["A cell inside the water with too few particles gets one from a nearby cell with many. The number of particles, the volume and the momentum are conserved."],
    look: { ...kDots, lines: true }, seen: "All cells in the water have about the same number of particles.",
  },
  {
    name: "classify cells",
    words: ["Each cell is solid, fluid if it has particles, or air. The pressure is computed in fluid cells and is zero in air."],
    look: kCells("type"), seen: "Bright: fluid. Grey: solid.",
  },
  {
    name: "transfer particles to grid",
    words: ["Particles are good for motion, and a grid is good for pressure. So the particles' velocities are transferred to the grid: each particle adds its velocity to the faces of the cells around it, with a weight that falls with the distance, and each face takes the weighted mean.",
      "Velocities are stored on faces, not at cell centres: the flow into a cell is then the flow across its sides."],
    look: { ...kDots, faces: true, lines: true }, seen: "Red: horizontal velocity, on vertical faces. Green: vertical velocity, on horizontal faces.",
  },
  {
    name: "extend density",
    words: ["A cell beside a wall gets density from fewer particles and would look less dense than it is. This row adds the missing share."],
    look: kCells("density"), seen: "The density at the wall is the same as elsewhere.",
  },
  {
    name: "find surface",
    words: ["The surface is where the density falls to one half, usually between two cell centres. With this exact position still water stays still, even if it is tilted against the grid."],
    look: { style: "water", particles: true, lines: true }, seen: "The waterline crosses cells at any position.",
  },
  {
    name: "detach cells",
    words: ["A wall can push water but not pull it. Cells beside a wall with negative pressure, and with air near them, were found at the end of the last step. They now count as air, so the water can leave the wall."],
    look: kCells("type"), seen: "Push water against the lid or the ball. Where it falls off again, cells beside the wall turn from fluid to air before they are empty.",
  },
  {
    name: "find curvature", tank: "drop",
    words: ["Surface tension acts where the surface is curved. The curvature is computed from the share of each cell below the surface, averaged over several cells."],
    look: { style: "water", lines: true }, seen: "A block of water, 14 mm wide, without gravity. Its corners have the largest curvature and move first. It oscillates and becomes round.",
  },
  {
    name: "apply forces",
    words: ["Gravity and other forces change the velocity on every face by acceleration times time step. Now all the water falls freely, even at the bottom of the tank. The pressure corrects this later."],
    look: { style: "water", arrows: true }, seen: "Turn gravity, and all arrows follow.", control: "gravity",
  },
  {
    name: "constrain velocity",
    words: ["Nothing flows through a wall: across a face that a solid closes, the water has the solid's velocity. Along the wall it can slide."],
    look: { style: "water", faces: true }, seen: "No velocity points into the ball.",
  },
  {
    name: "apply friction", tank: "bed",
    words: ["A rough bed slows the water that slides along it. The drag grows with the square of the speed. It acts on the cells beside the wall. It can stop the water but never reverse it."],
    look: { style: "water", color: "speed", arrows: true }, seen: "The front on the floor. With friction the lowest layer is slower than the water above.", control: "friction",
  },
  {
    name: "balance forces", tank: "honey",
    words: ["Only viscous liquids have this row and the next. In a pool at rest the pressure balances the weight. But the pressure comes last, and until then all the water falls. Viscosity would slow this fall at the walls and leave a flow that the pressure cannot remove. So the pressure that balances the forces is computed first, and viscosity acts on the remaining velocity."],
    look: kCells("pressure"), seen: "The pressure that balances the weight of the honey.",
  },
  {
    name: "apply viscosity", tank: "honey",
    words: ["Viscous liquids resist shear. Each velocity is drawn towards those of its neighbours. All faces are solved together (implicitly), so any viscosity is stable. At walls the liquid sticks."],
    look: { style: "water", arrows: true }, seen: "It creeps, and its lowest layer hardly moves. Lower the viscosity.", control: "viscosity",
  },
  {
    name: "project pressure",
    words: ["Water is incompressible: what flows into a cell has to flow out. Where more flows in than out, the pressure rises and pushes back; where less flows in, it falls. Each fluid cell has one unknown, its pressure, and one equation: the divergence is zero afterwards.",
      "Gauss-Seidel sweeps solve cell after cell. They are simple but slow: information travels one cell at a time. Multigrid solves the large scales on coarse grids and the small ones on fine grids, so a few iterations reach everywhere."],
    look: kCells("pressure"), seen: "The pressure grows with depth and in front of obstacles. The divergence is the remaining error: compare the solvers.", control: "solver",
  },
  {
    name: "correct density",
    words: ["Small errors add up: over many steps particles crowd in some places and thin out in others, and the volume drifts. A second solve of the same kind moves particles from dense to thin places. It does not change velocities."],
    look: kCells("density"), seen: "Density over rest density. It should be uniform inside the water.", control: "drift",
  },
  {
    name: "extrapolate velocity",
    words: ["Particles near the surface need velocities from just outside it. So velocities are extrapolated into the air, by a few cells."],
    look: { style: "water", arrows: true }, seen: "Arrows continue a little beyond the water.",
  },
  {
    name: "find detached cells",
    words: ["Water that flows around an edge, or hangs below a lid, would need a pressure below that of the air. Where air is near, the water detaches instead. Cells beside walls with such a pressure are marked for the next step, and cells that refill are unmarked."],
    look: kCells("pressure"), seen: "Beside walls and air the pressure does not stay negative.",
  },
  {
    name: "center velocity", tank: "whirl",
    words: ["A step that uses the velocity of its beginning is late in every bend, and vortices lose energy. The leapfrog moves particles with the velocity at the middle of the step, extrapolated from this step and the last one. An impact is not extrapolated: it happens once."],
    look: { ...kDots, color: "speed" }, seen: "Two vortices in a closed box without gravity. Compare the remaining energy of both time integrations.", control: "stepping",
  },
  {
    name: "transfer grid to particles",
    words: ["Now the grid has the new velocity, and the particles interpolate it. Taking the velocity itself (PIC) averages twice and acts like viscosity. Taking only the change on the grid (FLIP) keeps every vortex, and some noise. Water needs a blend of both."],
    look: kDots, seen: "PIC: viscous and calm. FLIP: lively and noisy.", control: "blend",
  },
  {
    name: "color particles",
    words: ["Where the density is low, particles turn white. Where it rises again, the white fades within a second or two."],
    look: kDots, seen: "Foam.",
  },
  {
    name: "move particles",
    words: ["Each particle moves by a midpoint step: half a step with the velocity at its position, then a whole step with the velocity found there. So particles in a vortex do not drift outwards."],
    look: { ...kDots, arrows: true }, seen: "Particles follow the arrows.",
  },
  {
    name: "collide particles",
    words: ["A particle that ended in a wall is moved back to its surface and loses the inward part of its velocity. With an accurate pressure there are few of them."],
    look: kDots, seen: "No particle is inside the ball. Move it.", control: "ball",
  },
];
