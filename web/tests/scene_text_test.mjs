// Changes to a scene's text keep all that they are not about.
import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./load.mjs";

const { set_in_text, with_edits } = await load("/src/core/scene_text.ts");

const text = `# about
title = "x"

[domain]
size = [2, 1]     # metres
cell_size = 0.02

[solver]
flip = 0.9        # lively

[[liquid]]
shape = "box"`;

test("a key is replaced in its place, with its comment", () => {
  assert.equal(set_in_text(text, "solver", "flip", "0.5"), text.replace("flip = 0.9  ", "flip = 0.5  "));
});

test("a key that was not there is added to its section", () => {
  assert.ok(set_in_text(text, "solver", "pressure", '"pcg"').includes('[solver]\npressure = "pcg"\nflip'));
  assert.ok(set_in_text(text, "drift", "push_apart", "true").includes('[drift]\npush_apart = true\n'));
});

test("another resolution takes the place of a cell size", () => {
  const changed = set_in_text(text, "domain", "resolution", "64");
  assert.ok(changed.includes("[domain]\nresolution = 64\nsize"));
  assert.ok(!changed.includes("cell_size"));
});

test("an edit of a running scene changes its line, with the value it came to, and nothing else", () => {
  const values = new Map([["solver.flip", 0.25], ["solver.transfer", "apic"]]);
  const changed = with_edits(text, ["solver.flip=0.25", "solver.transfer=apic"], values);
  assert.equal(changed, text.replace("flip = 0.9  ", "flip = 0.25  ").replace("[solver]", '[solver]\ntransfer = "apic"'));
});

test("what is added to a list stands at the end, a line for each key", () => {
  const wall = 'solid+={name = "drawn 1", shape = "capsule", from = [0.1, 0.2], to = [0.3, 0.4], radius = 0.05, start = 1.5}';
  const changed = with_edits(text, [wall], new Map());
  assert.equal(changed, `${text}\n\n[[solid]]\nname = "drawn 1"\nshape = "capsule"\nfrom = [0.1, 0.2]\nto = [0.3, 0.4]\nradius = 0.05\nstart = 1.5\n`);
  const erased = with_edits(changed, ["solid.1.end=2.5"], new Map());
  assert.equal(erased, changed.replace("[[solid]]", "[[solid]]\nend = 2.5"));
  assert.equal(with_edits(erased, ["solid.1.end=3"], new Map()), changed.replace("[[solid]]", "[[solid]]\nend = 3"));
  assert.equal(with_edits(changed, ["solid.2.end=2.5"], new Map()), undefined);
});
