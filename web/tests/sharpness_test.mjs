// A picture has as many pixels as the machine has time for, and all of them where it stands still or is saved.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, describe, test } from "node:test";
import { kPool } from "./both.mjs";
import { launch, open_page, open_scene, save_as, until } from "./browser.mjs";
import { load } from "./load.mjs";
import { serve } from "./serve.mjs";
import { no_core } from "./setup.mjs";

const { Sharpness } = await load("/src/draw/sharpness.ts");

/** So many pictures, each so many ms after the one before. */
function draw(sharpness, pictures, ms, now) {
  for (let i = 0; i < pictures; ++i) {
    sharpness.drawn("moving");
    sharpness.keep_up((now.ms += ms));
  }
}

test("late pictures get fewer pixels, and more when there is time again", () => {
  const sharpness = new Sharpness();
  const now = { ms: 0 };
  const most = sharpness.most_pixels;
  draw(sharpness, 60, 100, now);
  const least = sharpness.most_pixels;
  assert.ok(least < 0.3 * most, String(least));
  draw(sharpness, 10000, 16, now);
  assert.equal(sharpness.most_pixels, most);
});

test("a machine that has no time for more pixels is asked less and less often", () => {
  const sharpness = new Sharpness();
  const now = { ms: 0 };
  let [changes, last] = [0, sharpness.most_pixels];
  for (let i = 0; i < 60 * 120; ++i) {
    draw(sharpness, 1, sharpness.most_pixels > 1e6 ? 60 : 16, now);
    if (sharpness.most_pixels !== last) ++changes;
    last = sharpness.most_pixels;
  }
  assert.ok(changes < 24, `${changes} changes in two minutes`);
});

test("a picture that stands still is drawn sharp, once", () => {
  const sharpness = new Sharpness();
  const now = { ms: 0 };
  draw(sharpness, 60, 100, now);
  assert.equal(sharpness.wants_sharp(now.ms + 100), false);
  assert.equal(sharpness.wants_sharp(now.ms + 1000), true);
  sharpness.drawn("sharp");
  sharpness.keep_up((now.ms += 900));
  assert.equal(sharpness.wants_sharp(now.ms + 2000), false);
});

describe("the picture", { skip: no_core }, () => {
  let browser, server, page;
  before(async () => {
    server = await serve();
    browser = await launch();
    page = await open_page(browser, `${server.url}?threads=1`, { width: 1200, height: 800 });
    await until(page, () => window.spindrift?.frames > 0);
  });
  after(async () => {
    await browser?.close();
    server?.close();
  });
  /** A machine that has become slow. */
  const coarsen = () => page.evaluate(() => { window.spindrift.app.painter.sharpness.most_pixels = 40_000; });
  const widths = () => page.evaluate(() => { const { width, clientWidth } = window.spindrift.app.painter.canvas; return [width, clientWidth]; });

  test("becomes sharp again when it is paused", async () => {
    await open_scene(page, "pool", kPool);
    await coarsen();
    await page.evaluate(() => window.spindrift.app.session.send({ do: "play" }));
    await until(page, () => window.spindrift.app.painter.canvas.width < 400);
    await page.evaluate(() => window.spindrift.app.session.send({ do: "pause" }));
    await until(page, () => { const { width, clientWidth } = window.spindrift.app.painter.canvas; return width === clientWidth; });
  });

  test("is saved in full size, also while it is coarse", async () => {
    await open_scene(page, "pool", kPool);
    await coarsen();
    await page.evaluate(() => window.spindrift.app.session.send({ do: "play" }));
    await until(page, () => window.spindrift.app.painter.canvas.width < 400);
    const picture = await save_as(page, "Picture");
    const bytes = readFileSync(await picture.path());
    const [, width] = await widths();
    assert.equal(bytes.readUInt32BE(16), width, "pixels of the PNG");
    await coarsen();
    await until(page, () => window.spindrift.app.painter.canvas.width < 400);
    await page.getByLabel("Save", { exact: true }).click();
    await page.locator("#save-menu").getByText("Record a clip", { exact: true }).click();
    assert.deepEqual(await widths(), [width, width]);
    await save_as(page, "End the clip");
    await page.evaluate(() => window.spindrift.app.session.send({ do: "pause" }));
  });

  test("the console is silent", () => assert.deepEqual(page.complaints, []));
});
