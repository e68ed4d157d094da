// `?bench` as a user sees it and as a script reads it. What it measures is not asked: a test asserts no time.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { launch, open_page, until } from "./browser.mjs";
import { serve } from "./serve.mjs";
import { no_core } from "./setup.mjs";

describe("?bench", { skip: no_core }, () => {
  let browser, server;
  before(async () => {
    server = await serve();
    browser = await launch();
  });
  after(async () => {
    await browser?.close();
    server?.close();
  });

  test("measures Müller's tank, in a table and as JSON", async () => {
    const page = await open_page(browser, `${server.url}?bench=muller&threads=1`);
    await until(page, () => window.bench?.done);
    const { error, results } = JSON.parse(await page.locator("#bench-json").textContent());
    assert.equal(error, undefined);
    assert.equal(results.length, 1);
    const [{ particles, threads, steps, ms_per_step, steps_per_second, command }] = results;
    assert.deepEqual([particles, threads, steps], [25752, 1, 300]);
    assert.ok(ms_per_step > 0 && Math.abs(ms_per_step * steps_per_second - 1000) < 1e-6);
    assert.match(command, /^\.\/spindrift bench seed_muller --threads 1/);
    const row = page.locator('[data-case="muller"]');
    await row.locator("input").fill(String(ms_per_step / 1.5));
    assert.equal(await row.locator("output").textContent(), "1.50 ×");
    assert.deepEqual(page.complaints, []);
    await page.context().close();
  });
});
