// The solver's settings: what another resolution leaves as it is, what a restart keeps, and what is refused.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { in_both, kPool, open_leaf, session } from "./both.mjs";
import { open_scene, step, until } from "./browser.mjs";

const scene = (name) => readFileSync(new URL(`../../scenes/${name}.toml`, import.meta.url), "utf8");

const kMine = `# mine\n${kPool.replace("resolution = 40", "resolution = 40      # cells")}`;

/** Moves a slider that acts when it is let go. */
const set_slider = (page, key, value) => page.evaluate(([key, value]) => {
  const input = document.querySelector(`.slider input[data-key="${key}"]`);
  input.value = value;
  input.dispatchEvent(new Event("input"));
  input.dispatchEvent(new Event("change"));
}, [key, value]);
const slider = (page, key) => page.evaluate((key) => document.querySelector(`.slider input[data-key="${key}"]`).valueAsNumber, key);
const key = (page, name) => session(page, `session.key("${name}").value`);

in_both("settings", (it) => {
  test("the water stays the same, whatever the resolution", async () => {
    const { page } = it;
    for (const [name, resolutions] of [["seed_muller", [256, 64, 176]], ["seed_marten_dam", [80, 20, 40]], ["seed_marten_droplet", [64, 28]]]) {
      await open_scene(page, name, scene(name));
      const volume = () => session(page, "session.opened.particles * session.opened.cell_size ** 2");
      const whole = await volume();
      for (const resolution of resolutions) {
        await set_slider(page, "domain.resolution", resolution);
        await until(page, (resolution) => Math.max(...window.spindrift.app.session.opened.cells) === resolution, resolution);
        const share = (await volume()) / whole;
        assert.ok(Math.abs(share - 1) < 0.01, `${name} at ${resolution} cells has ${share} of its water`);
      }
      const text = await session(page, "session.text");
      assert.match(text, /^# .*\n[^]*^warm_start = false +# each step begins/m, "the comments stay");
      assert.equal(text.match(/^(cell_size|resolution) =/gm).length, 1, text);
    }
  });

  test("a key that needs a restart changes, also in place of its rival", async () => {
    const { page } = it;
    await open_scene(page, "pool", kMine);
    await open_leaf(page, "settings");
    await page.locator('[data-section="domain"] summary').click();
    const row = (name) => page.locator(`[data-key="domain.${name}"] input`).last();
    await row("cell_size").fill("0.1");
    await row("cell_size").blur();
    await until(page, () => window.spindrift.app.session.opened.cells[0] === 20);
    await row("resolution").fill("50");
    await row("resolution").blur();
    await until(page, () => window.spindrift.app.session.opened.cells[0] === 50);
    assert.match(await session(page, "session.text"), /^# mine\n[^]*\nresolution = 50/);
  });

  test("the solver's controls say what the scene uses, also where its text does not", async () => {
    const { page } = it;
    await open_leaf(page, "settings");
    const settings = page.locator("#leaf-settings");
    const seen = async (label) => settings.getByRole("slider", { name: label }).isVisible();
    await open_scene(page, "muller", scene("seed_muller"));
    assert.equal(await settings.getByLabel("Pressure solver").inputValue(), "gauss_seidel");
    assert.deepEqual([await seen("Sweeps"), await seen("Tolerance")], [true, false]);
    await open_scene(page, "pool", kMine);
    assert.equal(await settings.getByLabel("Pressure solver").inputValue(), "multigrid");
    assert.deepEqual([await seen("Sweeps"), await seen("Tolerance")], [false, true]);
  });

  test("a refused resolution leaves slider, text and scene as they were", async () => {
    const { page } = it;
    await open_scene(page, "lone", scene("seed_marten_particle"));
    const text = await session(page, "session.text");
    await set_slider(page, "domain.resolution", 16);
    const toast = page.locator(".toast.shown[data-kind=trouble]");
    await toast.waitFor();
    assert.match(await toast.textContent(), /particle/);
    assert.equal(await slider(page, "domain.resolution"), 40);
    assert.deepEqual(await session(page, "[session.opened.cells[0], session.text]"), [40, text]);
    const seen = await toast.evaluate((element) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      element.style.pointerEvents = "auto";
      const above = document.elementFromPoint(left + width / 2, top + height / 2);
      element.style.pointerEvents = "";
      return above === element;
    });
    assert.ok(seen, "nothing covers the message");
  });

  test("a mistake far down in the text is seen, with its message", async () => {
    const { page } = it;
    await open_scene(page, "pool", kMine);
    await open_leaf(page, "scene");
    const area = page.getByLabel("The scene as text");
    await area.fill(`${kMine}${"# a line\n".repeat(80)}flop = 3\n`);
    const message = page.locator("#scene-message");
    await message.waitFor({ state: "visible" });
    const inside = await page.evaluate(() => {
      const box = (what) => document.querySelector(what).getBoundingClientRect();
      const [editor, message, line] = [box(".editor"), box("#scene-message"), box(".line.bad")];
      return line.top >= editor.top && message.top >= line.bottom && message.bottom <= editor.bottom;
    });
    assert.ok(inside);
    const scrolled = await page.evaluate(() => [...document.querySelectorAll("#page, .panel, .leaf, .scene-panel")].filter(({ scrollTop }) => scrollTop > 0).map(({ className }) => className));
    assert.deepEqual(scrolled, [], "only the editor scrolls");
    await area.fill(kMine);
    await until(page, () => document.querySelector(".scene-panel .below .note").textContent === "40 × 20 cells" && window.spindrift.app.session.frame !== null);
    assert.ok(await message.isHidden());
  });

  test("a restart keeps the settings, and the scene's own come back", async () => {
    const { page } = it;
    await open_scene(page, "pool", kMine);
    await open_leaf(page, "settings");
    const own = page.getByRole("button", { name: "The scene's own settings" });
    assert.ok(await own.isDisabled());
    await page.locator('input[data-key="solver.flip"]').fill("0.5");
    await until(page, () => window.spindrift.app.session.key("solver.flip").value === 0.5);
    await page.evaluate(() => window.spindrift.app.session.send({ do: "wall", from: [0.9, 0], to: [0.9, 0.3], radius: 0.04 }));
    await step(page, 3);
    await page.locator('[data-do="reset"]').click();
    await until(page, () => window.spindrift.app.session.frame?.step === 0 && window.spindrift.app.session.solids.length === 0);
    assert.equal(await key(page, "solver.flip"), 0.5);
    assert.equal(await slider(page, "solver.flip"), 0.5);
    assert.equal(await session(page, "session.text"), kMine.replace("[domain]", "[solver]\nflip = 0.5\n\n[domain]"));
    // What was done before the restart can be had again, and likewise what follows it.
    await page.locator('[data-do="undo"]').click();
    await until(page, () => window.spindrift.app.session.solids.length === 1);
    await page.locator('[data-do="reset"]').click();
    await until(page, () => window.spindrift.app.session.solids.length === 0);
    await set_slider(page, "domain.resolution", 48);
    await until(page, () => window.spindrift.app.session.opened.cells[0] === 48);
    assert.equal(await key(page, "solver.flip"), 0.5);
    await own.click();
    await until(page, () => window.spindrift.app.session.opened.cells[0] === 40);
    assert.equal(await key(page, "solver.flip"), 0.95);
    assert.equal(await session(page, "session.text"), kMine);
    assert.ok(await own.isDisabled());
    await page.locator('input[data-key="solver.flip"]').fill("0.7");
    await until(page, () => window.spindrift.app.session.key("solver.flip").value === 0.7);
    await page.keyboard.press("Shift+R");
    await until(page, () => window.spindrift.app.session.key("solver.flip").value === 0.95);
  });
});
