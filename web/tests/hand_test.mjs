// What the hand may do: pour smoke like the scene's own, hold a ball within the tank, tilt by as much as the device is tilted.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { drag, in_both, session } from "./both.mjs";
import { open_page, open_scene, step, until } from "./browser.mjs";

const scene = (name) => readFileSync(new URL(`../../scenes/${name}.toml`, import.meta.url), "utf8");

const kBall = `title = "A ball"
[domain]
size = [2.0, 1.0]
resolution = 32
[[liquid]]
shape = "box"
min = [0.0, 0.0]
max = [2.0, 0.3]
[[solid]]
shape = "sphere"
center = [1.0, 0.6]
radius = 0.1
`;

in_both("the hand", (it) => {
  const hold = (tool) => it.page.evaluate((tool) => window.spindrift.app.hold(tool), tool);
  const pause = async () => {
    await it.page.evaluate(() => window.spindrift.app.session.send({ do: "pause" }));
    await until(it.page, () => !window.spindrift.app.session.state.playing);
  };
  const recording = async () => (await it.page.evaluate(() => window.spindrift.app.session.save("recording"))).text;

  test("pours smoke as the scene's own source, or as the sliders say", async () => {
    const { page } = it;
    await open_scene(page, "wave", scene("seed_wave_smoke_2d"));
    await step(page, 20);
    const speed = () => session(page, "session.stats.max_speed");
    const before = await speed();
    await hold("pour");
    await drag(page, [8, 10], [8.3, 10]);
    await pause();
    assert.match(await recording(), /smoke_source\+=.*density = 1\.0, temperature = 1\.0/);
    await step(page, 20);
    await until(page, () => window.spindrift.app.session.stats?.step === window.spindrift.app.session.frame.step);
    assert.ok((await speed()) < 3 * before + 3, `from ${before} to ${await speed()} m/s`);

    await page.getByRole("slider", { name: "Temperature" }).fill("3");
    await page.getByRole("slider", { name: "Amount" }).fill("2");
    await drag(page, [4, 10], [4.3, 10]);
    await pause();
    assert.match(await recording(), /smoke_source\+=.*density = 2\.0, temperature = 3\.0/);
    await open_scene(page, "ball", kBall);
    assert.ok(await page.getByRole("slider", { name: "Temperature" }).isHidden());
    await hold("hand");
  });

  test("smoke is coloured by what its cells hold, and glows by the scene's own heat", async () => {
    const { page } = it;
    await open_scene(page, "wave", scene("seed_wave_smoke_2d"));
    await step(page, 10);
    for (const color of ["temperature", "smoke", "divergence", "vorticity", "water"]) {
      await page.evaluate((color) => window.spindrift.app.change({ color }), color);
      await until(page, (word) => window.spindrift.app.session.frame.arrays.has(`cells.${word}`), color === "water" ? "smoke" : color);
    }
    assert.deepEqual(await page.evaluate(() => window.spindrift.errors), []);
    // The burner's middle is as hot as it gets: orange, more red than blue.
    const [red, , blue] = await page.evaluate(() => {
      const { painter, look } = window.spindrift.app;
      painter.draw(look);
      const { gl, canvas, flat } = painter;
      const [sx, sy, ox, oy] = flat.camera.to_clip;
      const pixel = new Uint8Array(4);
      gl.readPixels(((8 * sx + ox + 1) / 2) * canvas.width, ((1.2 * sy + oy + 1) / 2) * canvas.height, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, pixel);
      return [...pixel];
    });
    assert.ok(red > blue + 30, `red ${red}, blue ${blue}`);
  });

  test("a ball stays where it can be seen", async () => {
    const { page } = it;
    await open_scene(page, "ball", kBall);
    await page.evaluate(() => window.spindrift.app.session.send({ do: "play" }));
    await drag(page, [1.0, 0.6], [1.0, 1.6]);
    await until(page, () => { const { place, pivot } = window.spindrift.app.session.frame.poses[0]; return place[1] - pivot[1] > 0.35; });
    await pause();
    const [place, pivot] = await session(page, "[session.frame.poses[0].place, session.frame.poses[0].pivot]");
    assert.ok(Math.abs(0.6 + place[1] - pivot[1] - 1) < 0.01, `its middle is at ${0.6 + place[1] - pivot[1]} m of 1 m`);
  });

  test("a device that lies nearly flat gives nearly no gravity", async () => {
    const { page } = it;
    await open_scene(page, "ball", kBall);
    await hold("tilt");
    const follow = page.getByRole("button", { name: "Follow this device" });
    await follow.click();
    const pressed = (is) => until(page, (is) => [...document.querySelectorAll("button")].find(({ textContent }) => textContent === "Follow this device").getAttribute("aria-pressed") === is, is);
    await pressed("true");
    await page.evaluate(() => dispatchEvent(new DeviceMotionEvent("devicemotion", { accelerationIncludingGravity: { x: -0.1, y: 0, z: 9.8 } })));
    const gravity = await session(page, "session.gravity");
    assert.ok(Math.abs(gravity[0] - 0.1) < 0.01 && Math.abs(gravity[1]) < 0.01, String(gravity));
    await follow.click();
    await pressed("false");
    await hold("hand");
    await pause();
  });

  test("nothing moves by itself where that is not wanted", { skip: !it.in_tab }, async () => {
    const still = await open_page(it.browser, it.server.url, { reducedMotion: "reduce" });
    await until(still, () => window.spindrift?.frames > 0);
    await still.waitForTimeout(500);
    assert.deepEqual(await session(still, "[session.state.playing, session.frame.step]"), [false, 0]);
    await still.context().close();
  });
});
