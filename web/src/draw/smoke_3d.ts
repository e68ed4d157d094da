// 3D smoke: a ray through each pixel marches through the cells and gathers smoke, glow, and shadow from above.

import type { FrameArray } from "../core/frame";
import type { Camera3D } from "./camera_3d";
import { numbers_of } from "./cells_2d";
import { draw_whole_screen, type GL, kWholeScreen, NumberTexture, Program } from "./gl";

const kFragment = `
in vec2 uv;
out vec4 color;
uniform sampler3D smoke, heat;
uniform sampler2D map;
uniform int shows;   // 0: smoke as it looks; 1: its amount; 2: its temperature
uniform vec2 range;  // of the colours that stand for an amount or a temperature
uniform vec3 eye, right, up, back, size, smoke_color;
uniform vec2 half_screen;
uniform float ambient, hottest;
float at(sampler3D field, vec3 place) {
  ivec3 cells = textureSize(field, 0);
  vec3 cell = place / size * vec3(cells) - 0.5;
  ivec3 low = ivec3(floor(cell)), last = cells - 1;
  vec3 share = cell - floor(cell);
  float sum = 0.0;
  for (int corner = 0; corner < 8; ++corner) {
    ivec3 step = ivec3(corner & 1, (corner >> 1) & 1, corner >> 2);
    vec3 weight = mix(1.0 - share, share, vec3(step));
    sum += weight.x * weight.y * weight.z * max(texelFetch(field, clamp(low + step, ivec3(0), last), 0).r, 0.0);
  }
  return sum;
}
void main() {
  vec2 screen = (uv * 2.0 - 1.0) * half_screen;
  vec3 way = normalize(right * screen.x + up * screen.y - back);
  vec3 inverse = 1.0 / way, a = -eye * inverse, b = (size - eye) * inverse;
  vec3 low = min(a, b), high = max(a, b);
  float enter = max(max(low.x, max(low.y, low.z)), 0.0), leave = min(high.x, min(high.y, high.z));
  if (leave <= enter) discard;
  const int kSteps = 72;
  float step = (leave - enter) / float(kSteps), longest = max(size.x, max(size.y, size.z));
  float jitter = fract(52.9829 * fract(dot(gl_FragCoord.xy, vec2(0.06711, 0.00584))));
  vec3 light = vec3(0.0);
  float clear = 1.0;
  for (int i = 0; i < kSteps && clear > 0.01; ++i) {
    vec3 place = eye + way * (enter + (float(i) + jitter) * step);
    float amount = at(smoke, place);
    if (shows > 0) {
      float share = clamp(((shows == 1 ? amount : at(heat, place)) - range.x) / max(range.y - range.x, 1e-20), 0.0, 1.0);
      float stop = 1.0 - exp(-22.0 * share * step / longest);
      light += clear * stop * texture(map, vec2(mix(0.002, 0.998, share), 0.5)).rgb;
      clear *= 1.0 - stop;
      continue;
    }
    float hot = clamp((at(heat, place) - ambient) / (hottest - ambient), 0.0, 1.0);
    if (amount < 1e-3 && hot < 1e-2) continue;
    float over = at(smoke, place + longest * vec3(-0.02, 0.05, 0.02)) + at(smoke, place + longest * vec3(-0.04, 0.1, 0.04));
    float stop = 1.0 - exp(-18.0 * (amount + 0.3 * hot) * step / longest);
    vec3 glow = 2.2 * (vec3(1.0, 0.4, 0.08) * hot * hot + vec3(1.0, 0.8, 0.4) * pow(hot, 4.0));
    light += clear * stop * (smoke_color * (0.35 + 0.65 * exp(-0.9 * over)) + glow);
    clear *= 1.0 - stop;
  }
  color = vec4(light, 1.0 - clear);
}`;

export interface ShownQuantity {
  is_heat: boolean; // temperature; else the amount of smoke
  map: WebGLTexture;
  range: [number, number];
}

export class SmokePainter3D {
  private program: Program;
  private smoke: NumberTexture;
  private heat: NumberTexture;

  constructor(private gl: GL) {
    this.program = new Program(gl, kWholeScreen, kFragment);
    this.smoke = new NumberTexture(gl);
    this.heat = new NumberTexture(gl);
  }

  upload(smoke: FrameArray, heat: FrameArray | null, heat_range: (numbers: Float32Array | null) => [number, number]): void {
    this.smoke.upload(numbers_of(smoke), smoke.cells!, 1);
    const numbers = heat && numbers_of(heat);
    this.heat.upload(numbers ?? new Float32Array(1), heat ? heat.cells! : [1, 1, 1], 1);
    this.heat_range = heat_range(numbers);
  }
  private heat_range = [0, 0];

  /** `shown`: a quantity in colours; null: smoke as it looks. */
  draw(camera: Camera3D, size: number[], aspect: number, dark: boolean, shown: ShownQuantity | null): void {
    const { gl } = this;
    const { right, up, back } = camera.axes;
    const [ambient, hottest] = this.heat_range;
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    this.program.use().texture("smoke", 0, this.smoke.texture, gl.TEXTURE_3D).texture("heat", 1, this.heat.texture, gl.TEXTURE_3D);
    this.program.set("eye", ...camera.eye).set("right", ...right).set("up", ...up).set("back", ...back).set("size", ...size);
    this.program.set("half_screen", camera.slope * aspect, camera.slope).set("ambient", ambient!);
    this.program.set("hottest", hottest!);
    this.program.set("smoke_color", ...(dark ? [0.86, 0.91, 0.95] : [0.5, 0.55, 0.6]));
    this.program.integer("shows", shown ? (shown.is_heat ? 2 : 1) : 0).set("range", ...(shown?.range ?? [0, 1]));
    this.program.texture("map", 2, shown?.map ?? null); // its unit must not be one of the volumes'
    draw_whole_screen(gl);
  }
}
