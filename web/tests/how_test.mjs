// "How it works" holds to the program: its rows are those of the step's table, and each figure is of a tank whose step has the row.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, describe, test } from "node:test";
import { launch, open_page, until } from "./browser.mjs";
import { load } from "./load.mjs";
import { serve } from "./serve.mjs";
import { no_core } from "./setup.mjs";

const { kRows } = await load("/src/how/rows.ts");

test("the page's rows are rows of the program's table, in its order", () => {
  const table = readFileSync(new URL("../../src/liquid/liquid_step.h", import.meta.url), "utf8");
  const rows = [...table.matchAll(/^ {2}ROW\((\w+),/gm)].map(([, name]) => name.replaceAll("_", " "));
  let last = -1;
  for (const { name } of kRows) {
    const at = rows.indexOf(name, last + 1);
    assert.ok(at > last, `${name} is no row of the table, or stands after the next one there`);
    last = at;
  }
});

test("every row has words and says what is seen", () => {
  for (const { name, words, seen } of kRows) assert.ok(words.length > 0 && seen.length > 0, name);
});

describe("figures", { skip: no_core }, () => {
  let browser, server, page;
  before(async () => {
    server = await serve();
    browser = await launch();
    page = await open_page(browser, `${server.url}how.html`);
  });
  after(async () => {
    await browser?.close();
    server?.close();
  });

  /** The figure of a row, in the window. */
  const section = async (name) => {
    const found = page.locator(`[data-row="${name}"]`);
    await found.scrollIntoViewIfNeeded();
    return found;
  };

  test("each moves, and its tank's step has the row", async () => {
    for (const { name, tank = "water" } of kRows) {
      const found = await section(name);
      await until(page, (name) => /step [1-9]/.test(document.querySelector(`[data-row="${name}"] .clock`).textContent), name);
      assert.ok((await page.evaluate((tank) => window.how.stages(tank), tank)).includes(name), `${tank} has no ${name}`);
      const colors = await found.locator("canvas").evaluate((canvas) => {
        const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
        return new Set(new Uint32Array(data.buffer)).size;
      });
      assert.ok(colors > 20, `the figure of ${name} is blank`);
    }
  });

  test("a control changes the tank", async () => {
    const found = await section("apply forces");
    await found.getByRole("slider").fill("90");
    await until(page, () => window.how.scene("water").includes("gravity = [9.81, "));
  });

  test("the console is silent", () => assert.deepEqual(page.complaints, []));
});
