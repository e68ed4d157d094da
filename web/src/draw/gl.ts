// WebGL2 for all drawing: programs, targets, textures of numbers.

export type GL = WebGL2RenderingContext;

const kPollEvery = 15; // ms

/** Compiled beside the page's own work, and asked for its uniforms as soon as it is ready: later an answer would wait for all that
 *  was drawn before. Who uses it earlier waits. */
export class Program {
  private program: WebGLProgram;
  private shaders: WebGLShader[] = []; // until it is known that they are right
  private places = new Map<string, WebGLUniformLocation | null>();

  constructor(private gl: GL, vertex: string, fragment: string) {
    this.program = gl.createProgram()!;
    for (const [kind, text] of [[gl.VERTEX_SHADER, vertex], [gl.FRAGMENT_SHADER, fragment]] as const) {
      const shader = gl.createShader(kind)!;
      gl.shaderSource(shader, `#version 300 es\nprecision highp float;\nprecision highp int;\nprecision highp sampler3D;\n${text}`);
      gl.compileShader(shader);
      gl.attachShader(this.program, shader);
      this.shaders.push(shader);
    }
    gl.linkProgram(this.program);
    const ready = gl.getExtension("KHR_parallel_shader_compile")?.COMPLETION_STATUS_KHR as number | undefined;
    const poll = () => (!ready || gl.getProgramParameter(this.program, ready) || gl.isContextLost() ? this.finish() : setTimeout(poll, kPollEvery));
    setTimeout(poll);
  }

  use(): this {
    this.finish();
    this.gl.useProgram(this.program);
    return this;
  }

  private finish(): void {
    if (!this.shaders.length) return;
    const { gl } = this;
    const shaders = this.shaders.splice(0);
    if (!gl.getProgramParameter(this.program, gl.LINK_STATUS)) {
      const wrong = shaders.find((shader) => !gl.getShaderParameter(shader, gl.COMPILE_STATUS));
      throw new Error(wrong ? `${gl.getShaderInfoLog(wrong)}\n${gl.getShaderSource(wrong)}` : (gl.getProgramInfoLog(this.program) ?? "link"));
    }
    for (let i = gl.getProgramParameter(this.program, gl.ACTIVE_UNIFORMS) as number; i-- > 0; ) {
      const { name } = gl.getActiveUniform(this.program, i)!;
      this.places.set(name, gl.getUniformLocation(this.program, name));
    }
  }

  private place(name: string): WebGLUniformLocation | null {
    return this.places.get(name) ?? null;
  }

  set(name: string, ...values: number[]): this {
    const place = this.place(name);
    if (values.length === 1) this.gl.uniform1f(place, values[0]!);
    else if (values.length === 2) this.gl.uniform2fv(place, values);
    else if (values.length === 3) this.gl.uniform3fv(place, values);
    else if (values.length === 4) this.gl.uniform4fv(place, values);
    else this.gl.uniformMatrix4fv(place, false, values);
    return this;
  }

  integers(name: string, first: number, second: number): this {
    this.gl.uniform2i(this.place(name), first, second);
    return this;
  }

  integer(name: string, value: number): this {
    this.gl.uniform1i(this.place(name), value);
    return this;
  }

  texture(name: string, unit: number, texture: WebGLTexture | null, kind: number = this.gl.TEXTURE_2D): this {
    this.gl.activeTexture(this.gl.TEXTURE0 + unit);
    this.gl.bindTexture(kind, texture);
    return this.integer(name, unit);
  }
}

/** A picture to draw into and to read from later. */
export class Target {
  readonly texture: WebGLTexture;
  readonly framebuffer: WebGLFramebuffer;
  private depth: WebGLRenderbuffer | null = null; // or stencil
  width = 0;
  height = 0;

  constructor(private gl: GL, private format: number, private options: { depth?: boolean; stencil?: boolean; smooth?: boolean } = {}) {
    this.texture = gl.createTexture()!;
    this.framebuffer = gl.createFramebuffer()!;
    if (options.depth || options.stencil) this.depth = gl.createRenderbuffer()!;
  }

  resize(width: number, height: number): void {
    width = Math.max(1, Math.round(width));
    height = Math.max(1, Math.round(height));
    if (width === this.width && height === this.height) return;
    const { gl } = this;
    this.width = width;
    this.height = height;
    gl.bindTexture(gl.TEXTURE_2D, this.texture);
    // Storage that cannot change its size would need a new texture each time, so each level is given by hand.
    const [layout, type] = layout_of(gl, this.format);
    gl.texImage2D(gl.TEXTURE_2D, 0, this.format, width, height, 0, layout, type, null);
    const filter = this.options.smooth ? gl.LINEAR : gl.NEAREST;
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, filter);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, filter);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE);
    gl.bindFramebuffer(gl.FRAMEBUFFER, this.framebuffer);
    gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, this.texture, 0);
    if (this.depth) {
      gl.bindRenderbuffer(gl.RENDERBUFFER, this.depth);
      gl.renderbufferStorage(gl.RENDERBUFFER, this.options.stencil ? gl.STENCIL_INDEX8 : gl.DEPTH_COMPONENT24, width, height);
      gl.framebufferRenderbuffer(gl.FRAMEBUFFER, this.options.stencil ? gl.STENCIL_ATTACHMENT : gl.DEPTH_ATTACHMENT, gl.RENDERBUFFER, this.depth);
    }
  }

  bind(): void {
    this.gl.bindFramebuffer(this.gl.FRAMEBUFFER, this.framebuffer);
    this.gl.viewport(0, 0, this.width, this.height);
  }

}

function layout_of(gl: GL, format: number): [number, number] {
  switch (format) {
    case gl.RGBA32F: return [gl.RGBA, gl.FLOAT];
    case gl.RGBA16F: return [gl.RGBA, gl.HALF_FLOAT];
    case gl.R16F: return [gl.RED, gl.HALF_FLOAT];
    case gl.R32F: return [gl.RED, gl.FLOAT];
    case gl.RG32F: return [gl.RG, gl.FLOAT];
    case gl.RGB32F: return [gl.RGB, gl.FLOAT];
    default: return [gl.RGBA, gl.UNSIGNED_BYTE];
  }
}

/** Numbers of cells as a texture, to be fetched one by one. */
export class NumberTexture {
  readonly texture: WebGLTexture;
  cells: number[] = [];

  constructor(private gl: GL) {
    this.texture = gl.createTexture()!;
  }

  upload(numbers: Float32Array, cells: number[], components: number): void {
    const { gl } = this;
    const format = components === 1 ? gl.R32F : components === 2 ? gl.RG32F : gl.RGB32F;
    const [layout, type] = layout_of(gl, format);
    const kind = cells.length === 3 ? gl.TEXTURE_3D : gl.TEXTURE_2D;
    this.cells = cells;
    gl.bindTexture(kind, this.texture);
    gl.pixelStorei(gl.UNPACK_ALIGNMENT, 1);
    if (cells.length === 3) gl.texImage3D(kind, 0, format, cells[0]!, cells[1]!, cells[2]!, 0, layout, type, numbers);
    else gl.texImage2D(kind, 0, format, cells[0]!, cells[1]!, 0, layout, type, numbers);
    for (const filter of [gl.TEXTURE_MIN_FILTER, gl.TEXTURE_MAG_FILTER]) gl.texParameteri(kind, filter, gl.NEAREST);
    for (const wrap of [gl.TEXTURE_WRAP_S, gl.TEXTURE_WRAP_T, gl.TEXTURE_WRAP_R]) gl.texParameteri(kind, wrap, gl.CLAMP_TO_EDGE);
  }
}

/** Draws one triangle that covers the whole target; its corners come from their numbers. */
export const kWholeScreen = `
out vec2 uv;
void main() {
  uv = vec2((gl_VertexID << 1) & 2, gl_VertexID & 2);
  gl_Position = vec4(uv * 2.0 - 1.0, 0.0, 1.0);
}`;

export function draw_whole_screen(gl: GL): void {
  gl.bindVertexArray(null);
  gl.drawArrays(gl.TRIANGLES, 0, 3);
}
