// 2D water as a body with a surface, by the method of docs/rendering.md, which the program shares (src/picture/
// liquid_surface.cpp). Also particles as dots.
//
// 1. Each particle is spread over a bell: sums of weight, of offset and of tint, on a grid over the domain.
// 2. From share and mean offset of the liquid follows a level; its zero is the surface.
// 3. A small map of the domain, blurred near and far, says how deep a place lies.

import type { Pose } from "../core/frame";
import type { Camera2D } from "./camera_2d";
import { draw_whole_screen, type GL, kWholeScreen, Program, Target } from "./gl";
import { kParticle, kTintColor, type Particles, Tint } from "./particles";
import type { Tinting } from "./picture";
import type { SolidPainter2D } from "./solids_2d";

export interface Water2D extends Tinting {
  camera: Camera2D;
  size: number[];
  cell_size: number;
  per_cell: number; // particles in a full cell
  periodic: [boolean, boolean];
}

const kDeviation = 1.2; // of the bell, in particle spacings; all lengths of the level are
const kSplineVariance = 0.25; // of the quadratic B-spline from nodes to pixels
const kSpotVariance = kDeviation ** 2 - kSplineVariance;
const kReach = 3 * kDeviation;
const kMostNodes = 2048; // along the domain; with more particles the bell is wider
const kDepthTexels = 48; // along the shorter side of the domain
const kMostDepthTexels = 512;
const kBlurs = [0.03, 0.13]; // deviation, in the shorter side of the domain
const kNearDepth = 0.35; // share of the near blur in the depth
const kRimPixels = 2.4;

const glsl = (value: number) => value.toFixed(9);

const kSpotVertex = `
${kParticle}
uniform vec4 to_clip;
uniform float point_size;
out vec3 tint;
void main() {
  tint = particle_tint();
  gl_Position = vec4(particle_place().xy * to_clip.xy + to_clip.zw, 0.0, 1.0);
  gl_PointSize = point_size;
}`;

const kSpotFragment = `
in vec3 tint;
layout(location = 0) out vec4 place_sum;
layout(location = 1) out vec4 tint_sum;
uniform float liquid;   // of a particle: squares of the unit
void main() {
  vec2 at = (gl_PointCoord * 2.0 - 1.0) * ${glsl(kReach)};
  float square = dot(at, at);
  if (square > ${glsl(kReach * kReach)}) discard;
  float weight = liquid * exp(square * ${glsl(-0.5 / kSpotVariance)}) * ${glsl(1 / (2 * Math.PI * kSpotVariance))};
  place_sum = vec4(-at.x, at.y, 0.0, 1.0) * weight;
  tint_sum = vec4(tint, 1.0) * weight;
}`;

const kDotFragment = `
in vec3 tint;
out vec4 color;
uniform vec3 shallow;
${kTintColor}
void main() {
  vec2 at = gl_PointCoord * 2.0 - 1.0;
  float radius = length(at);
  float inside = 1.0 - smoothstep(1.0 - 1.5 * fwidth(radius), 1.0, radius);
  if (inside <= 0.0) discard;
  color = vec4(color_of_tint(tint, shallow, 1.0) * inside, inside);
}`;

// The level at a place. Walls mirror the liquid, periodic sides continue it.
const kLevel = `
uniform sampler2D places, tints, solids;
uniform vec2 size;
uniform vec2 periodic;  // 1 where it is
uniform float unit;     // m

vec2 on_grid(vec2 place) {
  vec2 margin = vec2(${glsl(kReach)} * unit);
  return (place + margin) / (size + 2.0 * margin);
}

// The sums at a place, by a quadratic B-spline between nodes; their offsets count from the place.
vec4 spline(vec2 place) {
  ivec2 count = textureSize(places, 0);
  vec2 node = (size / unit + ${glsl(2 * kReach)}) / vec2(count);
  vec2 at = on_grid(place) * vec2(count) - 0.5, nearest = floor(at + 0.5), apart = at - nearest;
  vec2 weights[3] = vec2[3](0.5 * (0.5 - apart) * (0.5 - apart), 0.75 - apart * apart, 0.5 * (0.5 + apart) * (0.5 + apart));
  vec4 sum = vec4(0.0);
  for (int j = 0; j < 3; ++j)
    for (int i = 0; i < 3; ++i) {
      vec4 one = texelFetch(places, clamp(ivec2(nearest) + ivec2(i - 1, j - 1), ivec2(0), count - 1), 0);
      one.xy += one.a * (vec2(i - 1, j - 1) - apart) * node;
      sum += weights[i].x * weights[j].y * one;
    }
  return sum;
}

// With the images at the domain's sides.
vec4 with_images(vec2 place) {
  vec2 high = step(0.5 * size, place);
  vec2 other = mix(2.0 * size * high - place, place + size * (1.0 - 2.0 * high), periodic), turn = 2.0 * periodic - 1.0;
  bvec2 is_near = lessThan(min(place, size - place), vec2(${glsl(kReach)} * unit));
  vec4 sum = spline(place);
  if (is_near.x) sum += spline(vec2(other.x, place.y)) * vec4(turn.x, 1.0, 1.0, 1.0);
  if (is_near.y) sum += spline(vec2(place.x, other.y)) * vec4(1.0, turn.y, 1.0, 1.0);
  if (is_near.x && is_near.y) sum += spline(other) * vec4(turn, 1.0, 1.0);
  return sum;
}

// Share of the space around a place that is solid.
float solid_around(vec2 place) { return texture(solids, on_grid(place)).a; }

float level_at(vec2 place) {
  if (texture(places, on_grid(place)).a < 1e-3) return -4.0;  // air, and no surface near
  vec4 sum = with_images(place);
  float solid = solid_around(place);
  float share = sum.a / max(1.0 - solid, 0.25);
  float offset = length(sum.xy) / sum.a * max(1.0 - 2.0 * solid, 0.0);
${(() => {
  const single = Math.sqrt(1 / Math.PI);
  const plane = Math.sqrt(2 / Math.PI) * kDeviation * (1 + 0.5 / (24 * kDeviation ** 2));
  const peak = 1 / (2 * Math.PI * kDeviation ** 2);
  const single_share = Math.min(0.2, peak * Math.exp((-0.5 * single ** 2) / kDeviation ** 2));
  return `
  float body = mix(${glsl(single)}, ${glsl(plane)}, clamp((share - ${glsl(single_share)}) / ${glsl(0.3 - single_share)}, 0.0, 1.0));
  body += 3.0 * max(share - 0.65, 0.0) - offset;
  float away = ${glsl(kDeviation)} * sqrt(2.0 * log(${glsl(peak)} / clamp(share, 1e-4, ${glsl(peak)})));
  float alone = ${glsl(single)} - away + 100.0 * max(share - ${glsl(peak)}, 0.0);`;
})()}
  return min(body, alone);
}`;

// Shares of a texel of the map: liquid, and open.
const kCover = `
in vec2 uv;
out vec4 color;
uniform vec2 texel;   // m
${kLevel}
void main() {
  float liquid = 0.0;
  for (int j = -1; j <= 1; ++j)
    for (int i = -1; i <= 1; ++i) liquid += level_at(uv * size + vec2(i, j) / 3.0 * texel) > 0.0 ? 1.0 / 9.0 : 0.0;
  float open = max(1.0 - solid_around(uv * size), 0.001);
  color = vec4(open * liquid, open, open * liquid, open);
}`;

const kBlur = `
in vec2 uv;
out vec4 color;
uniform sampler2D map;
uniform ivec2 along;
uniform vec2 deviation;  // texels: near and far
uniform int wraps;
void main() {
  ivec2 here = ivec2(gl_FragCoord.xy), count = textureSize(map, 0);
  int last = along.x * count.x + along.y * count.y;
  int reach = int(ceil(2.5 * deviation.y));
  vec4 sum = vec4(0.0);
  vec2 total = vec2(0.0);
  for (int k = -reach; k <= reach; ++k) {
    int i = along.x * here.x + along.y * here.y + k, period = wraps == 1 ? last : 2 * last;
    i = (i + 4 * period) % period;
    if (i >= last) i = 2 * last - 1 - i;
    vec2 tap = exp(-0.5 * float(k * k) / (deviation * deviation));
    if (float(abs(k)) > ceil(2.5 * deviation.x)) tap.x = 0.0;
    sum += texelFetch(map, here + along * (i - (along.x * here.x + along.y * here.y)), 0) * tap.xxyy;
    total += tap;
  }
  color = sum / total.xxyy;
}`;

const kShade = `
in vec2 uv;
out vec4 color;
uniform sampler2D depths;
uniform vec4 to_clip;
uniform vec3 shallow, deep, rim_color;
uniform float rim_width;    // pixels
uniform float least_slope;  // of the level, to a pixel
${kLevel}
${kTintColor}

vec3 body(vec3 tint, float depth) {
  if (tint_mode == ${Tint.Value}) return color_of_tint(tint, shallow, 1.0);
  vec3 water = mix(shallow, deep, depth);
  if (tint_mode == ${Tint.Own}) return mix(water, tint * mix(1.0, 0.7, depth), clamp((distance(tint, plain) - 0.03) / 0.27, 0.0, 1.0));
  if (tint_mode != ${Tint.Whitened}) return water;
  float white = clamp(min(tint.r, tint.g) / 0.8, 0.0, 1.0);
  return mix(water, kFoam, 0.7 * clamp((white - 0.35) / 0.65, 0.0, 1.0) * (1.0 - depth) * (1.0 - depth));
}

void main() {
  vec2 place = (uv * 2.0 - 1.0 - to_clip.zw) / to_clip.xy;
  vec2 within = clamp(place, vec2(0.0), size);
  float level = level_at(within);
  vec2 slope = vec2(dFdx(level), dFdy(level));
  float steepness = max(length(slope), least_slope);
  if (any(notEqual(place, within)) || level <= -1.0) discard;
  float inside = level / steepness;
  bool is_deep = level >= 1.3;
  float cover = is_deep ? 1.0 : clamp(inside + 0.5, 0.0, 1.0);
  if (cover == 0.0) discard;
  float up = clamp(-slope.y / steepness, 0.0, 1.0);
  float rim = is_deep ? 0.0 : (1.0 - smoothstep(0.3 * rim_width, rim_width, inside)) * (0.35 + 0.5 * up);

  vec4 around = texture(depths, place / size);
  vec2 share = around.xz / around.yw;
  float depth = ${glsl(kNearDepth)} * smoothstep(0.5, 1.0, share.x) + ${glsl(1 - kNearDepth)} * smoothstep(0.3, 1.0, share.y);
  vec4 sum = texture(tints, on_grid(place));
  vec3 lit = body(sum.rgb / max(sum.a, 1e-12), depth);
  if (tint_mode != ${Tint.Value}) lit = mix(lit, rim_color, rim);
  color = vec4(lit * cover, cover);
}`;

export class WaterPainter2D {
  private spots: Program;
  private dots: Program;
  private cover: Program;
  private blur: Program;
  private shade: Program;
  private places: Target;
  private tints: Target;
  private masks: [Target, Target];
  private maps: [Target, Target];

  constructor(private gl: GL) {
    this.spots = new Program(gl, kSpotVertex, kSpotFragment);
    this.dots = new Program(gl, kSpotVertex, kDotFragment);
    this.cover = new Program(gl, kWholeScreen, kCover);
    this.blur = new Program(gl, kWholeScreen, kBlur);
    this.shade = new Program(gl, kWholeScreen, kShade);
    this.places = new Target(gl, gl.RGBA16F, { smooth: true });
    this.tints = new Target(gl, gl.RGBA16F, { smooth: true });
    this.masks = [new Target(gl, gl.RGBA8, { smooth: true, stencil: true }), new Target(gl, gl.RGBA8)];
    this.maps = [new Target(gl, gl.RGBA16F, { smooth: true }), new Target(gl, gl.RGBA16F, { smooth: true })];
  }

  /** Makes the field and the depth map; to be called before anything is drawn on the screen. */
  prepare(particles: Particles, water: Water2D, solids: SolidPainter2D, poses: Pose[]): void {
    const { gl } = this;
    const [width, height] = [water.size[0]!, water.size[1]!];
    const spacing = water.cell_size / Math.sqrt(water.per_cell), unit = this.unit_of(water);
    const margin = kReach * unit;
    const [full_width, full_height] = [width + 2 * margin, height + 2 * margin];
    const to_clip: [number, number, number, number] = [2 / full_width, 2 / full_height, -width / full_width, -height / full_height];

    for (const target of [...this.masks, this.tints, this.places]) target.resize(full_width / unit, full_height / unit);
    this.masks[0].bind();
    gl.clearColor(0, 0, 0, 0);
    gl.clearStencil(0);
    gl.clear(gl.COLOR_BUFFER_BIT | gl.STENCIL_BUFFER_BIT);
    if (!solids.is_empty) {
      solids.draw(to_clip, poses, { wall: [1, 1, 1], ball: [1, 1, 1] });
      this.blur_both_ways(this.masks, [kDeviation, kDeviation], [false, false]);
    }

    this.places.bind();
    gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT1, gl.TEXTURE_2D, this.tints.texture, 0);
    gl.drawBuffers([gl.COLOR_ATTACHMENT0, gl.COLOR_ATTACHMENT1]);
    gl.clear(gl.COLOR_BUFFER_BIT);
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.ONE, gl.ONE);
    this.spots.use().set("to_clip", ...to_clip).set("point_size", 2 * kReach * (this.places.width * unit / full_width)).set("liquid", (spacing / unit) ** 2);
    particles.draw(this.spots, water.tint, water.range);
    gl.disable(gl.BLEND);

    const texel = Math.max(Math.min(width, height) / kDepthTexels, Math.max(width, height) / kMostDepthTexels);
    const deviations = kBlurs.map((blur) => Math.max((blur * Math.min(width, height)) / texel, 1e-3));
    for (const map of this.maps) map.resize(width / texel, height / texel);
    this.maps[0].bind();
    this.set_level(this.cover.use(), water).set("texel", width / this.maps[0].width, height / this.maps[0].height);
    draw_whole_screen(gl);
    this.blur_both_ways(this.maps, deviations, water.periodic);
  }

  /** From the first of two targets to the second and back. Deviations of red and green, and of blue and alpha, in texels. */
  private blur_both_ways(maps: [Target, Target], deviations: number[], wraps: [boolean, boolean]): void {
    for (const axis of [0, 1] as const) {
      maps[1 - axis]!.bind();
      this.blur.use().texture("map", 0, maps[axis].texture).integers("along", 1 - axis, axis).integer("wraps", wraps[axis] ? 1 : 0);
      this.blur.set("deviation", deviations[0]!, deviations[1]!);
      draw_whole_screen(this.gl);
    }
  }

  draw(water: Water2D, pixels: number): void {
    const { gl } = this;
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    this.set_level(this.shade.use(), water).texture("map", 3, water.map).texture("depths", 4, this.maps[0].texture);
    this.shade.set("to_clip", ...water.camera.to_clip).set("shallow", ...water.palette.shallow).set("deep", ...water.palette.deep);
    this.shade.integer("tint_mode", water.tint).set("plain", ...water.plain).set("rim_width", kRimPixels * pixels).set("rim_color", ...water.palette.rim);
    this.shade.set("least_slope", 0.3 / (water.camera.scale * pixels * this.unit_of(water)));
    draw_whole_screen(gl);
  }

  /** Particles' distance in metres, or that of the nodes where these are further apart. */
  private unit_of({ size, cell_size, per_cell }: Water2D): number {
    return Math.max(cell_size / Math.sqrt(per_cell), Math.max(size[0]!, size[1]!) / kMostNodes);
  }

  private set_level(program: Program, water: Water2D): Program {
    program.texture("places", 0, this.places.texture).texture("tints", 1, this.tints.texture).texture("solids", 2, this.masks[0].texture);
    return program.set("size", water.size[0]!, water.size[1]!).set("periodic", ...water.periodic.map(Number)).set("unit", this.unit_of(water));
  }

  draw_dots(particles: Particles, water: Water2D, radius: number, pixels: number): void {
    const { gl } = this;
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    this.dots.use().texture("map", 1, water.map).set("to_clip", ...water.camera.to_clip).set("plain", ...water.plain);
    this.dots.set("shallow", ...water.palette.shallow.map((part, i) => 0.45 * part + 0.55 * water.palette.deep[i]!));
    this.dots.set("point_size", Math.max(2 * radius * water.camera.scale * pixels, 1.5));
    particles.draw(this.dots, water.tint, water.range);
  }
}
