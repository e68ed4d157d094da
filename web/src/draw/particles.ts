// The particles of a frame on the graphics card. The vertex program unpacks them.

import type { Frame, FrameArray } from "../core/frame";
import type { GL, Program } from "./gl";

/** What a particle's value means to the vertex program: its liquid's colour; blue that goes white where it is thin; its density,
 * which says the same; a quantity; or nothing. */
export const enum Tint { Own, Whitened, Density, Value, Plain }

/** Unpacks place and tint of a particle. */
export const kParticle = `
layout(location = 0) in vec3 packed_place;
layout(location = 1) in vec3 packed_value;
uniform vec3 place_low, place_high, value_low, value_high;
uniform int tint_mode;
uniform vec2 range;
vec3 particle_place() { return mix(place_low, place_high, packed_place); }
vec3 particle_tint() {
  vec3 value = mix(value_low, value_high, packed_value);
  if (tint_mode == ${Tint.Own} || tint_mode == ${Tint.Whitened}) return value;
  if (tint_mode == ${Tint.Density}) return vec3(vec2(0.8 * (1.0 - smoothstep(0.35, 0.75, value.x))), 1.0);
  if (tint_mode == ${Tint.Plain}) return vec3(0.0, 0.0, 1.0);
  return vec3(clamp((value.x - range.x) / max(range.y - range.x, 1e-20), 0.0, 1.0));
}`;

/** Colour of a tint: water with foam in its white share; a liquid's own, where it is not the plain one's; or one of the map. */
export const kTintColor = `
uniform sampler2D map;
uniform int tint_mode;
uniform vec3 plain;   // the colour of liquid that was given none
const vec3 kFoam = vec3(0.93, 0.97, 1.0);
float dye_of(vec3 tint) { return tint_mode == ${Tint.Own} ? smoothstep(0.03, 0.3, distance(tint, plain)) : 0.0; }
vec3 color_of_tint(vec3 tint, vec3 water, float light) {
  if (tint_mode == ${Tint.Value}) return texture(map, vec2(mix(0.002, 0.998, tint.x), 0.5)).rgb;
  if (tint_mode == ${Tint.Own}) return mix(water, tint * light, dye_of(tint));
  return mix(water, kFoam, smoothstep(0.05, 0.75, min(tint.r, tint.g)));
}`;

export class Particles {
  count = 0;
  private place: FrameArray | null = null;
  private value: FrameArray | null = null;
  private array: WebGLVertexArrayObject;
  private buffers: [WebGLBuffer, WebGLBuffer];

  constructor(private gl: GL) {
    this.array = gl.createVertexArray()!;
    this.buffers = [gl.createBuffer()!, gl.createBuffer()!];
  }

  upload(frame: Frame): void {
    this.place = frame.arrays.get("particles.position") ?? null;
    this.value = frame.arrays.get("particles.color") ?? frame.arrays.get("particles.value") ?? null;
    this.count = this.place?.count ?? 0;
    this.gl.bindVertexArray(this.array);
    this.fill(0, this.place);
    this.fill(1, this.value);
    this.gl.bindVertexArray(null);
  }

  private fill(location: 0 | 1, array: FrameArray | null): void {
    const { gl } = this;
    if (!array) {
      gl.disableVertexAttribArray(location);
      return gl.vertexAttrib4f(location, 0, 0, 0, 0);
    }
    const type = { u8: gl.UNSIGNED_BYTE, i8: gl.BYTE, u16: gl.UNSIGNED_SHORT, u32: gl.UNSIGNED_INT, f32: gl.FLOAT }[array.type];
    gl.bindBuffer(gl.ARRAY_BUFFER, this.buffers[location]);
    gl.bufferData(gl.ARRAY_BUFFER, array.data, gl.STREAM_DRAW);
    gl.enableVertexAttribArray(location);
    gl.vertexAttribPointer(location, array.components, type, array.type !== "f32", 0, 0);
  }

  /** The value for water's natural look: its colour or its density; else nothing. */
  get tint_of_water(): Tint {
    if (this.value?.components === 3) return this.value.own ? Tint.Own : Tint.Whitened;
    return this.value?.quantity === "density" ? Tint.Density : Tint.Plain;
  }

  /** Null if the frame was made for another quantity. */
  range_of(quantity: string): [number, number] | null {
    return this.value?.quantity === quantity ? [this.value.low[0] ?? 0, this.value.high[0] ?? 1] : null;
  }

  /** Draws them as points with a program that was made with `kParticle`. */
  draw(program: Program, mode: Tint, range: [number, number]): void {
    const three = (numbers: number[] | undefined, otherwise: number) => [0, 1, 2].map((i) => numbers?.[i] ?? otherwise);
    const packed = (array: FrameArray | null) => array !== null && array.type !== "f32";
    program.set("place_low", ...(packed(this.place) ? three(this.place!.low, 0) : [0, 0, 0]));
    program.set("place_high", ...(packed(this.place) ? three(this.place!.high, 0) : [1, 1, 1]));
    program.set("value_low", ...(packed(this.value) ? three(this.value!.low, 0) : [0, 0, 0]));
    program.set("value_high", ...(packed(this.value) ? three(this.value!.high, 1) : [1, 1, 1]));
    program.integer("tint_mode", mode).set("range", ...range);
    this.gl.bindVertexArray(this.array);
    this.gl.drawArrays(this.gl.POINTS, 0, this.count);
    this.gl.bindVertexArray(null);
  }
}
