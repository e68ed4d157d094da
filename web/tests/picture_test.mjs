// The program and the page draw 2D liquid by the same method: their pictures of one frame agree.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { launch, open_page, open_scene } from "./browser.mjs";
import { program, view } from "./program.mjs";
import { no_program } from "./setup.mjs";

/** A pool, a drop, a sheet of one particle's width, and single particles. */
const kScene = `title = "Pool, drop and sheet"
[domain]
size = [2.0, 1.0]
resolution = 80
[output]
width = 800
[[liquid]]
shape = "box"
min = [0.0, 0.0]
max = [2.0, 0.4]
[[liquid]]
shape = "sphere"
center = [1.4, 0.7]
radius = 0.12
[[liquid]]
shape = "box"
min = [0.3, 0.55]
max = [0.9, 0.5625]
${[1, 2, 3, 4].map((i) => [0.91 + 0.0637 * i, 0.47 + 0.0212 * i]).map(([x, y]) => `[[liquid]]
shape = "box"
min = [${x}, ${y}]
max = [${x + 0.025}, ${y + 0.025}]
count = 1
`).join("")}`;

describe("pictures of the program and of the page", { skip: no_program }, () => {
  let browser, server, page, picture;
  before(async () => {
    const folder = mkdtempSync(join(tmpdir(), "spindrift-picture-"));
    writeFileSync(join(folder, "scene.toml"), kScene);
    execFileSync(program(), ["run", join(folder, "scene.toml"), "--frames", "1", "--out", join(folder, "out"), "--quiet"]);
    picture = readFileSync(join(folder, "out/frames/frame_0000.png")).toString("base64");
    server = await view(join(folder, "scene.toml"));
    browser = await launch();
    page = await open_page(browser, server.url, { colorScheme: "dark" });
  });
  after(async () => {
    await browser?.close();
    await server?.close();
  });

  test("agree on the liquid, its depth and its surface", async () => {
    await open_scene(page, "picture", kScene);
    const [mean, share] = await page.evaluate(async (png) => {
      const { painter, look } = window.spindrift.app;
      painter.keeps_size = true; // a slow browser would draw fewer pixels
      [painter.canvas.width, painter.canvas.height] = [painter.canvas.clientWidth, painter.canvas.clientHeight];
      painter.draw(look);
      const [x, y, left, bottom] = painter.flat.camera.to_clip;
      const [width, height] = [painter.canvas.width, painter.canvas.height];
      const domain = [((left + 1) / 2) * width, ((1 - bottom - y) / 2) * height, x * width, (y / 2) * height]; // 2 m by 1 m
      const pixels = (source, ...from) => {
        const canvas = new OffscreenCanvas(800, 400).getContext("2d");
        canvas.drawImage(source, ...from, 0, 0, 800, 400);
        return canvas.getImageData(0, 0, 800, 400).data;
      };
      const own = pixels(painter.canvas, ...domain);
      const image = new Image();
      image.src = `data:image/png;base64,${png}`;
      await image.decode();
      const other = pixels(image, 0, 0, 800, 400);
      let [sum, count, far] = [0, 0, 0];
      for (let row = 60; row < 395; ++row)
        for (let column = 5; column < 795; ++column)
          for (let part = 0; part < 3; ++part) {
            const at = 4 * (800 * row + column) + part, apart = Math.abs(own[at] - other[at]) / 255;
            sum += apart;
            far += apart > 0.12;
            ++count;
          }
      return [sum / count, far / count];
    }, picture);
    assert.ok(mean < 0.004, `pixels differ by ${mean} on average`);
    assert.ok(share < 0.008, `${share} of the pixels differ by more than 0.12`);
  });
});
