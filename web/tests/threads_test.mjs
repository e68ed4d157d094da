// The core in a tab with threads and with one: the same bits, and one where there can be no more.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { launch, open_page, open_scene, until } from "./browser.mjs";
import { serve } from "./serve.mjs";
import { no_core, no_threads } from "./setup.mjs";

const kScene = `title = "A column and a ball"
[domain]
size = [1.0, 1.0, 0.6]
resolution = 24
[[liquid]]
shape = "box"
min = [0.0, 0.0, 0.0]
max = [0.4, 0.7, 0.6]
[[solid]]
shape = "sphere"
center = [0.7, 0.2, 0.3]
radius = 0.12
`;
const kFrames = 6;

describe("threads", { skip: no_core }, () => {
  let browser;
  before(async () => (browser = await launch()));
  after(() => browser?.close());

  /** Opens the page, plays some frames of the scene; the core's threads and the hash of its state. */
  async function play(isolated, threads) {
    const server = await serve({ isolated });
    const page = await open_page(browser, `${server.url}${threads ? `?threads=${threads}` : ""}`);
    await until(page, () => window.spindrift?.frames > 0);
    await open_scene(page, "ball", kScene);
    await page.evaluate((frames) => window.spindrift.app.session.send({ do: "step", frames }), kFrames);
    await until(page, (frames) => window.spindrift.app.session.stats?.frame >= frames, kFrames);
    const found = await page.evaluate(() => ({
      isolated: crossOriginIsolated, threads: window.spindrift.app.session.hello.threads, hash: window.spindrift.app.session.stats.state_hash,
    }));
    assert.deepEqual(page.complaints, []);
    await page.context().close();
    server.close();
    return found;
  }

  test("a page that is not isolated takes one thread, by itself", async () => {
    const { isolated, threads } = await play(false);
    assert.equal(isolated, false);
    assert.equal(threads, 1);
  });

  test("threads give the bits of one thread", { skip: no_threads }, async () => {
    const [one, several] = [await play(true, 1), await play(true, 2)];
    assert.deepEqual([one.threads, several.threads], [1, 2]);
    assert.equal(several.isolated, true);
    assert.equal(several.hash, one.hash);
  });
});
