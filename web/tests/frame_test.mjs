// A frame's bytes come back as the numbers that went in, and bytes that are no frame are refused.
import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./load.mjs";

const { read_frame, number_at, mean_of } = await load("/src/core/frame.ts");

/** Packs a frame as docs/live.md says. */
function make_frame(header, arrays) {
  const text = new TextEncoder().encode(JSON.stringify(header));
  const to_eight = (size) => (size + 7) & ~7;
  let size = to_eight(4 + text.length);
  for (const array of arrays) size += to_eight(array.byteLength);
  const bytes = new Uint8Array(size);
  new DataView(bytes.buffer).setUint32(0, text.length, true);
  bytes.set(text, 4);
  let offset = to_eight(4 + text.length);
  for (const array of arrays) {
    bytes.set(new Uint8Array(array.buffer), offset);
    offset += to_eight(array.byteLength);
  }
  return bytes.buffer;
}

const header = {
  step: 7, time: 0.25, frame: 3, poses: [{ place: [1, 2], rotation: [1, 0, 0, 1] }],
  arrays: [
    { name: "particles.position", type: "u16", components: 2, count: 3, low: [0, 1], high: [2, 3] },
    { name: "particles.value", type: "u8", components: 1, count: 3, low: [0], high: [5.1] },
    { name: "cells.velocity", type: "f32", components: 2, count: 1, cells: [1, 1] },
  ],
};
const arrays = [new Uint16Array([0, 0, 65535, 65535, 0, 65535]), new Uint8Array([0, 255, 51]), new Float32Array([-1.5, 2])];

test("a frame is read as it was written", () => {
  const frame = read_frame(make_frame(header, arrays));
  assert.equal(frame.step, 7);
  assert.equal(frame.time, 0.25);
  assert.deepEqual(frame.poses, header.poses);
  const position = frame.arrays.get("particles.position");
  assert.deepEqual([0, 1, 2, 3].map((index) => number_at(position, index)), [0, 1, 2, 3]);
  assert.ok(Math.abs(number_at(frame.arrays.get("particles.value"), 2) - 1.02) < 1e-12);
  assert.equal(number_at(frame.arrays.get("cells.velocity"), 0), -1.5);
});

test("the mean of positions is the centre of mass", () => {
  const [x, y] = mean_of(read_frame(make_frame(header, arrays)).arrays.get("particles.position"));
  assert.ok(Math.abs(x - 2 / 3) < 1e-4 && Math.abs(y - 7 / 3) < 1e-4);
});

test("bytes that are cut off are refused", () => {
  const whole = make_frame(header, arrays);
  for (const size of [0, 3, 20, whole.byteLength - 8]) assert.throws(() => read_frame(whole.slice(0, size)));
});
