// The page's own figures beside the program's: opens `?bench` in Chromium for each case and runs the command that it names, in turn,
// and prints the best of each.
//   npm run bench [-- --rounds N] [-- --json]
// A busy machine spoils what the clock says. So the time of the tab is also taken as Linux counts it: processor time of its worker.
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { browser_path, launch, open_page } from "./browser.mjs";
import { load } from "./load.mjs";
import { program } from "./program.mjs";
import { serve } from "./serve.mjs";

const kTick = 10; // ms: the unit of /proc's times
const at = process.argv.indexOf("--rounds");
const rounds = at < 0 ? 3 : Number(process.argv[at + 1]);
const { kCases } = await load("/src/bench/cases.ts");

const names_in = (folder) => {
  try {
    return readdirSync(folder);
  } catch {
    return []; // it has ended meanwhile
  }
};

/** Milliseconds of processor that each worker's thread of a browser has had so far. */
function worker_times() {
  const times = new Map();
  for (const process of names_in("/proc").filter((name) => /^\d+$/.test(name)))
    for (const thread of names_in(`/proc/${process}/task`)) {
      let text = "";
      try {
        text = readFileSync(`/proc/${process}/task/${thread}/stat`, "utf8");
      } catch {
        continue;
      }
      const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
      if (text.includes("(DedicatedWorker")) times.set(thread, kTick * (Number(fields[11]) + Number(fields[12])));
    }
  return times;
}

/** One case in a tab: what the page says, and the processor's time of a step where it is known. */
async function in_tab(browser, url, { name, steps }) {
  const page = await open_page(browser, "about:blank");
  let before = new Map();
  let processor = 0;
  await page.exposeFunction("bench_clock", (moment) => {
    if (moment === "start") before = worker_times();
    else processor = Math.max(0, ...[...worker_times()].map(([thread, time]) => time - (before.get(thread) ?? 0)));
  });
  await page.goto(`${url}?bench=${name}&threads=1`);
  await page.waitForFunction(() => window.bench?.done, null, { timeout: 600_000 });
  const { error, results } = await page.evaluate(() => window.bench);
  await page.context().close();
  if (error) throw new Error(error);
  return { ...results[0], processor_ms: processor > 0 ? processor / steps : undefined };
}

const in_program = (command) => JSON.parse(execFileSync(program(), command.split(" ").slice(1), { encoding: "utf8" })).milliseconds_per_step;

if (!browser_path() || !program()) throw new Error("Chromium and the built program are needed");
const server = await serve();
const browser = await launch();
const found = new Map(kCases.map(({ name }) => [name, { ms: Infinity, processor_ms: Infinity, native_ms: Infinity }]));
for (let round = 0; round < rounds; ++round)
  for (const one of kCases) {
    const best = found.get(one.name);
    const { particles, ms_per_step, processor_ms, command } = await in_tab(browser, server.url, one);
    best.particles = particles;
    best.ms = Math.min(best.ms, ms_per_step);
    best.processor_ms = Math.min(best.processor_ms, processor_ms ?? ms_per_step);
    best.native_ms = Math.min(best.native_ms, in_program(command));
    best.ratio = best.processor_ms / best.native_ms;
  }
await browser.close();
server.close();
if (process.argv.includes("--json")) console.log(JSON.stringify(Object.fromEntries(found)));
else
  console.table(Object.fromEntries([...found].map(([name, { particles, ms, processor_ms, native_ms, ratio }]) => [name, {
    particles, "ms by the clock": +ms.toFixed(2), "ms of processor": +processor_ms.toFixed(2), "native ms": +native_ms.toFixed(2), "tab / native": +ratio.toFixed(2),
  }])));
