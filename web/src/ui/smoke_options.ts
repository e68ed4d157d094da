// How much smoke is poured, and how hot: as the scene's own source has it, until it is chosen here.

import type { App } from "../app";
import { short, slider, type Slider } from "./dom";

const kMostAmount = 4; // times the scene's own
const kMostHeat = 4; // likewise, of the difference to the surroundings
const kSteps = 100;

/** Two sliders, in order: amount and temperature. */
export function smoke_options(app: App): Slider[] {
  const { session } = app;
  const amount = slider({ label: "Amount", min: 0, max: 1, step: 0.01, value: 1, show: (value) => short(value, 2) }, (value) => (app.smoke.density = value));
  const temperature = slider({ label: "Temperature", min: 0, max: 1, step: 1, value: 0, show: (value) => `${short(value, 3)} K` }, (value) => (app.smoke.temperature = value));
  const limit = (slider: Slider, low: number, high: number, value: number) => {
    Object.assign(slider.input, { min: String(low), max: String(high), step: String((high - low) / kSteps) });
    slider.set(value);
  };
  session.on("opened", ({ poured_density = 1, poured_temperature = 0 }) => {
    const ambient = session.number("gas.ambient_temperature", 300);
    const heat = Math.abs(poured_temperature - ambient) || 0.1 * ambient || 1;
    app.smoke = { density: poured_density, temperature: poured_temperature };
    limit(amount, 0, kMostAmount * (poured_density || 1), poured_density);
    limit(temperature, Math.max(ambient - heat, 0), ambient + kMostHeat * heat, poured_temperature);
  });
  for (const { element } of [amount, temperature]) element.classList.add("smoke-only");
  return [amount, temperature];
}
