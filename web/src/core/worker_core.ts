// A session in this tab: the core compiled to WebAssembly, in a worker.

import type { Core } from "./core";
import type { Do, Is } from "./messages";
import type { Code, Start } from "./worker";

declare const __HAS_THREADS__: boolean; // whether the page was built with the core that has threads

const kMostThreads = 8; // more do not help small scenes

const compiled = new Map<string, Promise<WebAssembly.Module | undefined>>();

/** The code beside a script of Emscripten, compiled once for all workers, while the worker starts. Nothing if that fails: the
 *  worker then tries itself and reports the error. */
function code_of(script: string): Promise<WebAssembly.Module | undefined> {
  let code = compiled.get(script);
  if (!code) compiled.set(script, (code = WebAssembly.compileStreaming(fetch(script.replace(/\.mjs$/, ".wasm"))).catch(() => undefined)));
  return code;
}

export class WorkerCore implements Core {
  onmessage: (message: Is) => void = () => {};
  onframe: (bytes: ArrayBuffer) => void = () => {};
  ontrouble: (sentence: string) => void = () => {};
  readonly ready: Promise<void>;

  private worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });

  constructor(threads = Math.min(navigator.hardwareConcurrency || 1, kMostThreads)) {
    const at = (folder: string) => new URL(`core/${folder}/spindrift.mjs`, document.baseURI).href;
    // Threads need shared memory, which browsers give only to isolated pages.
    const urls = [{ url: at("serial"), threads: 1 }];
    if (__HAS_THREADS__ && crossOriginIsolated && threads > 1) urls.unshift({ url: at("threads"), threads });
    this.worker.onmessage = ({ data }: MessageEvent<string | ArrayBuffer>) => {
      if (typeof data === "string") this.onmessage(JSON.parse(data) as Is);
      else this.onframe(data);
    };
    this.worker.onerror = (event) => this.ontrouble(`The simulator stopped: ${event.message}`);
    this.worker.postMessage({ urls } satisfies Start);
    this.ready = code_of(urls[0]!.url).then((code) => this.worker.postMessage({ code } satisfies Code));
  }

  end(): void {
    this.worker.terminate();
  }

  send(message: Do): void {
    this.worker.postMessage(JSON.stringify(message));
  }
}
