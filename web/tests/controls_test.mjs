// Controls of the page that stand beside the water: pace, solver, colours and what they mean, sensor, day and night, what is saved,
// and whether each of them has a name for those who do not see it.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { before, test } from "node:test";
import { hold as hold_of, in_both, kPool, open_leaf as open_leaf_of } from "./both.mjs";
import { open_scene, save_as, step, until } from "./browser.mjs";

const kAir = `title = "Some air"
[domain]
size = [1.0, 1.0]
resolution = 32
[[smoke]]
shape = "box"
min = [0.45, 0.0]
max = [0.55, 0.1]
`;

in_both("controls", (it) => {
  let page;
  before(() => (page = it.page));

  const open_leaf = (name) => open_leaf_of(page, name);
  const hold = (tool) => hold_of(page, tool);
  /** Drags over the canvas, from and to shares of it. */
  async function drag(from, to) {
    const { x, y, width, height } = await page.locator("canvas.water").boundingBox();
    await page.mouse.move(x + from[0] * width, y + from[1] * height);
    await page.mouse.down();
    await page.mouse.move(x + to[0] * width, y + to[1] * height, { steps: 12 });
    await page.waitForTimeout(200);
    await page.mouse.up();
  }
  const pause = async () => {
    await page.evaluate(() => window.spindrift.app.session.send({ do: "pause" }));
    await until(page, () => !window.spindrift.app.session.state.playing);
  };
  const saved_as = (name) => save_as(page, name);

  test("the first picture is marked, once", async () => {
    await until(page, () => performance.getEntriesByName("first picture").length > 0);
    await open_scene(page, "pool", kPool);
    await step(page, 2);
    assert.equal(await page.evaluate(() => performance.getEntriesByName("first picture").length), 1);
  });

  test("slow motion reaches the session", async () => {
    await open_scene(page, "pool", kPool);
    for (const speed of ["0.1", "0", "1"]) {
      await page.getByLabel("Speed", { exact: true }).selectOption(speed);
      await until(page, (speed) => window.spindrift.app.session.state.speed === speed, Number(speed));
    }
  });

  test("each solver says what it leaves over", async () => {
    await open_scene(page, "pool", kPool);
    await open_leaf("settings");
    const note = page.locator("#leaf-settings .note").first();
    for (const [solver, key] of [["gauss_seidel", "Sweeps"], ["pcg", "Tolerance"], ["multigrid", "Tolerance"]]) {
      await page.locator("#leaf-settings").getByLabel("Pressure solver").selectOption(solver);
      await until(page, (solver) => window.spindrift.app.session.key("solver.pressure").value === solver, solver);
      await step(page, 2);
      await until(page, () => window.spindrift.app.session.stats?.step === window.spindrift.app.session.frame.step);
      assert.match(await note.textContent(), /^\d+ iterations; relative residual \S+\.$/, solver);
      assert.ok(await page.locator("#leaf-settings").getByLabel(key).first().isVisible(), key);
    }
  });

  test("a colour bar says what colours mean", async () => {
    await open_scene(page, "pool", kPool);
    await step(page, 2);
    const bar = page.locator(".color-bar");
    for (const [color, label, unit] of [["speed", "Speed", "m/s"], ["pressure", "Pressure", "Pa"]]) {
      await page.evaluate((color) => window.spindrift.app.change({ color }), color);
      await until(page, (label) => new RegExp(`^${label}.*\\d`).test(document.querySelector(".color-bar.shown")?.getAttribute("aria-label") ?? ""), label);
      assert.match(await bar.getAttribute("aria-label"), new RegExp(`^${label} from \\S+ to \\S+ ${unit}$`));
    }
    await until(page, () => window.spindrift.app.painter.range("pressure").high > 0);
    const high = await page.evaluate(() => window.spindrift.app.painter.range("pressure").high);
    assert.ok(high > 0.5 * 1000 * 9.81 * 0.4 && high < 2 * 1000 * 9.81 * 0.4, `Pa in still water of 0.4 m: ${high}`);
    // The numbers of one view are never taken for those of the next, also while it is paused.
    for (const color of ["vorticity", "density"]) {
      await page.evaluate((color) => window.spindrift.app.change({ color }), color);
      await until(page, (color) => window.spindrift.app.painter.range(color).is_known, color);
    }
    const dense = await page.evaluate(() => window.spindrift.app.painter.range("density"));
    assert.ok(dense.low === 0 && dense.high > 0.9 && dense.high <= 2, `of rest: ${dense.low} to ${dense.high}`);
    await page.evaluate(() => window.spindrift.app.change({ color: "water" }));
    await until(page, () => !document.querySelector(".color-bar.shown"));
  });

  test("pushing is a force of the recording", async () => {
    await open_scene(page, "pool", kPool);
    await hold("push");
    await drag([0.3, 0.65], [0.7, 0.65]);
    await pause();
    const recording = readFileSync(await (await saved_as("Recording, bit for bit")).path(), "utf8");
    assert.match(recording, /kind\s*=\s*\\?["']push/, recording);
    await hold("hand");
  });

  test("the hand pours smoke into air", async () => {
    await open_scene(page, "air", kAir);
    const before_it = await page.evaluate(() => window.spindrift.app.session.stats.smoke);
    await hold("pour");
    await drag([0.5, 0.5], [0.55, 0.5]);
    await until(page, (smoke) => window.spindrift.app.session.stats?.smoke > 1.5 * smoke, before_it);
    await pause();
    await hold("hand");
  });

  test("a device that is tilted turns gravity", async () => {
    await open_scene(page, "pool", kPool);
    await hold("tilt");
    const follow = page.getByRole("button", { name: "Follow this device" });
    await follow.click();
    const followed = (is) => until(page, (is) => [...document.querySelectorAll("button")].find(({ textContent }) => textContent === "Follow this device").getAttribute("aria-pressed") === is, is);
    await followed("true");
    // The sensor feels what holds the device up: to the upper left, where down is at the lower right.
    await page.evaluate(() => dispatchEvent(new DeviceMotionEvent("devicemotion", { accelerationIncludingGravity: { x: -6.94, y: 6.94, z: 0 } })));
    const gravity = await page.evaluate(() => window.spindrift.app.session.gravity);
    assert.ok(Math.abs(gravity[0] - 6.94) < 0.05 && Math.abs(gravity[1] + 6.94) < 0.05, String(gravity));
    await follow.click();
    await followed("false");
    await page.getByRole("button", { name: "Upright" }).click();
    assert.deepEqual(await page.evaluate(() => window.spindrift.app.session.gravity.map(Math.round)), [0, -10]);
    await hold("hand");
  });

  test("a picture and a clip are files of their kind", async () => {
    await open_scene(page, "pool", kPool);
    const picture = await saved_as("Picture");
    assert.equal(picture.suggestedFilename(), "pool.png");
    assert.deepEqual([...readFileSync(await picture.path()).subarray(0, 4)], [0x89, 0x50, 0x4e, 0x47]);
    await page.getByLabel("Save", { exact: true }).click();
    // A slow machine gives up pixels, but an encoder takes pictures of one size.
    await page.evaluate(() => Object.assign(window.spindrift.app.painter.sharpness, { most_pixels: 40_000, keep_up() {} }));
    await page.evaluate(() => window.spindrift.app.session.send({ do: "play" }));
    await until(page, () => { const { width, height } = window.spindrift.app.painter.canvas; return width * height < 45_000; });
    await page.locator("#save-menu").getByText("Record a clip", { exact: true }).click();
    const pixels = () => page.evaluate(() => window.spindrift.app.painter.canvas.width);
    const before = await pixels();
    await page.waitForTimeout(1500);
    assert.equal(await pixels(), before);
    assert.equal(await page.evaluate(() => getComputedStyle(document.querySelector(".icon-button.save")).animationName), "pulse");
    const clip = await saved_as("End the clip");
    const bytes = readFileSync(await clip.path());
    assert.match(clip.suggestedFilename(), /^pool\.(webm|mp4)$/);
    assert.ok(bytes.length > 1000, `${bytes.length} bytes`);
    await until(page, (before) => window.spindrift.app.painter.canvas.width < before, before);
    await page.evaluate(() => { delete window.spindrift.app.painter.sharpness.keep_up; });
    await pause();
  });

  test("a clip ends where the picture gets another shape", async () => {
    await open_scene(page, "pool", kPool);
    await page.evaluate(() => window.spindrift.app.session.send({ do: "play" }));
    await page.getByLabel("Save", { exact: true }).click();
    await page.locator("#save-menu").getByText("Record a clip", { exact: true }).click();
    await page.waitForTimeout(500);
    const { width, height } = page.viewportSize();
    const ends = page.waitForEvent("download");
    await page.setViewportSize({ width: height, height: width });
    assert.match((await ends).suggestedFilename(), /^pool\.(webm|mp4)$/);
    await page.setViewportSize({ width, height });
    await pause();
  });

  test("undo leads back to what another scene has replaced", async () => {
    await open_scene(page, "pool", kPool);
    await page.evaluate(() => window.spindrift.app.session.edit("solver.flip=0.5"));
    await open_scene(page, "air", kAir);
    await until(page, () => document.querySelector(".toast")?.textContent === "Your changes to pool are kept: Undo returns to it.");
    await page.locator('[data-do="undo"]').click();
    await until(page, () => window.spindrift.app.session.opened?.title === "A pool");
    await until(page, () => window.spindrift.app.session.key("solver.flip").value === 0.5);
  });

  test("day and night are chosen, and kept", async () => {
    const theme = () => page.evaluate(() => document.documentElement.dataset.theme);
    const first = await theme();
    await page.locator(".icon-button.theme").click();
    assert.notEqual(await theme(), first);
    assert.equal(await page.evaluate(() => window.spindrift.app.painter.dark), (await theme()) === "dark");
    assert.equal(await page.evaluate(() => localStorage.getItem("spindrift.theme")), await theme());
    await page.locator(".icon-button.theme").click();
  });

  test("everything that can be used has a name", async () => {
    for (const leaf of ["look", "settings", "charts", "scene"]) await open_leaf(leaf);
    const nameless = await page.evaluate(() =>
      [...document.querySelectorAll("button, input, select, textarea, a[href], canvas.water")]
        .filter((element) => !element.getAttribute("aria-label") && !element.title && !element.textContent.trim() && ![...(element.labels ?? [])].some((label) => label.textContent.trim()))
        .map((element) => element.outerHTML.slice(0, 120)));
    assert.deepEqual(nameless, []);
  });
});
