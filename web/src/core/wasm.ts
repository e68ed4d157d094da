// The session compiled to WebAssembly, behind a few C functions.

interface Module {
  HEAPU8: Uint8Array;
  wasmMemory?: WebAssembly.Memory;
  _spindrift_start(threads: number): void;
  _spindrift_alloc(bytes: number): number;
  _spindrift_receive(pointer: number, length: number): void;
  _spindrift_take(): number;
  _spindrift_take_size(): number;
  _spindrift_take_is_binary(): number;
  _spindrift_advance(now: number, budget: number): number;
}

/** A message of the session: a text, or the bytes of a frame. */
export type Said = string | ArrayBuffer;

export class WasmSession {
  private constructor(private module: Module) {}

  /** `compiled`: the code beside `url`, if it is compiled already. */
  static async load(url: string, threads: number, compiled?: Promise<WebAssembly.Module | undefined>): Promise<WasmSession> {
    const { default: create } = (await import(/* @vite-ignore */ url)) as { default: (options: object) => Promise<Module> };
    const code = await compiled;
    const module = await new Promise<Module>((done, fail) => {
      const instantiateWasm = code && ((imports: WebAssembly.Imports, take: (instance: WebAssembly.Instance, code: WebAssembly.Module) => void) => {
        WebAssembly.instantiate(code, imports).then((instance) => take(instance, code), fail);
        return {};
      });
      create(instantiateWasm ? { instantiateWasm } : {}).then(done, fail);
    });
    module._spindrift_start(threads);
    return new WasmSession(module);
  }

  /** The session's memory, read each time: it moves when it grows, also in another thread. */
  private memory(): Uint8Array {
    return this.module.wasmMemory ? new Uint8Array(this.module.wasmMemory.buffer) : this.module.HEAPU8;
  }

  receive(text: string): void {
    const bytes = new TextEncoder().encode(text);
    const pointer = this.module._spindrift_alloc(bytes.length) >>> 0;
    this.memory().set(bytes, pointer);
    this.module._spindrift_receive(pointer, bytes.length);
  }

  /** The next message, copied out of the session's memory. */
  take(): Said | null {
    const pointer = this.module._spindrift_take() >>> 0;
    if (pointer === 0) return null;
    const size = this.module._spindrift_take_size();
    const copy = this.memory().slice(pointer, pointer + size);
    return this.module._spindrift_take_is_binary() ? (copy.buffer as ArrayBuffer) : new TextDecoder().decode(copy);
  }

  /** Simulates for about `budget` seconds; returns the seconds until the next call is needed. */
  advance(now: number, budget: number): number {
    return this.module._spindrift_advance(now, budget);
  }
}
