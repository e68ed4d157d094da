// Controls that the documents' programs have and the page's other tests do not try: in a tab and before the program.
import assert from "node:assert/strict";
import { test } from "node:test";
import { hold, in_both, open_leaf, picture, pixel_of } from "./both.mjs";
import { open_page, open_scene, step, until } from "./browser.mjs";

const pool = (more = "") => `title = "A pool"
[domain]
size = [2.0, 1.0]
resolution = 40
[[liquid]]
shape = "box"
min = [0.0, 0.0]
max = [2.0, 0.4]
${more}`;
const kBall = `[[solid]]
shape = "sphere"
center = [1.6, 0.7]
radius = 0.1
`;
const kBlock = pool().replace("max = [2.0, 0.4]", "max = [0.7, 0.8]");
const kDeep = `title = "A block in 3D"
[domain]
size = [1.0, 0.8, 0.6]
resolution = 20
[[liquid]]
shape = "box"
min = [0.0, 0.0, 0.0]
max = [0.4, 0.6, 0.6]
`;
const kSmoke = `title = "Smoke in 3D"
[domain]
size = [1.0, 1.0, 0.5]
resolution = 16
[[smoke_source]]
shape = "box"
min = [0.4, 0.0, 0.1]
max = [0.6, 0.15, 0.4]
temperature = 400
`;

const read = (page, text) => page.evaluate(`(() => { const app = window.spindrift.app, session = app.session; return ${text}; })()`);
const option = (page, label) => page.locator("#leaf-look").getByLabel(label, { exact: true });
const number = (page, name) => page.locator(`[data-number="${name}"] dd`).textContent();

in_both("the documents' controls", (it) => {
  const pause = async () => {
    await it.page.evaluate(() => window.spindrift.app.session.send({ do: "pause" }));
    await until(it.page, () => !window.spindrift.app.session.state.playing);
  };
  const press = async (x, y) => {
    await it.page.mouse.move(...(await pixel_of(it.page, x, y)));
    await it.page.mouse.down();
  };
  /** Waits for a frame that has the array. */
  const has = (name) => until(it.page, (name) => window.spindrift.app.session.frame.arrays.has(name), name);

  test("a press anywhere brings the only ball, and it follows", async () => {
    const { page } = it;
    await open_scene(page, "pool", pool(kBall));
    await press(0.4, 0.6);
    const comes_to = async (x, y) => {
      await until(page, ([x, y]) => {
        const { frame, solids } = window.spindrift.app.session;
        const { place, pivot } = frame.poses[0];
        return [x, y].every((goal, axis) => Math.abs(place[axis] - pivot[axis] + solids[0].middle[axis] - goal) < 0.02);
      }, [x, y]);
    };
    await comes_to(0.4, 0.6);
    await page.mouse.move(...(await pixel_of(page, 0.9, 0.5)), { steps: 5 });
    await comes_to(0.9, 0.5);
    await page.mouse.up();
    await pause();
    // With another ball the hand pushes the water.
    await open_scene(page, "pools", pool(kBall + kBall.replace("1.6", "1.2")));
    await press(0.4, 0.2);
    await page.mouse.move(...(await pixel_of(page, 0.6, 0.2)), { steps: 5 });
    await page.mouse.up();
    await pause();
    const places = await read(page, "session.frame.poses.map(({ place, pivot }) => place[0] - pivot[0])");
    assert.ok(places.every((way) => Math.abs(way) < 1e-6), String(places));
  });

  test("a finger brings the ball as well", async () => {
    const phone = await open_page(it.browser, it.server.url, { width: 390, height: 844, hasTouch: true, isMobile: true });
    await until(phone, () => window.spindrift?.frames > 0);
    await open_scene(phone, "pool", pool(kBall));
    await phone.touchscreen.tap(...(await pixel_of(phone, 0.4, 0.6)));
    await until(phone, () => {
      const { frame, solids } = window.spindrift.app.session;
      return frame.poses[0].place[0] - frame.poses[0].pivot[0] + solids[0].middle[0] < 1;
    });
    await phone.context().close();
  });

  test("the view is moved, and the whole scene comes back", async () => {
    const { page } = it;
    for (const [name, text] of [["pool", pool()], ["deep", kDeep]]) {
      await open_scene(page, name, text);
      const camera = () => page.evaluate((name) => JSON.stringify(window.spindrift.app.painter[name === "deep" ? "deep" : "flat"].camera), name);
      const seen = [await camera()];
      const { x, y, width, height } = await page.locator("canvas.water").boundingBox();
      await page.mouse.move(x + 0.5 * width, y + 0.5 * height);
      await page.mouse.wheel(0, -400);
      await until(page, ([name, before]) => JSON.stringify(window.spindrift.app.painter[name === "deep" ? "deep" : "flat"].camera) !== before, [name, seen[0]]);
      seen.push(await camera());
      await page.mouse.down({ button: "right" });
      await page.mouse.move(x + 0.6 * width, y + 0.6 * height, { steps: 3 });
      await page.mouse.up({ button: "right" });
      seen.push(await camera());
      assert.equal(new Set(seen).size, 3, `${name}: ${seen}`);
      await page.keyboard.press("0");
      assert.equal(await camera(), seen[0], name);
    }
  });

  test("no tool moves the picture when it is chosen", async () => {
    const { page } = it;
    await open_scene(page, "pool", pool());
    const box = () => page.locator("canvas.water").boundingBox();
    const first = await box();
    for (const tool of ["push", "pour", "drain", "wall", "erase", "tilt", "thread", "hand"]) {
      await page.locator(`[data-tool="${tool}"]`).and(page.locator("button")).click();
      assert.deepEqual(await box(), first, tool);
    }
  });

  test("the value below the pointer is that of the picture's colours", async () => {
    const { page } = it;
    await open_scene(page, "pool", pool());
    await step(page, 3);
    const shown = () => page.locator(".pointed-value.shown").textContent();
    await page.mouse.move(...(await pixel_of(page, 1.0, 0.1)));
    assert.equal(await page.locator(".pointed-value.shown").count(), 0, "water has no number");
    await page.evaluate(() => window.spindrift.app.change({ color: "pressure" }));
    await has("cells.pressure");
    await until(page, () => /Pressure/.test(document.querySelector(".pointed-value.shown")?.textContent ?? ""));
    const found = /^1\.00, 0\.10 m · Pressure ([\d\u202f.]+) Pa$/.exec(await shown());
    assert.ok(found, await shown());
    const pascal = Number(found[1].replaceAll("\u202f", ""));
    assert.ok(Math.abs(pascal - 1000 * 9.81 * 0.3) < 0.15 * 1000 * 9.81 * 0.3, `0.3 m below the surface: ${pascal} Pa`);
    await page.mouse.move(...(await pixel_of(page, 1.0, 0.8)));
    await until(page, () => !document.querySelector(".pointed-value.shown"));
    await page.evaluate(() => window.spindrift.app.change({ color: "water", grid: true, cells: "type" }));
    await until(page, () => /Cell type: air/.test(document.querySelector(".pointed-value.shown")?.textContent ?? ""));
    await page.evaluate(() => window.spindrift.app.change({ grid: false, cells: "density" }));
    await page.mouse.move(2, 2);
    await until(page, () => !document.querySelector(".pointed-value.shown"));
  });

  test("arrows get longer and shorter", async () => {
    const { page } = it;
    await open_scene(page, "block", kBlock);
    await step(page, 12);
    await open_leaf(page, "look");
    await option(page, "Velocity arrows").check();
    await has("cells.velocity");
    const usual = await picture(page);
    await option(page, "Length of arrows").fill("2");
    assert.equal(await read(page, "app.look.arrow_length"), 4);
    assert.notEqual(await picture(page), usual);
    await option(page, "Length of arrows").fill("0");
    await option(page, "Velocity arrows").uncheck();
  });

  test("threads of dye go with the flow", async () => {
    const { page } = it;
    await open_scene(page, "block", kBlock);
    await hold(page, "thread");
    await page.mouse.click(...(await pixel_of(page, 0.35, 0.5)));
    const threads = () => read(page, "app.painter.flat.threads.points");
    assert.equal((await threads()).length, 2, "a click lays a cross");
    await has("cells.velocity");
    await has("cells.type");
    await step(page, 12);
    const height_of = (lines) => lines.flat().filter((_, at) => at % 2).reduce((sum, y, _, all) => sum + y / all.length, 0);
    await until(page, () => window.spindrift.app.painter.flat.threads.points.every((line) => Math.max(...line.filter((_, at) => !(at % 2))) < 1.5));
    assert.ok(height_of(await threads()) < 0.49, `they sink with the block: ${height_of(await threads())}`);
    assert.ok((await threads()).every((line) => line.filter((_, at) => at % 2).every((y) => y < 0.81)), "and end where the water ends");
    const with_them = await picture(page);
    await open_leaf(page, "look");
    await option(page, "Threads").uncheck();
    assert.notEqual(await picture(page), with_them);
    await option(page, "Threads").check();
    await page.evaluate(() => window.spindrift.app.session.send({ do: "reset" }));
    await until(page, () => window.spindrift.app.session.frame.step === 0 && !window.spindrift.app.painter.flat.has_threads);
    await hold(page, "hand");
  });

  test("a source stays where it was put, until its mark ends it", async () => {
    const { page } = it;
    await open_scene(page, "pool", pool());
    await hold(page, "pour");
    await page.getByLabel("Stays").check();
    for (const x of [0.5, 1.5]) {
      await page.mouse.click(...(await pixel_of(page, x, 0.8)));
      await until(page, (x) => document.querySelectorAll(".source-mark").length === (x < 1 ? 1 : 2), x);
    }
    const count = await page.evaluate(() => window.spindrift.particles());
    await step(page, 20);
    const more = await page.evaluate(() => window.spindrift.particles());
    assert.ok(more > count + 100, `both pour after the hand has gone: ${count}, then ${more}`);
    for (const number of [2, 1]) {
      await page.getByLabel(`End source ${number}`).click();
      await until(page, (number) => document.querySelectorAll(".source-mark").length === number - 1, number);
    }
    await step(page, 2);
    const last = await page.evaluate(() => window.spindrift.particles());
    await step(page, 10);
    assert.equal(await page.evaluate(() => window.spindrift.particles()), last);
    await page.getByLabel("Stays").uncheck();
    await hold(page, "hand");
  });

  test("frames are counted, and pictures in a second", async () => {
    const { page } = it;
    await open_scene(page, "pool", pool());
    await page.evaluate(() => window.spindrift.app.session.send({ do: "step", frames: 3 }));
    await until(page, () => document.querySelector('[data-number="frame"] dd').textContent === "3");
    assert.equal(await number(page, "fps"), "–");
    await page.evaluate(() => window.spindrift.app.session.send({ do: "play" }));
    await until(page, () => Number(document.querySelector('[data-number="fps"] dd').textContent) > 0);
    await pause();
  });

  test("the charts have a bar for each slow stage of a step", async () => {
    const { page } = it;
    await open_scene(page, "pool", pool());
    await open_leaf(page, "charts");
    await step(page, 3);
    await until(page, () => document.querySelectorAll("#leaf-charts .bars li").length === 9);
    const shares = await page.locator("#leaf-charts .bars output").allTextContents();
    const sum = shares.reduce((total, share) => total + Number(share.replace(" %", "")), 0);
    assert.ok(sum > 50 && sum <= 105, shares.join());
  });

  test("axes are drawn on request, in 2D and in 3D", async () => {
    const { page } = it;
    for (const [name, text] of [["pool", pool()], ["deep", kDeep]]) {
      await open_scene(page, name, text);
      const without = await picture(page);
      await page.keyboard.press("x");
      assert.ok(await read(page, "app.look.axes"));
      assert.notEqual(await picture(page), without, name);
      await page.keyboard.press("x");
      assert.equal(await picture(page) === without, true, name);
    }
  });

  test("the tank takes the window's shape, and its own again", async () => {
    const { page } = it;
    await open_scene(page, "pool", pool(kBall));
    await open_leaf(page, "settings");
    const box = page.getByLabel("The window's shape");
    const count = await page.evaluate(() => window.spindrift.particles());
    await box.check();
    await until(page, () => window.spindrift.app.session.opened.size[0] !== 2 && window.spindrift.app.session.frame !== null);
    const { size, shape, text } = await read(page, "({ size: session.opened.size, shape: app.painter.flat.camera.shape, text: session.text })");
    assert.ok(Math.abs(size[0] / size[1] - shape) < 0.03 * shape, `${size} in a window of ${shape}`);
    assert.match(text, new RegExp(`max = \\[${String(Number(size[0].toPrecision(4))).slice(0, 4)}`), "the water fills its width");
    await until(page, () => window.spindrift.particles() > 0);
    const share = (await page.evaluate(() => window.spindrift.particles())) / count / (size[0] / 2);
    assert.ok(share > 0.8 && share < 1.25, `the same depth of water: ${share}`);
    await box.uncheck();
    await until(page, () => window.spindrift.app.session.opened.size[0] === 2);
    assert.equal(await read(page, "session.text"), pool(kBall));
    await open_scene(page, "deep", kDeep);
    assert.ok(await box.isHidden(), "3D scenes keep their shape");
  });

  test("3D water has arrows and slices", async () => {
    const { page } = it;
    await open_scene(page, "deep", kDeep);
    await step(page, 6);
    await open_leaf(page, "look");
    const plain = await picture(page);
    await option(page, "Velocity arrows").check();
    await has("volume.velocity");
    assert.notEqual(await picture(page), plain);
    await option(page, "Velocity arrows").uncheck();
    await option(page, "Slice").check();
    await option(page, "Colour of the grid").selectOption("pressure");
    await option(page, "Slice across").getByText("x", { exact: true }).click();
    await option(page, "Place").fill("0.2");
    await until(page, () => { const array = window.spindrift.app.session.frame.arrays.get("cells.pressure"); return array?.axis === 0 && Math.abs(array.at - 0.225) < 1e-6; });
    assert.notEqual(await picture(page), plain);
    await page.mouse.move(...(await read(page, `(() => { const { x, y } = app.painter.canvas.getBoundingClientRect(); const at = app.painter.deep.camera.screen_of([0.225, 0.1, 0.3]); return [x + at[0], y + at[1]]; })()`)));
    await until(page, () => /Pressure [\d\u202f.]+ Pa/.test(document.querySelector(".pointed-value.shown")?.textContent ?? ""));
    await page.mouse.move(2, 2);
    await option(page, "Slice").uncheck();
  });

  test("3D smoke is coloured by amount or temperature, as a volume or a slice", async () => {
    const { page } = it;
    const size = page.viewportSize();
    await page.setViewportSize({ width: 800, height: 420 }); // a volume takes long to draw without a graphics card
    await open_scene(page, "smoke", kSmoke);
    await step(page, 8);
    await open_leaf(page, "look");
    const pictures = [await picture(page)];
    for (const color of ["smoke", "temperature"]) {
      await option(page, "Colour of the fluid").selectOption(color);
      pictures.push(await picture(page));
      await until(page, (color) => window.spindrift.app.painter.range(color).is_known, color);
    }
    await option(page, "Smoke").uncheck();
    await until(page, () => !window.spindrift.app.session.frame.arrays.has("volume.smoke"));
    await option(page, "Slice").check();
    for (const color of ["smoke", "temperature"]) {
      await option(page, "Colour of the grid").selectOption(color);
      await has(`cells.${color}`);
      pictures.push(await picture(page));
    }
    assert.equal(new Set(pictures).size, 5, "five pictures, all different");
    await option(page, "Slice").uncheck();
    await option(page, "Smoke").check();
    await option(page, "Colour of the fluid").selectOption("water");
    await page.setViewportSize(size);
  });

  test("a scene has the options and keys that do something in it", async () => {
    const { page } = it;
    const visible = async () => (await page.locator("#leaf-look label:visible").allTextContents()).map((text) => text.trim());
    const keys = async () => {
      await page.keyboard.press("h");
      const list = await page.locator(".keys-list kbd").allTextContents();
      await page.keyboard.press("Escape");
      return list;
    };
    await open_scene(page, "pool", pool());
    await open_leaf(page, "look");
    const flat = [await visible(), await keys()];
    for (const name of ["Face velocities", "Grid lines", "Threads", "Grid"]) assert.ok(flat[0].includes(name), name);
    for (const key of ["F", "L", "8", "4", "W"]) assert.ok(flat[1].includes(key), key);
    await hold(page, "thread");
    await open_scene(page, "deep", kDeep);
    assert.equal(await read(page, "app.tool"), "hand");
    const deep = [await visible(), await keys()];
    for (const name of ["Face velocities", "Grid lines", "Threads"]) assert.ok(!deep[0].includes(name), name);
    for (const key of ["F", "L", "8"]) assert.ok(!deep[1].includes(key), key);
    await open_scene(page, "smoke", kSmoke);
    for (const key of ["F", "L", "8", "4", "W"]) assert.ok(!(await keys()).includes(key), key);
  });
}, { width: 1000, height: 640 });
