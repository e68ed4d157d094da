// `?bench`: how fast the core is in this browser, in a table that fills: every case with one thread, and again with as many as the
// page can have. The figures are also there as JSON, on the page and in `window.bench`.

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

/** The native time, typed in by whoever has run the command, and how many times it the tab takes. */
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
    h("p", {}, "Time that passes while steps are computed in a worker; nothing is drawn. The native program measures the same steps with these commands; their ", h("code", {}, "milliseconds_per_step"), " goes into the table:"),
    h("pre", {}, cases.map(command).join("\n")),
    h("details", {}, h("summary", {}, "The figures as JSON"), json),
    h("p", {}, h("a", { href: "./" }, "To the water")));

  const results: Result[] = [];
  const tell = (done: boolean, error?: string) => {
    window.bench = { done, error, results };
    json.textContent = JSON.stringify(window.bench, null, 1);
  };
  tell(false);
  try {
    const take_all = async (threads: number | undefined): Promise<number> => {
      const bench = new Bench(threads);
      const count = await bench.threads();
      // Without threads of its own the second core is the first one again.
      for (const one of threads === 1 || count > 1 ? cases : []) await take(bench, one, count);
      bench.end();
      return count;
    };
    const take = async (bench: Bench, one: Case, threads: number) => {
      state.textContent = `${one.label}, ${threads === 1 ? "one thread" : `${threads} threads`}…`;
      const result = await bench.run(one);
      results.push(result);
      body.append(row_of(result));
      tell(false);
    };
    await take_all(1);
    const threads = most_threads === 1 ? 1 : await take_all(most_threads);
    state.textContent = threads > 1 || most_threads === 1 ? "Done." : "Done. There are no threads here: the page is not isolated, or the core with threads was not built.";
    tell(true);
  } catch (error) {
    state.textContent = `It cannot be measured here: ${(error as Error).message}`;
    tell(true, (error as Error).message);
  }
}
