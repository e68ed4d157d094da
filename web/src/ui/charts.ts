// Live charts: energy, volume, and where the time of a step goes. Their history is the page's own.

import type { App } from "../app";
import type { Stats } from "../core/messages";
import { h, short } from "./dom";

interface Series {
  name: string;
  color: string; // a variable of style.css
  value: (stats: Stats) => number | undefined;
}

const kLength = 360; // points kept

class Chart {
  readonly element: HTMLElement;
  private canvas = h("canvas");
  private points: { time: number; values: (number | undefined)[] }[] = [];
  private now: HTMLElement[];

  /** `least`: what fills the height at least, so that noise looks as small as it is. */
  constructor(title: string, private unit: string, private least: number, private series: Series[]) {
    this.now = series.map(() => h("output"));
    const legend = series.map(({ name, color }, index) => h("span", { style: `--color: var(${color})` }, name, " ", this.now[index]));
    this.element = h("figure", { class: "chart" }, h("figcaption", {}, h("h3", {}, title), h("div", { class: "legend" }, ...legend)), this.canvas);
  }

  clear(): void {
    this.points = [];
  }

  take(stats: Stats): void {
    const last = this.points.at(-1);
    if (last && stats.time < last.time) this.points = []; // reset or undone
    this.points.push({ time: stats.time, values: this.series.map(({ value }) => value(stats)) });
    if (this.points.length > kLength) this.points.shift();
  }

  draw(): void {
    const last = this.points.at(-1);
    for (const [index, output] of this.now.entries()) output.textContent = last?.values[index] === undefined ? "" : `${short(last.values[index], 3)} ${this.unit}`;
    const [width, height] = [this.canvas.clientWidth, this.canvas.clientHeight];
    const context = this.canvas.getContext("2d");
    if (!width || !context) return;
    this.canvas.width = width * devicePixelRatio;
    this.canvas.height = height * devicePixelRatio;
    context.scale(devicePixelRatio, devicePixelRatio);
    const numbers = this.points.flatMap(({ values }) => values).filter((value): value is number => value !== undefined);
    if (this.points.length < 2 || !numbers.length) return;
    let [low, high] = [Math.min(0, ...numbers), Math.max(0, ...numbers)];
    if (high - low < this.least) high = low + this.least;
    const style = getComputedStyle(this.element);
    const [first, end] = [this.points[0]!.time, this.points.at(-1)!.time];
    const x = (time: number) => ((time - first) / Math.max(end - first, 1e-9)) * width;
    const y = (value: number) => 3 + (1 - (value - low) / (high - low)) * (height - 6);
    context.strokeStyle = style.getPropertyValue("--line");
    context.beginPath();
    context.moveTo(0, y(0));
    context.lineTo(width, y(0));
    context.stroke();
    context.fillStyle = style.getPropertyValue("--faint");
    context.font = "10px system-ui, sans-serif";
    context.fillText(`${short(high, 2)} ${this.unit}`, 4, 12);
    context.fillText(`${short(end - first, 2)} s`, width - context.measureText(`${short(end - first, 2)} s`).width - 4, height - 5);
    context.lineWidth = 1.6;
    context.lineJoin = "round";
    for (const [index, { color }] of this.series.entries()) {
      context.strokeStyle = style.getPropertyValue(color);
      context.beginPath();
      for (const { time, values } of this.points) if (values[index] !== undefined) context.lineTo(x(time), y(values[index]!));
      context.stroke();
    }
  }
}

const sum = (a?: number, b?: number) => (a === undefined && b === undefined ? undefined : (a ?? 0) + (b ?? 0));

export function charts_panel(app: App): HTMLElement {
  const energy = new Chart("Energy", "J", 1e-12, [
    { name: "kinetic", color: "--chart-1", value: (stats) => stats.kinetic_energy },
    { name: "potential", color: "--chart-2", value: (stats) => stats.potential_energy },
    { name: "sum", color: "--chart-3", value: (stats) => sum(stats.kinetic_energy, stats.potential_energy) },
  ]);
  const volume = new Chart("Volume", "%", 0.01, [
    { name: "drift", color: "--chart-1", value: (stats) => (stats.volume_drift ?? stats.smoke_drift) === undefined ? undefined : 100 * (stats.volume_drift ?? stats.smoke_drift)! },
  ]);
  const solver = new Chart("Pressure solver", "", 5, [{ name: "iterations", color: "--chart-2", value: (stats) => stats.pressure_iterations }]);
  const charts = [energy, volume, solver];
  const bars = h("ol", { class: "bars" });
  const shares = new Map<string, number>(); // of each stage, smoothed

  app.session.on("opened", () => {
    for (const chart of charts) chart.clear();
    shares.clear();
    bars.replaceChildren();
  });
  app.session.on("stats", (stats) => {
    for (const chart of charts) chart.take(stats);
    const kMemory = 0.9;
    const whole = Object.values(stats.stage_seconds ?? {}).reduce((total, seconds) => total + seconds, 0);
    if (whole > 0)
      for (const [stage, seconds] of Object.entries(stats.stage_seconds!)) shares.set(stage, kMemory * (shares.get(stage) ?? seconds / whole) + (1 - kMemory) * (seconds / whole));
  });
  const element = h("div", { class: "fields" }, ...charts.map((chart) => chart.element), h("section", {}, h("h3", {}, "Time of a step, by stage"), bars));
  setInterval(() => {
    if (!element.isConnected || element.offsetParent === null) return;
    for (const chart of charts) chart.draw();
    const longest = [...shares].sort((a, b) => b[1] - a[1]).slice(0, 9);
    bars.replaceChildren(...longest.map(([stage, share]) =>
      h("li", { style: `--share: ${(share / longest[0]![1]) * 100}%` }, h("span", {}, stage), h("output", {}, `${Math.round(100 * share)} %`))));
  }, 200);
  return element;
}
