// Every scene of the gallery opens and runs, and a scene that cannot be opened says why.
import assert from "node:assert/strict";
import { test } from "node:test";
import { in_both, session } from "./both.mjs";
import { open_page, step, until } from "./browser.mjs";

const names = (page) => page.evaluate(() => [...document.querySelectorAll("[data-scene]")].map(({ dataset }) => dataset.scene));

/** Picks a scene as a click does, paused. */
async function pick(page, name) {
  await page.evaluate((name) => {
    const { session } = window.spindrift.app;
    session.frame = null;
    window.spindrift.errors.length = 0;
    document.querySelector(`[data-scene="${name}"]`).click();
    session.send({ do: "pause" });
  }, name);
  await until(page, (name) => window.spindrift.errors.length || (window.spindrift.app.session.opened?.name === name && window.spindrift.app.session.frame), name);
}

const errors = (page) => page.evaluate(() => window.spindrift.errors);

in_both("the gallery", (it) => {
  test("opens every scene, and it runs", async () => {
    const { page } = it;
    const size = page.viewportSize();
    await page.setViewportSize({ width: 800, height: 420 }); // pictures take long without a graphics card
    // In the program 3D scenes have their full size, which takes long: here they are as coarse as in a tab.
    if (!it.in_tab) await page.evaluate(() => {
      const { session } = window.spindrift.app;
      const send = session.send.bind(session);
      session.send = (message) => send(message.do === "open" && /^size\s*=\s*\[[^,\]]*,[^,\]]*,/m.test(message.scene) ? { ...message, resolution: 24 } : message);
    });
    const scenes = await names(page);
    assert.ok(scenes.length > 40 && scenes.includes("seed_wave_fluid"), String(scenes));
    const failed = [];
    for (const name of scenes) {
      await pick(page, name);
      if (!(await errors(page)).length) await step(page, 2);
      for (const message of await errors(page)) failed.push(`${name}: ${message}`);
    }
    assert.deepEqual(failed, []);
    await page.setViewportSize(size);
  });

  test("leaves a scene of few cells as it is", async () => {
    await pick(it.page, "seed_wave_fluid");
    if (it.in_tab) assert.deepEqual(await session(it.page, "session.opened.cells"), [18, 10, 18]);
  });

  test("says what is wrong with the text of a link, at its line", async () => {
    const { page } = it;
    const link = await page.evaluate(async () => {
      const bytes = new TextEncoder().encode("[domain]\nsize = [1, 1]\nresolutoin = 20\n");
      const packed = new Response(new Blob([bytes]).stream().pipeThrough(new CompressionStream("deflate-raw")));
      return `#scene=bad&text=${btoa(String.fromCharCode(...new Uint8Array(await packed.arrayBuffer()))).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "")}`;
    });
    const other = await open_page(it.browser, `${it.server.url}${link}`);
    if (it.in_tab) {
      const message = other.locator("#scene-message");
      await message.waitFor({ state: "visible" });
      assert.equal(await message.getAttribute("data-line"), "3");
      assert.match(await other.locator(".line.bad").textContent(), /resolutoin/);
      assert.equal(await other.locator(".wait").textContent(), "This scene cannot be opened.");
      await other.getByLabel("The scene as text").fill("[domain]\nsize = [1, 1]\nresolution = 20\n[[liquid]]\nshape = \"box\"\nmin = [0, 0]\nmax = [1, 0.5]\n");
      await until(other, () => window.spindrift.app.session.opened?.cells[0] === 20 && window.spindrift.frames > 0);
    } else {
      await other.locator(".toast.shown").waitFor(); // the program's own scene stays
      assert.match(await other.locator(".toast").textContent(), /resolutoin/);
      assert.ok(await other.locator("#scene-message").isHidden());
    }
    await other.context().close();
  });
});
