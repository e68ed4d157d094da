// Creates elements of the page, and the controls that are used more than once.

type Child = Node | string | null | undefined | false;
type Attributes = Record<string, unknown>;

/** An element: `on...` are listeners, all else attributes; true and false set or omit one. */
export function h<K extends keyof HTMLElementTagNameMap>(tag: K, attributes: Attributes = {}, ...children: Child[]): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value as EventListener);
    else if (typeof value === "boolean") element.toggleAttribute(name, value);
    else if (value !== undefined && value !== null) element.setAttribute(name, String(value));
  }
  element.append(...children.filter((child): child is Node | string => Boolean(child)));
  return element;
}

/** Paths of the icons, in a square of 24, drawn with a line of 1.7. */
const kIcons = {
  play: "M8 5.5v13l10.5-6.5z",
  pause: "M8.5 5.5v13M15.5 5.5v13",
  step: "M6.5 6v12l8.5-6zM18 6v12",
  reset: "M5 12a7 7 0 1 0 2.2-5.1M5 4v4.2h4.2",
  undo: "M9 7 5 11l4 4M5.5 11H14a5 5 0 0 1 0 10h-2",
  hand: "M8 12.5V6.8a1.4 1.4 0 0 1 2.8 0V11V5.2a1.4 1.4 0 0 1 2.8 0V11V6.6a1.4 1.4 0 0 1 2.8 0v5.2-2.2a1.4 1.4 0 0 1 2.6.4v4.4c0 3.6-2.4 6.1-6 6.1-2.8 0-4.3-1.2-5.6-3.4L4.9 13.5a1.4 1.4 0 0 1 2.3-1.5z",
  push: "M3 9c2.5-2.5 4.5-2.5 7 0s4.5 2.5 7 0M3 15c2.5-2.5 4.5-2.5 7 0s4.5 2.5 7 0M18 12h4m-2-2 2 2-2 2",
  pour: "M12 3.5c3.5 4.3 5.5 7.3 5.5 10a5.5 5.5 0 0 1-11 0c0-2.7 2-5.7 5.5-10zM12 11v5M9.5 13.5h5",
  drain: "M12 3.5c3.5 4.3 5.5 7.3 5.5 10a5.5 5.5 0 0 1-11 0c0-2.7 2-5.7 5.5-10zM9.5 13.5h5",
  wall: "M4 6h16v12H4zM4 12h16M10 6v6M15 12v6M7 12v6",
  erase: "M9 19h11M5.2 14.8 14 6a2 2 0 0 1 2.8 0l2.2 2.2a2 2 0 0 1 0 2.8L11 19H8.5l-3.3-3.3a.7.7 0 0 1 0-.9zM10 10l5 5",
  tilt: "M12 4v9m-3.5-3.5L12 13l3.5-3.5M4 19.5 20 17",
  thread: "M3 16c3 0 3-8 6-8s3 8 6 8 3-8 6-8M3 8.5c2 0 3 1 4 2.5M17 13.5c1 1.5 2 2.5 4 2.5",
  look: "M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 9.2a2.8 2.8 0 1 0 0 5.6 2.8 2.8 0 0 0 0-5.6z",
  settings: "M4 7h9M17 7h3M4 12h3M11 12h9M4 17h11M19 17h1M15 5v4M9 10v4M17 15v4",
  chart: "M4 4v16h16M7.5 15l4-5 3 2.5 5-6.5",
  text: "M5 6h14M5 10h9M5 14h12M5 18h7",
  link: "M10 14a4 4 0 0 0 5.7 0l3-3a4 4 0 0 0-5.7-5.7L12 6.3M14 10a4 4 0 0 0-5.7 0l-3 3A4 4 0 0 0 11 18.7l1-1",
  save: "M12 4v10m-4-4 4 4 4-4M5 17v2.5h14V17",
  help: "M9.2 9.2a2.9 2.9 0 1 1 4.3 2.6c-1 .5-1.5 1.1-1.5 2.2M12 17.5v.1M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18z",
  sun: "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M5.3 18.7l1.4-1.4M17.3 6.7l1.4-1.4",
  moon: "M19.5 14.5A8 8 0 0 1 9.5 4.5a8 8 0 1 0 10 10z",
  grid: "M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM13 13h7v7h-7z",
  book: "M4 5.5c3-1.5 5.5-1 8 1 2.5-2 5-2.5 8-1v13c-3-1.5-5.5-1-8 1-2.5-2-5-2.5-8-1zM12 6.5v13",
  wave: "M2.5 14.5c3-5.5 6-5.5 9.5 0s6.5 5.5 9.5 0M6.5 19c1.8-1.5 3.6-1.5 5.5 0s3.7 1.5 5.5 0",
  close: "M6 6l12 12M18 6 6 18",
  panel: "M4 5h16v14H4zM15 5v14",
} as const;
export type IconName = keyof typeof kIcons;

export function icon(name: IconName): SVGSVGElement {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  for (const [key, value] of Object.entries({ viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true" })) svg.setAttribute(key, value);
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  path.setAttribute("d", kIcons[name]);
  svg.append(path);
  return svg;
}

/** A button with an icon; the label is its tooltip and its accessible name. */
export function icon_button(name: IconName, label: string, onclick: () => void, attributes: Attributes = {}): HTMLButtonElement {
  return h("button", { type: "button", class: "icon-button", "aria-label": label, title: label, onclick, ...attributes }, icon(name));
}

export function set_icon(button: HTMLButtonElement, name: IconName, label: string): void {
  button.replaceChildren(icon(name));
  button.setAttribute("aria-label", label);
  button.title = label;
}

export interface CheckBox {
  element: HTMLElement;
  set(value: boolean): void;
  name(label: string): void;
}

export function check_box(label: string, value: boolean, onchange: (value: boolean) => void, hint = ""): CheckBox {
  const input = h("input", { type: "checkbox", onchange: () => onchange(input.checked) });
  input.checked = value;
  const text = h("span", {}, label);
  return { element: h("label", { class: "check", title: hint || undefined }, input, text), set: (to) => (input.checked = to), name: (to) => (text.textContent = to) };
}

export interface Slider {
  element: HTMLElement;
  input: HTMLInputElement;
  set(value: number): void;
}

export function slider(
  options: { label: string; min: number; max: number; step: number; value: number; show?: (value: number) => string; ends?: [string, string]; live?: boolean },
  onchange: (value: number) => void,
): Slider {
  const show = options.show ?? String;
  const output = h("output", {}, show(options.value));
  const input = h("input", { type: "range", min: options.min, max: options.max, step: options.step, "aria-label": options.label });
  input.value = String(options.value);
  input.addEventListener("input", () => {
    output.textContent = show(input.valueAsNumber);
    if (options.live !== false) onchange(input.valueAsNumber);
  });
  if (options.live === false) input.addEventListener("change", () => onchange(input.valueAsNumber));
  const ends = options.ends && h("div", { class: "ends" }, h("span", {}, options.ends[0]), h("span", {}, options.ends[1]));
  return {
    element: h("label", { class: "slider" }, h("span", { class: "name" }, options.label, output), input, ends),
    input,
    set(value) {
      if (document.activeElement === input && input.matches(":active")) return; // it is being dragged
      input.value = String(value);
      output.textContent = show(value);
    },
  };
}

/** A row of choices, one of them selected. */
export function choice<T extends string>(label: string, choices: [T, string][], value: T, onchange: (value: T) => void): { element: HTMLElement; set(value: T): void } {
  const buttons = new Map<T, HTMLButtonElement>();
  const set = (chosen: T) => {
    for (const [name, button] of buttons) button.setAttribute("aria-checked", String(name === chosen));
  };
  for (const [name, text] of choices) {
    const pick = () => {
      set(name);
      onchange(name);
    };
    buttons.set(name, h("button", { type: "button", role: "radio", onclick: pick }, text));
  }
  set(value);
  return { element: h("div", { class: "choice", role: "radiogroup", "aria-label": label }, ...buttons.values()), set };
}

export function select(label: string, choices: [string, string][], value: string, onchange: (value: string) => void): HTMLSelectElement {
  const element = h("select", { "aria-label": label, onchange: () => onchange(element.value) });
  element.append(...choices.map(([name, text]) => h("option", { value: name }, text)));
  element.value = value;
  return element;
}

/** A number with three digits, and with a power of ten only if needed. */
export function short(value: number | undefined, digits = 3): string {
  if (value === undefined || !Number.isFinite(value)) return "–";
  const size = Math.abs(value);
  if (size !== 0 && (size < 1e-3 || size >= 1e6)) return value.toExponential(1).replace(/e\+?(-?\d+)/, (_, power: string) => `·${power_of_ten(Number(power))}`);
  return Number(value.toPrecision(digits)).toLocaleString("en", { maximumFractionDigits: 6 }).replaceAll(",", "\u202f");
}

export const power_of_ten = (power: number) =>
  `10${[...String(power)].map((digit) => (digit === "-" ? "⁻" : "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(digit)])).join("")}`;
