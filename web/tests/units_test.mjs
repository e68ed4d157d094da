// What the page computes by itself: scales, threads, shapes of tanks.
import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./load.mjs";

test("one fast drop does not set the scale of arrows", async () => {
  const { usual_speed } = await load("/src/draw/arrow_scale.ts");
  const data = new Float32Array(2000).map((_, at) => (at % 2 ? 0 : 1 + at / 2000));
  data[500] = 300;
  const speed = usual_speed({ data, components: 2, count: 1000 });
  assert.ok(speed > 1.9 && speed < 2, `of 1 to 2 m/s, with one cell of 300 m/s: ${speed}`);
  assert.equal(usual_speed({ data: new Float32Array(8), components: 2, count: 4 }), 0);
});

test("numbers of an axis are 1, 2 or 5 times a power of ten apart", async () => {
  const { tick_step } = await load("/src/draw/axes.ts");
  assert.deepEqual([0.03, 0.2, 0.21, 1, 7, 60].map((least) => Number(tick_step(least).toPrecision(3))), [0.05, 0.2, 0.5, 1, 10, 100]);
});

test("a thread turns with the flow, gets more points, and ends where the fluid ends", async () => {
  const { carried, refined } = await load("/src/draw/threads.ts");
  const [columns, rows, cell_size] = [40, 40, 0.1];
  const velocity = new Float32Array(2 * columns * rows);
  const type = new Uint8Array(columns * rows).fill(1);
  for (let cell = 0; cell < columns * rows; ++cell) {
    const [x, y] = [((cell % columns) + 0.5) * cell_size - 2, (Math.floor(cell / columns) + 0.5) * cell_size - 2];
    velocity.set([-y, x], 2 * cell);
  }
  const flow = { velocity, components: 2, type, columns, rows, cell_size };
  let line = refined([2.5, 2, 3, 2], 0.15);
  assert.equal(line.length / 2, 5);
  for (let step = 0; step < 100; ++step) [line] = carried(line, flow, Math.PI / 200, [4, 4]);
  assert.ok(Math.abs(line[0] - 2) < 0.01 && Math.abs(line[1] - 2.5) < 0.01, `a quarter of a turn: ${line.slice(0, 2)}`);
  type.fill(0, 0, (columns * rows) / 2);
  const parts = carried([2, 3, 2, 2.9, 2, 1, 2, 0.9, 2, 2.6, 2, 2.7], flow, 0, [4, 4]);
  assert.deepEqual(parts, [[2, 3, 2, 2.9], [2, 2.6, 2, 2.7]]);
});

test("a tank gets wider with all that is in it", async () => {
  const { tank_shape, with_tank_shape } = await load("/src/core/tank_shape.ts");
  const text = "[domain]\nsize = [2.0, 1.0]  # m\nresolution = 100\n[[liquid]]\nshape = \"box\"\nmin = [0.5, 0.0]\nmax = [1.0, 0.5]\ncount = 900\n";
  assert.equal(tank_shape(text), 2);
  const wide = with_tank_shape(text, 4);
  assert.match(wide, /size = \[4, 1.0\]  # m\nresolution = 200\n/);
  assert.match(wide, /min = \[1, 0.0\]\nmax = \[2, 0.5\]\n# count = 900/);
  assert.equal(tank_shape(text.replace("[2.0, 1.0]", "[2.0, 1.0, 1.0]")), null, "in 3D it keeps its shape");
  assert.equal(tank_shape(`${text}[[solid]]\nshape = "plane"\n`), null);
  assert.equal(tank_shape(`${text}keyframes = [\n`), null);
});

test("tables of a list are read from a scene's text", async () => {
  const { inline_table, tables_in } = await load("/src/core/scene_text.ts");
  const text = '[domain]\nsize = [1, 1]\n[[source]]\ncenter = [0.5, 0.5] # here\n[[solid]]\nradius = 1\n[[source]]\nend = 2\n';
  assert.deepEqual(tables_in(text, "source"), [{ center: "[0.5, 0.5]" }, { end: "2" }]);
  assert.equal(inline_table({ shape: "sphere", center: [1, 2], color: undefined }), '{shape = "sphere", center = [1, 2]}');
});
