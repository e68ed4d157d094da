// 2D water as a smooth surface: each particle adds a soft spot to a field, a level of the field is the surface, and its
// blurred copies give the depth. Also particles as dots.

import type { Camera2D } from "./camera_2d";
import { draw_whole_screen, type GL, kWholeScreen, Program, Target } from "./gl";
import { kParticle, kTintColor, type Particles, Tint } from "./particles";
import type { Tinting } from "./picture";

export interface Water2D extends Tinting {
  camera: Camera2D;
  size: number[];
  cell_size: number;
  per_cell: number; // particles in a full cell
}

const kSpotRadius = 1.25; // cells: wide enough to close the gaps between particles, narrow enough to keep thin sheets
const kFieldShare = 0.5; // of the screen's resolution; the field is smooth

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
out vec4 color;
void main() {
  vec2 at = gl_PointCoord * 2.0 - 1.0;
  float rest = max(1.0 - dot(at, at), 0.0);
  float weight = rest * rest * rest;
  color = vec4(tint * weight, weight);
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

const kShade = `
in vec2 uv;
out vec4 color;
uniform sampler2D field;
uniform vec4 to_clip;
uniform vec2 size;
uniform vec3 shallow, deep, mist;
uniform float per_rest;      // one over the field's value inside of water
uniform float spot, broad;   // radii: of a spot, and of the widest blur (m)
uniform float broad_level;
${kTintColor}

// Particles end at the walls, and so the field fades there: the share of a disk that lies inside of the domain.
float share_inside(vec2 place, float radius) {
  vec2 near = min(place, size - place) / radius;
  vec2 share = smoothstep(-1.0, 1.0, near);
  return max(share.x * share.y, 0.2);
}

// The field around a place, averaged; beside a wall that of the water before it.
float blurred(vec2 place, float radius, float level) {
  vec2 inward = clamp(place, min(vec2(radius), 0.5 * size), max(size - radius, 0.5 * size));
  float before_wall = textureLod(field, (inward * to_clip.xy + to_clip.zw) * 0.5 + 0.5, level).a;
  return max(before_wall, textureLod(field, uv, level).a) * per_rest;
}

void main() {
  vec2 place = (uv * 2.0 - 1.0 - to_clip.zw) / to_clip.xy;
  if (any(lessThan(place, vec2(0.0))) || any(greaterThan(place, size))) discard;
  vec4 sum = texture(field, uv);
  float level = sum.a * per_rest / share_inside(place, spot);
  if (level < 0.02) discard;
  vec3 tint = sum.rgb / sum.a;

  // How far inside: near the surface the blurred field is about one half, in the depth it is one.
  float around = blurred(place, broad, broad_level), nearer = blurred(place, 0.4 * broad, broad_level - 1.4);
  float wide = blurred(place, 3.0 * broad, broad_level + 1.8);
  float depth = 0.3 * smoothstep(0.4, 0.95, nearer) + 0.3 * smoothstep(0.4, 1.0, around) + 0.4 * smoothstep(0.3, 1.0, wide);
  vec3 water = mix(shallow, deep, depth);

  const float kSurface = 0.42;
  float edge = max(fwidth(level), 1e-4);
  float inside = smoothstep(kSurface - edge, kSurface + edge, level);
  // A bright line below the surface, where it looks up.
  vec2 slope = vec2(dFdx(level), dFdy(level));
  float up = -slope.y / max(length(slope), 1e-5);
  float rim = (1.0 - smoothstep(kSurface, kSurface + 0.4, level)) * inside;
  // Particles of every surface are a little thin; foam is what is thin all around.
  if (tint_mode != ${Tint.Value} && tint_mode != ${Tint.Own}) tint.rg *= 1.0 - 0.6 * smoothstep(0.3, 0.62, nearer);
  vec3 lit = color_of_tint(tint, water, mix(1.05, 0.72, depth));
  if (tint_mode != ${Tint.Value}) lit = mix(lit, kFoam, rim * (0.18 + 0.42 * clamp(up, 0.0, 1.0)));

  // What is too thin to be water is spray.
  float spray = 0.8 * smoothstep(0.05, 0.34, level);
  vec3 sprayed = tint_mode == ${Tint.Value} ? lit : mix(mist, lit, dye_of(tint));
  float alpha = max(inside, spray);
  color = vec4(mix(sprayed, lit, inside) * alpha, alpha);
}`;

export class WaterPainter2D {
  private spots: Program;
  private dots: Program;
  private shade: Program;
  private field: Target;

  constructor(private gl: GL) {
    this.spots = new Program(gl, kSpotVertex, kSpotFragment);
    this.dots = new Program(gl, kSpotVertex, kDotFragment);
    this.shade = new Program(gl, kWholeScreen, kShade);
    this.field = new Target(gl, gl.RGBA16F, { smooth: true, mips: true });
  }

  /** Makes the field; to be called before anything is drawn on the screen. */
  prepare(particles: Particles, water: Water2D, width: number, height: number, pixels: number): void {
    const { gl } = this;
    const share = kFieldShare * pixels;
    this.field.resize(width * share, height * share);
    this.field.bind();
    gl.clearColor(0, 0, 0, 0);
    gl.clear(gl.COLOR_BUFFER_BIT);
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.ONE, gl.ONE);
    this.spots.use().set("to_clip", ...water.camera.to_clip);
    this.spots.set("point_size", 2 * kSpotRadius * water.cell_size * water.camera.scale * share);
    particles.draw(this.spots, water.tint, water.range);
    this.field.make_mips();
  }

  draw(water: Water2D, pixels: number): void {
    const { gl } = this;
    const cell = water.cell_size * water.camera.scale * kFieldShare * pixels; // in texels of the field
    const level = Math.max(Math.log2(5 * cell), 1);
    const rest = (water.per_cell * Math.PI * kSpotRadius * kSpotRadius) / 4;
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    this.shade.use().texture("field", 0, this.field.texture).texture("map", 1, water.map);
    this.shade.set("to_clip", ...water.camera.to_clip).set("size", water.size[0]!, water.size[1]!);
    this.shade.set("shallow", ...water.palette.shallow).set("deep", ...water.palette.deep).set("mist", ...water.palette.mist);
    this.shade.set("per_rest", 1 / rest).set("spot", kSpotRadius * 0.8 * water.cell_size);
    this.shade.set("broad", 6 * water.cell_size).set("broad_level", level).integer("tint_mode", water.tint).set("plain", ...water.plain);
    draw_whole_screen(gl);
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
