// The page with a real core behind it: in a tab as WebAssembly, and in the program behind a socket. What is asked are numbers of
// the simulation: particles, centre of mass, energy, poses.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { drag, open_leaf, serve_for_one, session } from "./both.mjs";
import { center_of_mass, launch, open_page, open_scene, save_as, step, until } from "./browser.mjs";
import { program, view } from "./program.mjs";
import { no_core, no_program } from "./setup.mjs";

const here = (path) => new URL(path, import.meta.url);
const scene = (name) => readFileSync(here(`../../scenes/${name}.toml`), "utf8");

/** A small tank, so that each test takes a moment. */
const kTank = `title = "A small tank"
[domain]
size = [2.0, 1.0]
resolution = 50
[particles]
columns = ["id", "color"]
[[liquid]]
shape = "box"
min = [0.0, 0.0]
max = [0.7, 0.7]
[[solid]]
shape = "sphere"
center = [1.3, 0.4]
radius = 0.12
`;


function suite(label, start, skip) {
  describe(label, { skip }, () => {
    let browser, server, page;
    before(async () => {
      server = await start();
      browser = await launch();
      page = await open_page(browser, server.url);
      await until(page, () => window.spindrift?.frames > 0);
    });
    after(async () => {
      await browser?.close();
      await server?.close();
    });

    test("the page is isolated, as threads ask for", async () => assert.equal(await page.evaluate(() => crossOriginIsolated), true));

    test("water falls as the physics says", async () => {
      await open_scene(page, "tank", kTank);
      const [, height] = await center_of_mass(page);
      const count = await page.evaluate(() => window.spindrift.particles());
      assert.ok(Math.abs(height - 0.35) < 0.005, `a block of 0.7 m has its middle at 0.35 m, not ${height}`);
      await step(page, 20);
      const time = await session(page, "session.frame.time");
      const [x, y] = await center_of_mass(page);
      assert.equal(await page.evaluate(() => window.spindrift.particles()), count);
      assert.ok(y < height && y > height - 0.5 * 9.81 * time * time - 1e-3, `it falls, and not faster than freely: ${y} after ${time} s`);
      assert.ok(x > 0.35, `it spreads to where there is room: ${x}`);
    });

    test("energy is lost and never won", async () => {
      await open_scene(page, "tank", kTank);
      const energies = [];
      for (let i = 0; i < 4; ++i) {
        await step(page, 10);
        energies.push(await session(page, "session.stats.kinetic_energy + session.stats.potential_energy"));
      }
      for (let i = 1; i < energies.length; ++i) assert.ok(energies[i] <= energies[i - 1] * 1.002, String(energies));
    });

    test("dragging the ball moves it and the water", async () => {
      await open_scene(page, "tank", kTank.replace("center = [1.3, 0.4]", "center = [1.0, 0.4]").replace("max = [0.7, 0.7]", "max = [2.0, 0.4]"));
      const before_it = await session(page, "session.stats.kinetic_energy");
      await drag(page, [1.0, 0.4], [0.5, 0.3]);
      await until(page, () => { const { place, pivot } = window.spindrift.app.session.frame.poses[0]; return place[0] - pivot[0] < -0.25; });
      await page.keyboard.press("p");
      await until(page, () => !window.spindrift.app.session.state.playing);
      assert.ok((await session(page, "session.stats.kinetic_energy")) > before_it + 0.01);
    });

    test("keys play, pause, step and start anew", async () => {
      await open_scene(page, "tank", kTank);
      await page.locator("canvas.water").focus();
      await page.keyboard.press("m");
      await until(page, () => window.spindrift.app.session.frame?.step === 1);
      await page.keyboard.press(".");
      await until(page, () => window.spindrift.app.session.frame?.step === 2);
      await page.keyboard.press("p");
      await until(page, () => window.spindrift.app.session.state.playing && window.spindrift.app.session.frame?.step > 5);
      await page.keyboard.press(" ");
      await until(page, () => !window.spindrift.app.session.state.playing);
      await page.keyboard.press("r");
      await until(page, () => window.spindrift.app.session.frame?.step === 0);
    });

    test("each toggle shows what it says", async () => {
      await open_scene(page, "tank", kTank);
      await step(page, 3);
      await open_leaf(page, "look");
      for (const [label, array] of [["Grid", "cells.density"], ["Velocity arrows", "cells.velocity"], ["Face velocities", "cells.faces"]]) {
        const box = page.locator("#leaf-look").getByLabel(label, { exact: true });
        await box.check();
        await until(page, (array) => window.spindrift.app.session.frame.arrays.has(array), array);
        await box.uncheck();
        await until(page, (array) => !window.spindrift.app.session.frame.arrays.has(array), array);
      }
      await page.locator("#leaf-look").getByLabel("Particles", { exact: true }).uncheck();
      await until(page, () => !window.spindrift.app.session.frame.arrays.has("particles.position"));
      await page.locator("#leaf-look").getByLabel("Particles", { exact: true }).check();
      await until(page, () => window.spindrift.app.session.frame.arrays.has("particles.position"));
      for (const word of ["speed", "pressure", "vorticity", "density", "water"]) {
        await page.getByLabel("Colour of the fluid").selectOption(word);
        await page.waitForTimeout(50);
      }
      for (const word of ["speed", "pressure", "vorticity", "divergence", "type"]) {
        await page.getByLabel("Colour of the grid").selectOption(word);
        await until(page, (word) => window.spindrift.app.session.frame.arrays.has(`cells.${word}`), word);
      }
      await page.evaluate(() => window.spindrift.app.change({ grid: false }));
    });

    test("slider and boxes of the solver change the scene", async () => {
      await open_scene(page, "tank", kTank);
      await open_leaf(page, "settings");
      await page.locator('[data-key="solver.flip"]').first().fill("0.5");
      await until(page, () => window.spindrift.app.session.opened.scene.includes("flip = 0.5"));
      for (const [label, key] of [["Compensate drift", "density_term"], ["Separate particles", "push_apart"]]) {
        await page.getByLabel(label).check();
        await until(page, (key) => window.spindrift.app.session.opened.scene.includes(`${key} = true`), key);
      }
      await page.locator("#leaf-settings").getByLabel("Method", { exact: true }).selectOption("classic");
      await until(page, () => window.spindrift.app.session.opened.scene.includes('method = "classic"'));
      await page.locator("#leaf-settings").getByLabel("Pressure solver").selectOption("gauss_seidel");
      await until(page, () => window.spindrift.app.session.opened.scene.includes("gauss_seidel"));
      await step(page, 2);
    });

    test("pouring adds water, draining takes it", async () => {
      await open_scene(page, "tank", kTank);
      await page.evaluate(() => window.spindrift.app.hold("pour"));
      const count = await page.evaluate(() => window.spindrift.particles());
      await drag(page, [1.6, 0.8], [1.65, 0.8]);
      await until(page, (count) => window.spindrift.particles() > count + 20, count);
      await page.evaluate(() => window.spindrift.app.hold("drain"));
      const more = await page.evaluate(() => window.spindrift.particles());
      await drag(page, [0.2, 0.1], [0.3, 0.1]);
      await until(page, (count) => window.spindrift.particles() < count, more);
      await page.evaluate(() => window.spindrift.app.hold("hand"));
    });

    test("what is poured has the colour that was picked", async () => {
      await open_scene(page, "tank", kTank);
      await page.evaluate(() => window.spindrift.app.hold("pour"));
      await page.getByLabel("Pour red").click();
      await drag(page, [1.6, 0.8], [1.65, 0.8]);
      await until(page, () => window.spindrift.app.session.frame.arrays.get("particles.color")?.own);
      const kinds = await page.evaluate(() => {
        const { data, count } = window.spindrift.app.session.frame.arrays.get("particles.color");
        const kinds = new Set();
        for (let i = 0; i < count; ++i) kinds.add([...data.slice(3 * i, 3 * i + 3)].join(" "));
        return [...kinds].sort();
      });
      assert.deepEqual(kinds, ["219 41 61", "61 153 240"], "red in water, and nothing between");
      await page.getByLabel("Pour as the liquid").click();
      await page.evaluate(() => window.spindrift.app.hold("hand"));
    });

    test("walls are drawn and erased, and undone", async () => {
      await open_scene(page, "tank", kTank);
      await page.evaluate(() => window.spindrift.app.hold("wall"));
      await drag(page, [1.0, 0.8], [1.5, 0.8]);
      await until(page, () => window.spindrift.app.session.solids.length > 1);
      const walls = await session(page, "session.solids.length");
      await page.keyboard.press("Control+z");
      await until(page, (walls) => window.spindrift.app.session.solids.length < walls, walls);
      await drag(page, [1.0, 0.8], [1.5, 0.8]);
      await until(page, () => window.spindrift.app.session.solids.length > 1);
      await page.evaluate(() => window.spindrift.app.hold("erase"));
      await drag(page, [0.95, 0.8], [1.55, 0.8], 30);
      await step(page, 1);
      await until(page, () => window.spindrift.app.session.frame.poses.filter(({ there }) => there !== false).length === 1);
      await page.evaluate(() => window.spindrift.app.hold("hand"));
    });

    test("tilting turns gravity, and the water runs", async () => {
      await open_scene(page, "tank", kTank.replace("max = [0.7, 0.7]", "max = [2.0, 0.3]"));
      await page.evaluate(() => window.spindrift.app.hold("tilt"));
      await drag(page, [1.5, 0.5], [1.9, 0.4]);
      await until(page, () => window.spindrift.center_of_mass()[0] > 1.1);
      await page.evaluate(() => window.spindrift.app.hold("hand"));
    });

    test("a mistake in the scene's text appears on its line", async () => {
      await open_scene(page, "tank", kTank);
      await open_leaf(page, "scene");
      const area = page.getByLabel("The scene as text");
      await area.fill(kTank.replace("resolution = 50", "resolutoin = 50"));
      const message = page.locator("#scene-message");
      await message.waitFor({ state: "visible" });
      assert.equal(await message.getAttribute("data-line"), "4");
      assert.match(await message.textContent(), /resolution/);
      assert.match(await page.locator(".line.bad").textContent(), /resolutoin/);
      await area.fill(kTank.replace("resolution = 50", "resolution = 40"));
      await until(page, () => window.spindrift.app.session.opened.cells[0] === 40);
      assert.ok(await message.isHidden());
    });

    test("a scene with a title of its own is saved under a name of its own", async () => {
      await page.locator(".pick").click();
      await page.locator('[data-scene="my_tank"]').click();
      await until(page, () => window.spindrift.app.session.opened.name === "my_tank");
      await open_leaf(page, "scene");
      const area = page.getByLabel("The scene as text");
      await area.fill((await area.inputValue()).replace("My tank", "Mülls Weiher, 2"));
      await until(page, () => window.spindrift.app.session.opened.name === "mulls_weiher_2");
      const download = await save_as(page, "Scene, to run finer");
      assert.equal(download.suggestedFilename(), "mulls_weiher_2_played.toml");
    });

    test("a link holds the scene", async () => {
      await open_scene(page, "tank", kTank);
      await page.keyboard.press("Escape");
      await page.getByLabel("Copy a link to this scene (C)").click();
      await until(page, () => location.hash.includes("text="));
      const url = new URL(page.url());
      const other = await open_page(browser, url.href);
      await until(other, () => window.spindrift?.app.session.opened?.title === "A small tank" && window.spindrift.frames > 0);
      assert.deepEqual(other.complaints, []);
      await other.context().close();
    });

    test("a link holds what the hand did, and the text what was written", async () => {
      await open_scene(page, "tank", `# my own words\n${kTank}`);
      const keys = await session(page, "session.opened.keys.length");
      await page.evaluate(() => {
        const { session } = window.spindrift.app;
        session.send({ do: "wall", from: [0.9, 0], to: [0.9, 0.3], radius: 0.04 });
        session.send({ do: "pour", position: [1.7, 0.8], radius: 0.08, velocity: [0, -1] });
        session.send({ do: "tilt", gravity: [2, -9] });
      });
      await step(page, 4);
      await page.evaluate(() => window.spindrift.app.session.send({ do: "drop" }));
      await step(page, 4);
      assert.equal(await session(page, "session.opened.keys.length"), keys);
      const text = await session(page, "session.text");
      assert.ok(text.startsWith("# my own words\n") && /\[\[solid\]\]\nname = "drawn 1"/.test(text), text);
      assert.ok(text.split("\n").length < 30, text);
      await page.evaluate(() => history.replaceState(null, "", "#"));
      await page.getByLabel("Copy a link to this scene (C)").click();
      await until(page, () => location.hash.includes("text="));
      const other = await open_page(browser, page.url());
      await until(other, () => window.spindrift?.app.session.opened?.title === "A small tank" && window.spindrift.frames > 0);
      const shared = await session(other, "session.opened.scene");
      const end = Number(/\nend = (\S+)/.exec(shared.split("[[source]]")[1] ?? "")?.[1]);
      assert.ok(end > 0 && end < 1, `the pouring ends: ${end}`);
      assert.match(shared, /gravity_keyframes/);
      assert.deepEqual(await session(other, "session.solids.map((solid) => solid.drawn)"), [false, true]);
      await other.context().close();
    });

    test("the gallery opens a scene", async () => {
      await page.locator(".pick").click();
      await page.locator('[data-scene="falling_drop_2d"]').click();
      await until(page, () => window.spindrift.app.session.opened.name === "falling_drop_2d");
    });

    test("3D water turns under the hand", async () => {
      await open_scene(page, "block_drop_3d", scene("block_drop_3d").replace(/resolution = \d+/, "resolution = 20"));
      await step(page, 2);
      const turn = await page.evaluate(() => window.spindrift.app.painter.deep.camera.turn);
      const box = await page.locator("canvas.water").boundingBox();
      await page.mouse.move(box.x + 300, box.y + 300);
      await page.mouse.down();
      await page.mouse.move(box.x + 420, box.y + 320, { steps: 4 });
      await page.mouse.up();
      assert.notEqual(await page.evaluate(() => window.spindrift.app.painter.deep.camera.turn), turn);
    });

    test("a recording replays in the program with the same bits", { skip: !program() }, async () => {
      await open_scene(page, "tank", kTank);
      await page.evaluate(() => window.spindrift.app.session.send({ do: "play" }));
      await drag(page, [1.3, 0.4], [0.8, 0.35]);
      await page.keyboard.press("p");
      await until(page, () => !window.spindrift.app.session.state.playing);
      // To the end of a frame, where the program's own numbers are taken.
      const goal = await session(page, "session.frame.frame + 1");
      await page.evaluate(() => window.spindrift.app.session.send({ do: "step", frames: 1 }));
      await until(page, (goal) => window.spindrift.app.session.stats.frame >= goal, goal);
      const download = await save_as(page, "Recording, bit for bit");
      const folder = mkdtempSync(join(tmpdir(), "spindrift_page_"));
      const file = join(folder, download.suggestedFilename());
      await download.saveAs(file);
      const { frame, hash } = await page.evaluate(() => ({ frame: window.spindrift.app.session.stats.frame, hash: window.spindrift.app.session.stats.state_hash }));
      execFileSync(program(), ["run", file, "--out", join(folder, "out"), "--frames", String(Math.max(frame, 1)), "--set", "output.movie=false"]);
      const line = readFileSync(join(folder, "out/stats.jsonl"), "utf8").trim().split("\n").map((text) => JSON.parse(text)).find((stats) => stats.frame === frame);
      assert.equal(line.state_hash, hash);
    });

    test("nothing overflows on a phone", async () => {
      const phone = await open_page(browser, server.url, { width: 390, height: 844, hasTouch: true, isMobile: true });
      await until(phone, () => window.spindrift?.frames > 0);
      assert.equal(await phone.evaluate(() => document.documentElement.scrollWidth), 390);
      for (const name of ["play", "step", "reset"]) assert.ok(await phone.locator(`[data-do="${name}"]`).isVisible());
      assert.ok((await phone.locator("canvas.water").boundingBox()).height > 300);
      assert.deepEqual(phone.complaints, []);
      await phone.context().close();
    });

    test("the console is silent", () => assert.deepEqual(page.complaints, []));
  });
}

suite("in a tab", serve_for_one, no_core);
suite("in the program", () => view("dam_break_2d"), no_program);

describe("before the program", { skip: no_program }, () => {
  let browser;
  before(async () => (browser = await launch()));
  after(() => browser?.close());

  test("a broken line is mended, and the simulation went on", async () => {
    const server = await view("still_pool_2d");
    const page = await open_page(browser, server.url);
    await until(page, () => window.spindrift?.frames > 0);
    await page.evaluate(() => window.spindrift.app.session.send({ do: "play" }));
    await until(page, () => window.spindrift.app.session.frame?.step > 3);
    const step_before = await session(page, "session.frame.step");
    await page.evaluate(() => window.spindrift.app.session.core.cut());
    await page.locator(".toast.shown").waitFor();
    await until(page, (before) => window.spindrift.app.session.frame?.step > before + 5, step_before);
    assert.ok(await page.locator(".toast.shown").isHidden());
    await page.context().close();
    await server.close();
  });

  test("a finished run is looked through", async () => {
    const folder = join(mkdtempSync(join(tmpdir(), "spindrift_page_")), "run");
    execFileSync(program(), ["run", "dam_break_2d", "--out", folder, "--frames", "12", "--set", "domain.resolution=40", "--set", "output.movie=false"]);
    const server = await view(folder);
    const page = await open_page(browser, server.url);
    await until(page, () => window.spindrift?.frames > 0);
    const [, height] = await center_of_mass(page);
    await page.getByLabel("Frame of the run").fill("12");
    await until(page, () => window.spindrift.app.session.frame.frame === 12);
    assert.ok((await center_of_mass(page))[1] < height);
    assert.deepEqual(page.complaints, []);
    await page.context().close();
    await server.close();
  });
});
