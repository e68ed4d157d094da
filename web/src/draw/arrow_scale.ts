// The speed that an arrow of full length stands for: most of the fluid is slower, and one fast drop does not make all other arrows
// too short to see.

import type { FrameArray } from "../core/frame";

const kShare = 0.95; // of the moving cells that are slower
const kMostSamples = 4000;
const kMemory = 0.9; // of the scale before, from frame to frame: arrows must not flicker

/** The speed below which that share of the moving cells lies; 0 if none moves. */
export function usual_speed(array: FrameArray, share = kShare): number {
  const { data, components, count } = array;
  const every = Math.max(1, Math.ceil(count / kMostSamples));
  const speeds: number[] = [];
  for (let cell = 0; cell < count; cell += every) {
    let square = 0;
    for (let axis = 0; axis < components; ++axis) square += data[components * cell + axis]! ** 2;
    if (square > 0 && square < 1e30) speeds.push(Math.sqrt(square));
  }
  speeds.sort((a, b) => a - b);
  return speeds[Math.floor(share * (speeds.length - 1))] ?? 0;
}

export class ArrowScale {
  speed = 0;

  take(array: FrameArray): void {
    const now = usual_speed(array);
    this.speed = this.speed ? kMemory * this.speed + (1 - kMemory) * now : now;
  }

  clear(): void {
    this.speed = 0;
  }
}
