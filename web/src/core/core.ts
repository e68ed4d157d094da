// A core is a session in a worker of this tab, or in the program behind a WebSocket.

import type { Do, Is } from "./messages";
import { SocketCore } from "./socket_core";
import { WorkerCore } from "./worker_core";

export interface Core {
  /** When its code is loaded; no message comes before. */
  readonly ready: Promise<void>;
  send(message: Do): void;
  onmessage: (message: Is) => void;
  onframe: (bytes: ArrayBuffer) => void;
  /** Reports a lost session; "" when it is back. */
  ontrouble: (sentence: string) => void;
}

/** The program puts its socket's address into the page that it serves; `?view` uses the default address. */
function socket_address(): string | null {
  const named = document.querySelector<HTMLMetaElement>('meta[name="spindrift-socket"]')?.content;
  if (named) return named;
  return new URLSearchParams(location.search).has("view") ? "/socket" : null;
}

/** `?threads=N`: at most so many in this tab; default: all of the machine. */
export const threads_of_address = () => Number(new URLSearchParams(location.search).get("threads")) || undefined;

export function start_core(threads = threads_of_address()): Core {
  const address = socket_address();
  return address ? new SocketCore(address) : new WorkerCore(threads);
}

/** Whether the program serves this page and knows the scenes by name. */
export const is_served_by_program = () => socket_address() !== null;
