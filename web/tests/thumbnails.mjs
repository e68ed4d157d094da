// Makes the gallery's pictures: each scene, a moment after its start, as the page draws it. src/thumbnails/NAME.jpg.
// With names as arguments, only those.
import { mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { launch, open_page, until } from "./browser.mjs";
import { serve } from "./serve.mjs";

const kSeconds = { dam_break_2d: 0.38, falling_drop_2d: 0.45, seed_muller: 0.9, double_dam_break_2d: 0.55, moving_obstacle_2d: 1.6, rising_plume_2d: 2.5, honey_buckling_2d: 1.2, lock_exchange_2d: 3, rayleigh_taylor_2d: 2.4, capillary_drop_2d: 0.02, dam_break_pillar_3d: 0.45, dam_break_3d: 0.5, falling_drop_3d: 0.3, campfire_3d: 1.2, rising_plume_3d: 2, smoke_past_sphere_3d: 3, inks_2d: 0.8, lifted_gate_2d: 0.35, sloshing_tank_2d: 1.4, solitary_wave_2d: 2, seed_marten_particle: 0.2 };
const kUsual = 0.7;
const kWait = 60_000; // ms for a scene; a slow one is drawn where it is then
const folder = fileURLToPath(new URL("../src/thumbnails/", import.meta.url));
mkdirSync(folder, { recursive: true });

const server = await serve();
const browser = await launch();
const page = await open_page(browser, server.url, { width: 900, height: 640, colorScheme: "dark" });
await until(page, () => window.spindrift?.frames > 0);
const names = await page.evaluate(() => [...document.querySelectorAll("[data-scene]")].map((card) => card.dataset.scene));
await page.evaluate(() => window.spindrift.app.session.send({ do: "speed", factor: 0 }));
for (const name of process.argv.length > 2 ? process.argv.slice(2) : names) {
  await page.evaluate((name) => document.querySelector(`[data-scene="${name}"]`).click(), name);
  try {
    await until(page, (name) => window.spindrift.app.session.opened?.name === name, name);
    await page.waitForFunction((time) => window.spindrift.app.session.frame?.time >= time, kSeconds[name] ?? kUsual, { timeout: kWait });
  } catch {
    console.log(`${name}: slow`);
  }
  await page.evaluate(() => window.spindrift.app.session.send({ do: "pause" }));
  const data = await page.evaluate(async () => {
    const { app } = window.spindrift;
    app.painter.draw(app.look);
    const from = app.painter.canvas;
    const small = new OffscreenCanvas(320, 200);
    const { size, dimension, smoke } = app.session.opened;
    // Fills the picture with the scene's lower middle, where water is; with the very middle of smoke, or with all of a channel.
    const is_channel = dimension === 2 && size[0] > 3 * size[1];
    const scale = from.width / from.clientWidth;
    const camera = app.painter.flat.camera;
    const height = dimension === 2 ? Math.min(size[1] * camera.scale * scale, from.height) : 0.8 * from.height;
    const width = Math.min(dimension === 2 ? size[0] * camera.scale * scale : from.width, from.width);
    const fit = is_channel ? width / 320 : Math.min(width / 320, height / 200);
    small.getContext("2d").drawImage(from, (from.width - 320 * fit) / 2, smoke || is_channel ? (from.height - 200 * fit) / 2 : (from.height + height) / 2 - 200 * fit, 320 * fit, 200 * fit, 0, 0, 320, 200);
    const blob = await small.convertToBlob({ type: "image/jpeg", quality: 0.78 });
    return [...new Uint8Array(await blob.arrayBuffer())];
  });
  writeFileSync(`${folder}${name}.jpg`, Buffer.from(data));
  console.log(`${name}: ${data.length} bytes`);
}
await browser.close();
server.close();
