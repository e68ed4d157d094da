// 3D water in screen space: particles drawn as spheres of depth, the depth smoothed within the surface, normals from its slopes,
// and light that is refracted, reflected and absorbed by the water's thickness.

import type { Camera3D } from "./camera_3d";
import { draw_whole_screen, type GL, kWholeScreen, Program, Target } from "./gl";
import { kParticle, kTintColor, type Particles, Tint } from "./particles";
import type { Tinting } from "./picture";

export interface Water3D extends Tinting {
  camera: Camera3D;
  radius: number; // of a sphere that stands for a particle, m
  dark: boolean;
  size: number[];
  reach: number; // the domain's diagonal, m
}

const kSphereVertex = `
${kParticle}
uniform mat4 view, projection;
uniform vec3 size;
uniform float radius, pixels_per_slope;
out vec3 tint, middle;
flat out float own_radius;
void main() {
  tint = particle_tint();
  // Spheres of a crowd overlap, and make a surface together; one that flies alone is a drop.
  own_radius = radius * (tint_mode == ${Tint.Density} ? 1.0 - 0.66 * smoothstep(0.55, 0.8, tint.r) : 1.0);
  // No sphere sticks out of the domain: water ends at the glass.
  vec4 seen = view * vec4(clamp(particle_place(), vec3(own_radius), size - own_radius), 1.0);
  middle = seen.xyz;
  gl_Position = projection * seen;
  gl_PointSize = max(2.0 * own_radius * pixels_per_slope / -seen.z, 1.0);
}`;

// Depth of the sphere's front along the view axis, and its tint.
const kDepthFragment = `
in vec3 tint, middle;
uniform mat4 projection;
flat in float own_radius;
out vec4 color;
void main() {
  vec2 at = gl_PointCoord * 2.0 - 1.0;
  float rest = 1.0 - dot(at, at);
  if (rest < 0.0) discard;
  float z = middle.z + own_radius * sqrt(rest);
  vec4 clip = projection * vec4(middle.xy, z, 1.0);
  gl_FragDepth = 0.5 * clip.z / clip.w + 0.5;
  color = vec4(-z, tint);
}`;

const kThicknessFragment = `
in vec3 tint, middle;
flat in float own_radius;
out vec4 color;
void main() {
  vec2 at = gl_PointCoord * 2.0 - 1.0;
  float rest = 1.0 - dot(at, at);
  if (rest < 0.0) discard;
  // A sphere is wider than what a particle stands for: 0.25 of its chord is about the water that is there.
  color = vec4(0.25 * 2.0 * own_radius * sqrt(rest));
}`;

// Smooths depth along one axis, over a width that is the same in metres everywhere, and not across edges.
const kSmooth = `
in vec2 uv;
out vec4 color;
uniform sampler2D depth;
uniform vec2 axis;                 // a texel along it
uniform float width_in_texels, radius;
void main() {
  vec4 here = texture(depth, uv);
  if (here.x <= 0.0) { color = vec4(0.0); return; }
  float reach = clamp(width_in_texels / here.x, 1.0, 16.0);
  float sum = 1.0;
  vec4 total = here;
  for (int i = -8; i <= 8; ++i) {
    if (i == 0) continue;
    float x = float(i) / 8.0;
    vec4 there = texture(depth, uv + axis * x * reach);
    float off = (there.x - here.x) / (2.5 * radius);
    float weight = there.x > 0.0 ? exp(-3.0 * x * x) * exp(-off * off) : 0.0;
    total += weight * there;
    sum += weight;
  }
  color = total / sum;
}`;

const kShade = `
in vec2 uv;
out vec4 color;
uniform sampler2D depth, thickness, behind;
uniform mat4 projection, view;
uniform vec2 texel, half_screen;   // half_screen: of the view at distance one
uniform vec3 shallow, deep;
uniform float dark, reach;
${kTintColor}
vec3 seen_at(vec2 at, float distance) { return vec3((at * 2.0 - 1.0) * half_screen * distance, -distance); }
vec3 slope(vec2 step, vec3 here, vec2 at) {
  float after = texture(depth, at + step).x, before = texture(depth, at - step).x;
  vec3 forward = seen_at(at + step, after) - here, backward = here - seen_at(at - step, before);
  bool use_forward = before <= 0.0 || (after > 0.0 && abs(forward.z) < abs(backward.z));
  return use_forward && after > 0.0 ? forward : backward;
}
vec3 sky(vec3 way) {
  float up = way.y * 0.5 + 0.5;
  vec3 low = mix(vec3(0.72, 0.80, 0.86), vec3(0.10, 0.18, 0.25), dark);
  vec3 high = mix(vec3(0.98, 1.0, 1.0), vec3(0.42, 0.62, 0.74), dark);
  float window = smoothstep(0.75, 0.95, dot(way, normalize(vec3(-0.4, 0.8, 0.45))));
  return mix(low, high, smoothstep(0.35, 1.0, up)) + 0.5 * window;
}
void main() {
  vec4 sample_here = texture(depth, uv);
  float distance = sample_here.x;
  if (distance <= 0.0) discard;
  vec3 here = seen_at(uv, distance);
  vec3 normal = normalize(cross(slope(vec2(texel.x, 0.0), here, uv), slope(vec2(0.0, texel.y), here, uv)));
  vec3 sight = normalize(here);
  float facing = clamp(dot(normal, -sight), 0.0, 1.0);
  float thick = texture(thickness, uv).x / reach;
  vec4 clip = projection * vec4(here, 1.0);
  gl_FragDepth = 0.5 * clip.z / clip.w + 0.5;

  vec3 tint = sample_here.yzw;
  vec3 lit;
  mat3 to_world = transpose(mat3(view));
  vec3 mirror = sky(to_world * reflect(sight, normal));
  float fresnel = 0.02 + 0.98 * pow(1.0 - facing, 5.0);
  if (tint_mode == ${Tint.Value}) {
    lit = color_of_tint(tint, shallow, 1.0) * (0.55 + 0.45 * facing);
  } else {
    vec2 bend = normal.xy * min(thick, 0.35) * 0.25 / half_screen;
    vec3 through = texture(behind, clamp(uv + bend, 0.001, 0.999)).rgb;
    float dye = dye_of(tint);
    vec3 fade = exp(-thick * mix(vec3(12.0, 4.5, 2.5), 12.0 * (1.0 - tint), dye));
    vec3 up_seen = mat3(view) * vec3(0.0, 1.0, 0.0);
    vec3 body = mix(shallow, deep, smoothstep(0.0, 0.35, thick));
    vec3 scattered = mix(body, tint, dye) * (0.78 + 0.22 * dot(normal, up_seen));
    lit = mix(through * fade, scattered, 1.0 - exp(-7.0 * thick));
    // Every surface is thin for the density; foam is where there is little behind it as well.
    float foam = smoothstep(0.3, 0.8, min(tint.r, tint.g)) * (1.0 - smoothstep(0.015, 0.07, thick)) * smoothstep(0.1, 0.5, facing);
    if (tint_mode == ${Tint.Own}) foam = 0.0;
    lit = mix(lit, mix(shallow, kFoam, 0.55) * (0.6 + 0.4 * facing), 0.65 * foam);  // drops let some light through
  }
  lit = mix(lit, mirror, 0.75 * fresnel);
  vec3 sun = normalize(mat3(view) * normalize(vec3(-0.4, 0.9, 0.5)));
  lit += 0.5 * pow(max(dot(reflect(sight, normal), sun), 0.0), 90.0);
  color = vec4(lit, 1.0);
}`;

const kBallFragment = `
in vec3 tint, middle;
uniform mat4 projection;
flat in float own_radius;
uniform vec3 shallow;
out vec4 color;
${kTintColor}
void main() {
  vec2 at = gl_PointCoord * 2.0 - 1.0;
  float rest = 1.0 - dot(at, at);
  if (rest < 0.0) discard;
  vec3 normal = vec3(at.x, -at.y, sqrt(rest));
  vec4 clip = projection * vec4(middle.xy, middle.z + own_radius * normal.z, 1.0);
  gl_FragDepth = 0.5 * clip.z / clip.w + 0.5;
  color = vec4(color_of_tint(tint, shallow, 1.0) * (0.5 + 0.5 * dot(normal, normalize(vec3(-0.3, 0.8, 0.6)))), 1.0);
}`;

export class WaterPainter3D {
  private spheres: Program;
  private thick: Program;
  private smooth: Program;
  private shade: Program;
  private balls: Program;
  private depth: Target;
  private between: Target;
  private thickness: Target;

  constructor(private gl: GL) {
    this.spheres = new Program(gl, kSphereVertex, kDepthFragment);
    this.thick = new Program(gl, kSphereVertex, kThicknessFragment);
    this.smooth = new Program(gl, kWholeScreen, kSmooth);
    this.shade = new Program(gl, kWholeScreen, kShade);
    this.balls = new Program(gl, kSphereVertex, kBallFragment);
    this.depth = new Target(gl, gl.RGBA32F, { depth: true });
    this.between = new Target(gl, gl.RGBA32F);
    this.thickness = new Target(gl, gl.RGBA16F, { smooth: true });
  }

  private draw_spheres(program: Program, particles: Particles, water: Water3D, height: number): void {
    const { camera } = water;
    program.use().set("view", ...camera.view).set("projection", ...camera.projection).set("radius", water.radius).set("size", ...water.size);
    program.set("pixels_per_slope", height / (2 * camera.slope));
    particles.draw(program, water.tint, water.range);
  }

  /** Makes depth and thickness; `width` and `height` in pixels of the screen. */
  prepare(particles: Particles, water: Water3D, width: number, height: number): void {
    const { gl } = this;
    this.depth.resize(width, height);
    this.between.resize(width, height);
    this.thickness.resize(width / 2, height / 2);

    this.depth.bind();
    gl.disable(gl.BLEND);
    gl.enable(gl.DEPTH_TEST);
    gl.depthMask(true);
    gl.clearColor(0, 0, 0, 0);
    gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
    this.draw_spheres(this.spheres, particles, water, this.depth.height);
    gl.disable(gl.DEPTH_TEST);

    this.thickness.bind();
    gl.clear(gl.COLOR_BUFFER_BIT);
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.ONE, gl.ONE);
    this.draw_spheres(this.thick, particles, water, this.thickness.height);
    gl.disable(gl.BLEND);

    const width_in_texels = (3.2 * water.radius * height) / (2 * water.camera.slope);
    this.smooth.use().set("width_in_texels", width_in_texels).set("radius", water.radius);
    for (const narrower of [1, 0.5]) {
      for (const [from, to, axis] of [
        [this.depth, this.between, [narrower / width, 0]],
        [this.between, this.depth, [0, narrower / height]],
      ] as const) {
        to.bind();
        this.smooth.texture("depth", 0, from.texture).set("axis", ...axis);
        draw_whole_screen(gl);
      }
    }
  }

  /** Draws the water over the background, with a depth test. */
  draw(water: Water3D, behind: WebGLTexture, width: number, height: number): void {
    const { gl } = this;
    gl.enable(gl.DEPTH_TEST);
    gl.disable(gl.BLEND);
    this.shade.use().texture("depth", 0, this.depth.texture).texture("thickness", 1, this.thickness.texture);
    this.shade.texture("behind", 2, behind).texture("map", 3, water.map).integer("tint_mode", water.tint).set("plain", ...water.plain);
    this.shade.set("projection", ...water.camera.projection).set("view", ...water.camera.view);
    this.shade.set("texel", 1 / width, 1 / height).set("dark", water.dark ? 1 : 0).set("reach", water.reach);
    this.shade.set("half_screen", (water.camera.slope * width) / height, water.camera.slope);
    this.shade.set("shallow", ...water.palette.shallow).set("deep", ...water.palette.deep);
    draw_whole_screen(gl);
    gl.disable(gl.DEPTH_TEST);
  }

  draw_balls(particles: Particles, water: Water3D, height: number): void {
    const { gl } = this;
    gl.enable(gl.DEPTH_TEST);
    gl.disable(gl.BLEND);
    this.balls.use().texture("map", 1, water.map).set("shallow", ...water.palette.shallow).set("plain", ...water.plain);
    this.draw_spheres(this.balls, particles, { ...water, radius: 0.6 * water.radius }, height);
    gl.disable(gl.DEPTH_TEST);
  }
}
