// A suite that runs in a tab, with the core as WebAssembly, and in the program, behind a socket.
import { after, before, describe, test } from "node:test";
import assert from "node:assert/strict";
import { launch, open_page, until } from "./browser.mjs";
import { view } from "./program.mjs";
import { serve } from "./serve.mjs";
import { no_core, no_program } from "./setup.mjs";

export const kPool = `title = "A pool"
[domain]
size = [2.0, 1.0]
resolution = 40
[[liquid]]
shape = "box"
min = [0.0, 0.0]
max = [2.0, 0.4]
`;

/** With one thread: what several do is for threads_test.mjs, and a busy machine has none to spare. */
export async function serve_for_one() {
  const server = await serve();
  return { ...server, url: `${server.url}?threads=1` };
}

/** `tests(it)`: `it.page` and `it.browser` are there when a test runs. */
export function in_both(label, tests, options = {}) {
  for (const [where, start, skip] of [["in a tab", serve_for_one, no_core], ["in the program", () => view("still_pool_2d"), no_program]]) {
    describe(`${label}, ${where}`, { skip }, () => {
      const it = { in_tab: start === serve_for_one };
      before(async () => {
        it.server = await start();
        it.browser = await launch();
        it.page = await open_page(it.browser, it.server.url, options);
        await until(it.page, () => window.spindrift?.frames > 0);
      });
      after(async () => {
        await it.browser?.close();
        await it.server?.close();
      });
      tests(it);
      test("the console is silent", () => assert.deepEqual(it.page.complaints, []));
    });
  }
}

/** What an expression of `session` is in the page. */
export const session = (page, read) => page.evaluate(`(() => { const session = window.spindrift.app.session; return ${read}; })()`);

/** Opens a leaf of the panel, where it is not: another click would close it. */
export const open_leaf = (page, name) => page.evaluate((name) => {
  const tab = document.querySelector(`#tab-${name}`);
  if (tab.getAttribute("aria-selected") !== "true") tab.click();
}, name);

/** Where a place of a 2D scene is on the screen. */
export async function pixel_of(page, x, y) {
  const box = await page.locator("canvas.water").boundingBox();
  const [sx, sy, ox, oy] = await page.evaluate(() => window.spindrift.app.painter.flat.camera.to_clip);
  return [box.x + ((x * sx + ox + 1) / 2) * box.width, box.y + ((1 - y * sy - oy) / 2) * box.height];
}

export async function drag(page, from, to, steps = 12) {
  await page.mouse.move(...(await pixel_of(page, ...from)));
  await page.mouse.down();
  await page.mouse.move(...(await pixel_of(page, ...to)), { steps });
  await page.waitForTimeout(300);
  await page.mouse.up();
}

export const hold = (page, tool) => page.evaluate((tool) => window.spindrift.app.hold(tool), tool);

/** The picture of the newest frame, as text that can be compared. */
export const picture = (page) => page.evaluate(() => {
  const { painter, look } = window.spindrift.app;
  painter.draw(look);
  return painter.canvas.toDataURL();
});
