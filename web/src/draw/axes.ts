// Axes in metres along the domain's edges. Their lines and numbers are drawn by a 2D context and laid over the picture, so that
// saved pictures and clips have them too.

import { draw_whole_screen, type GL, kWholeScreen, Program } from "./gl";
import type { Palette } from "./look";

/** An axis on the screen: CSS pixels of its ends, and the way from it on which its numbers stand. */
export interface Axis {
  from: [number, number];
  to: [number, number];
  length: number; // m
  away: [number, number];
}

const kCopy = `
in vec2 uv;
out vec4 color;
uniform sampler2D sheet;
void main() { color = texture(sheet, vec2(uv.x, 1.0 - uv.y)); }`;

const kApart = 56; // CSS pixels between numbers, at least
const kCrowded = 24; // between those of two axes

/** 1, 2 or 5 times a power of ten: the smallest that is not below `least`. */
export function tick_step(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  return power * ([1, 2, 5].find((digit) => digit * power >= least * (1 - 1e-9)) ?? 10);
}

export class AxisPainter {
  private program: Program;
  private texture: WebGLTexture;
  private sheet = document.createElement("canvas");
  private drawn = ""; // what is on the sheet

  constructor(private gl: GL) {
    this.program = new Program(gl, kWholeScreen, kCopy);
    this.texture = gl.createTexture()!;
  }

  draw(axes: Axis[], [width, height]: [number, number], pixels: number, palette: Palette): void {
    const { gl } = this;
    const wanted = JSON.stringify([axes, width, height, palette.ink]);
    gl.activeTexture(gl.TEXTURE0);
    gl.bindTexture(gl.TEXTURE_2D, this.texture);
    if (wanted !== this.drawn) {
      this.drawn = wanted;
      Object.assign(this.sheet, { width, height });
      this.fill(this.sheet.getContext("2d")!, axes, pixels, palette);
      gl.pixelStorei(gl.UNPACK_PREMULTIPLY_ALPHA_WEBGL, true);
      gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA8, gl.RGBA, gl.UNSIGNED_BYTE, this.sheet);
      gl.pixelStorei(gl.UNPACK_PREMULTIPLY_ALPHA_WEBGL, false);
      for (const filter of [gl.TEXTURE_MIN_FILTER, gl.TEXTURE_MAG_FILTER]) gl.texParameteri(gl.TEXTURE_2D, filter, gl.LINEAR);
      for (const wrap of [gl.TEXTURE_WRAP_S, gl.TEXTURE_WRAP_T]) gl.texParameteri(gl.TEXTURE_2D, wrap, gl.CLAMP_TO_EDGE);
    }
    gl.disable(gl.DEPTH_TEST);
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    this.program.use().texture("sheet", 0, this.texture);
    draw_whole_screen(gl);
  }

  private fill(context: CanvasRenderingContext2D, axes: Axis[], pixels: number, palette: Palette): void {
    const ink = (alpha: number) => `rgb(${palette.ink.map((part) => Math.round(255 * part)).join(" ")} / ${alpha})`;
    context.scale(pixels, pixels);
    context.font = "11px ui-sans-serif, system-ui, sans-serif";
    context.textBaseline = "middle";
    const written: [number, number][] = []; // where numbers stand: two axes share a corner
    for (const { from, to, length, away } of axes) {
      const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
      const step = tick_step((kApart * length) / Math.max(Math.hypot(dx, dy), 1));
      const digits = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
      context.textAlign = away[0] < -0.4 ? "right" : away[0] > 0.4 ? "left" : "center";
      context.strokeStyle = ink(0.45);
      context.fillStyle = ink(0.75);
      context.beginPath();
      context.moveTo(...from);
      context.lineTo(...to);
      const last = Math.floor(length / step + 1e-6);
      for (let number = 0; number <= last; ++number) {
        const share = (number * step) / length;
        const [x, y] = [from[0] + share * dx, from[1] + share * dy];
        context.moveTo(x, y);
        context.lineTo(x + 5 * away[0], y + 5 * away[1]);
        const place: [number, number] = [x + 9 * away[0], y + (Math.abs(away[0]) > 0.4 ? 9 : 13) * away[1]];
        if (written.some((other) => Math.hypot(other[0] - place[0], other[1] - place[1]) < kCrowded)) continue;
        const text = (number * step).toFixed(digits);
        context.fillText(number === last ? `${text} m` : text, ...place);
        written.push(place);
      }
      context.stroke();
    }
  }
}
