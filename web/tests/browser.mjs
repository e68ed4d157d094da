// Chromium, as Debian has it, and what tests do with a page again and again.
import { existsSync } from "node:fs";
import { chromium } from "playwright-core";

/** Where Chromium is; undefined where there is none, and the tests that need it are left out. */
export const browser_path = () =>
  [process.env.CHROMIUM, ...(process.env.PATH ?? "").split(":").flatMap((folder) => [`${folder}/chromium`, `${folder}/chromium-browser`, `${folder}/google-chrome`])]
    .find((path) => path && existsSync(path));

export const launch = () => chromium.launch({ timeout: kPatience, executablePath: browser_path(), args: ["--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist"] });

const kPatience = 180_000; // ms: a test asserts facts and never a time, also on a machine that has other things to do

/** A page that keeps every complaint of its console. */
export async function open_page(browser, url, { width = 1400, height = 640, ...options } = {}) {
  const context = await browser.newContext({ viewport: { width, height }, acceptDownloads: true, ...options });
  context.setDefaultTimeout(kPatience);
  const page = await context.newPage();
  page.complaints = [];
  page.on("console", (message) => { if (["error", "warning"].includes(message.type()) && !/GPU stall|GL Driver/.test(message.text())) page.complaints.push(message.text()); });
  page.on("pageerror", (error) => page.complaints.push(String(error)));
  await page.goto(url);
  return page;
}

/** Waits until something holds in the page. */
export const until = (page, holds, argument) => page.waitForFunction(holds, argument, { timeout: kPatience, polling: 50 });

/** Opens a scene, paused at its start, and waits for its first frame. */
export async function open_scene(page, name, text) {
  await page.evaluate(([name, text]) => {
    const { app } = window.spindrift;
    app.session.frame = null;
    app.session.open(name, text, false);
  }, [name, text]);
  await until(page, (name) => window.spindrift.app.session.opened?.name === name && window.spindrift.app.session.frame !== null && !window.spindrift.app.session.state.playing, name);
}

/** So many steps, and then the frame of the last of them. */
export async function step(page, count) {
  const start = await page.evaluate((count) => {
    const { session } = window.spindrift.app;
    const from = session.frame.step;
    session.send({ do: "step", count });
    return from;
  }, count);
  await until(page, (goal) => window.spindrift.app.session.frame?.step >= goal, start + count);
}

export const center_of_mass = (page) => page.evaluate(() => window.spindrift.center_of_mass());

/** What an entry of the save menu brings. */
export async function save_as(page, name) {
  await page.getByLabel("Save", { exact: true }).click();
  const [download] = await Promise.all([page.waitForEvent("download"), page.locator("#save-menu").getByText(name, { exact: true }).click()]);
  return download;
}
