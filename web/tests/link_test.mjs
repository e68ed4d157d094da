// A link gives back the scene that it was made of.
import assert from "node:assert/strict";
import { Duplex } from "node:stream";
import { test } from "node:test";
import { createDeflateRaw, createInflateRaw } from "node:zlib";
import { load } from "./load.mjs";

// Node 18, which Debian 12 has, knows this format by another name than browsers do.
try {
  new CompressionStream("deflate-raw");
} catch {
  globalThis.CompressionStream = function () { return Duplex.toWeb(createDeflateRaw()); };
  globalThis.DecompressionStream = function () { return Duplex.toWeb(createInflateRaw()); };
}

const { address_of_scene, scene_of_address, unpack_text } = await load("/src/core/link.ts");

test("a scene survives its link", async () => {
  const scene = `title = "Müller's tank, ½ full"\n${"[[solid]]\nshape = \"sphere\"\n".repeat(40)}`;
  const address = await address_of_scene("my scene", scene);
  assert.match(address, /^#scene=my%20scene&text=[\w-]+$/);
  assert.ok(address.length < scene.length / 2);
  assert.deepEqual(await scene_of_address(address), { name: "my scene", scene });
});

test("a name alone asks for a scene that is known", async () => {
  assert.deepEqual(await scene_of_address("#scene=dam_break_2d"), { name: "dam_break_2d" });
  assert.equal(await scene_of_address(""), null);
});

test("a damaged link is refused", async () => {
  await assert.rejects(unpack_text("not a scene!"));
  await assert.rejects(unpack_text("AAAA"));
});
