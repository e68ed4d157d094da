// `?bench`: the speed of the core in this browser as a table: every case with one thread, and again with all threads of the page.
// The figures are also JSON, on the page and in `window.bench`.

import "./bench.css";
import { threads_of_address } from "../core/core";
import { h } from "../ui/dom";
import { apply_theme } from "../ui/theme";
import { type Case, command, kCases } from "./cases";
import { Bench, type Result } from "./measure";

declare global {
  interface Window {
    bench?: { done: boolean; error?: string; results: Result[] };
  }
}

const two_digits = (number: number) => number.toLocaleString("en", { maximumFractionDigits: 2, minimumFractionDigits: 2 });

/** An input for the native time, and the ratio of the tab's time to it. */
function beside_native({ label, ms_per_step }: Result): [HTMLElement, HTMLElement] {
  const ratio = h("output", {}, "–");
  const input = h("input", { type: "number", min: 0, step: "any", placeholder: "ms", "aria-label": `Native ms per step: ${label}` });
  input.oninput = () => (ratio.textContent = input.valueAsNumber > 0 ? `${two_digits(ms_per_step / input.valueAsNumber)} ×` : "–");
  return [input, ratio];
}

function row_of(result: Result): HTMLElement {
  const cells = [result.label, result.particles.toLocaleString("en"), String(result.threads), two_digits(result.ms_per_step), result.steps_per_second.toFixed(1)];
  const compared = result.threads === 1 ? beside_native(result) : ["", ""];
  return h("tr", { "data-case": result.name }, ...[...cells, ...compared].map((cell) => h("td", {}, cell)));
}

export async function show_bench(root: HTMLElement): Promise<void> {
  apply_theme({ dark: true });
  const words = new URLSearchParams(location.search);
  const wanted = words.get("bench");
  const cases = kCases.filter(({ name }) => !wanted || wanted.split(",").includes(name));
  const most_threads = threads_of_address();
  const body = h("tbody");
  const state = h("p", { class: "state", role: "status" }, "Loading the core…");
  const json = h("pre", { id: "bench-json" });
  const heads = ["case", "particles", "threads", "ms per step", "steps per second", "native ms", "tab / native"];
  root.classList.add("bench");
  root.append(
    h("h1", {}, "Spindrift in this browser"), state,
    h("div", { class: "wide" }, h("table", {}, h("thead", {}, h("tr", {}, ...heads.map((text) => h("th", { scope: "col" }, text)))), body)),
    h("p", {}, "Wall time of steps in a worker; nothing is drawn. These commands measure the same steps in the native program; enter their ", h("code", {}, "milliseconds_per_step"), " in the table:"),
    h("pre", {}, cases.map(command).join("\n")),
    h("details", {}, h("summary", {}, "The figures as JSON"), json),
    h("p", {}, h("a", { href: "./" }, "Back to the simulation")));

  const results: Result[] = [];
  const report = (done: boolean, error?: string) => {
    window.bench = { done, error, results };
    json.textContent = JSON.stringify(window.bench, null, 1);
  };
  report(false);
  try {
    const take_all = async (threads: number | undefined): Promise<number> => {
      const bench = new Bench(threads);
      const count = await bench.threads();
      // Without threads a second core would repeat the first.
      for (const one of threads === 1 || count > 1 ? cases : []) await take(bench, one, count);
      bench.end();
      return count;
    };
    const take = async (bench: Bench, one: Case, threads: number) => {
      state.textContent = `${one.label}, ${threads === 1 ? "one thread" : `${threads} threads`}…`;
      const result = await bench.run(one);
      results.push(result);
      body.append(row_of(result));
      report(false);
    };
    await take_all(1);
    const threads = most_threads === 1 ? 1 : await take_all(most_threads);
    state.textContent = threads > 1 || most_threads === 1 ? "Done." : "Done. Only one thread is available: the page is not isolated, or the core with threads was not built.";
    report(true);
  } catch (error) {
    state.textContent = `Measuring failed: ${(error as Error).message}`;
    report(true, (error as Error).message);
  }
}
