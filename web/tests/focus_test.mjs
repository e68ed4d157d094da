// Keys act on the tank, wherever the focus is, unless text is being typed.
import assert from "node:assert/strict";
import { test } from "node:test";
import { in_both, kPool, open_leaf, session } from "./both.mjs";
import { open_scene, until } from "./browser.mjs";

in_both("keys", (it) => {
  const plays = (is) => until(it.page, (is) => window.spindrift.app.session.state.playing === is, is);
  const pause = async () => {
    await it.page.evaluate(() => window.spindrift.app.session.send({ do: "pause" }));
    await plays(false);
  };

  test("Space plays after a scene was picked", async () => {
    const { page } = it;
    await page.locator(".pick").click();
    await page.locator('[data-scene="still_pool_2d"]').click();
    await until(page, () => window.spindrift.app.session.opened.name === "still_pool_2d" && window.spindrift.app.session.state.playing);
    await page.keyboard.press("Space");
    await plays(false);
    assert.equal(await page.locator("dialog[open]").count(), 0);
  });

  test("Space and P play after a button, a check box, a slider and a list", async () => {
    const { page } = it;
    await open_scene(page, "pool", kPool);
    await open_leaf(page, "look");
    const look = page.locator("#leaf-look");
    const grid = look.getByLabel("Grid lines", { exact: true });
    await grid.click();
    assert.ok(await grid.isChecked());
    await page.keyboard.press("Space");
    await plays(true);
    assert.ok(await grid.isChecked(), "the box stays as it is");
    await page.keyboard.press("Space");
    await plays(false);
    await grid.click();

    await page.locator('[data-tool="push"]').click();
    await page.keyboard.press("Space");
    await plays(true);
    await pause();
    await page.locator('[data-tool="hand"]').click();

    await open_leaf(page, "settings");
    await page.locator('input[data-key="solver.flip"]').click();
    await page.keyboard.press("Space");
    await plays(true);
    await pause();

    await open_leaf(page, "look");
    const color = page.getByLabel("Colour of the fluid");
    await color.selectOption("speed");
    await color.focus();
    await page.keyboard.press("p");
    await plays(true);
    assert.equal(await color.inputValue(), "speed");
    await pause();
    await color.selectOption("water");
  });

  test("a control that the Tab key has led to keeps the space bar", async () => {
    const { page } = it;
    await open_scene(page, "pool", kPool);
    await open_leaf(page, "look");
    await page.locator('[data-tool="tilt"]').focus();
    await page.keyboard.press("Shift+Tab");
    await page.keyboard.press("Space");
    assert.equal(await page.evaluate(() => window.spindrift.app.tool), "erase");
    assert.equal(await session(page, "session.state.playing"), false);
    await page.locator('[data-tool="hand"]').click();
  });

  test("text that is typed is no command", async () => {
    const { page } = it;
    await open_scene(page, "pool", kPool);
    await open_leaf(page, "settings");
    await page.locator('[data-section="fluid"] summary').click();
    const density = page.locator('[data-key="fluid.density"] input');
    await density.fill("");
    await density.pressSequentially("900");
    await page.keyboard.press("Enter");
    await until(page, () => window.spindrift.app.session.key("fluid.density").value === 900);
    assert.equal(await page.evaluate(() => window.spindrift.app.tool), "hand", "0 and 9 are no keys");
    await page.keyboard.press("p");
    await plays(true);
    await pause();
  });
});
