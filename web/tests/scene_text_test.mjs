// Changes to a scene's text keep all that they are not about.
import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./load.mjs";

const { set_in_text, with_resolution } = await load("/src/core/scene_text.ts");

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
  const changed = with_resolution(text, 64);
  assert.ok(changed.includes("[domain]\nresolution = 64\nsize"));
  assert.ok(!changed.includes("cell_size"));
});
