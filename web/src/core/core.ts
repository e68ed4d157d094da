// A core is a session somewhere: in a worker of this tab, or in the program behind a WebSocket. The page does not care.

import type { Do, Is } from "./messages";
import { SocketCore } from "./socket_core";
import { WorkerCore } from "./worker_core";

export interface Core {
  /** When its code has come; it says nothing before. */
  readonly ready: Promise<void>;
  send(message: Do): void;
  onmessage: (message: Is) => void;
  onframe: (bytes: ArrayBuffer) => void;
  /** Says in a sentence that the session is out of reach; "" when it is back. */
  ontrouble: (sentence: string) => void;
}

/** The program names its socket in the page that it serves; `?view` looks for it at the usual place. */
function socket_address(): string | null {
  const named = document.querySelector<HTMLMetaElement>('meta[name="spindrift-socket"]')?.content;
  if (named) return named;
  return new URLSearchParams(location.search).has("view") ? "/socket" : null;
}

/** `?threads=N`: at most so many in this tab; else as many as the machine has. */
export const threads_of_address = () => Number(new URLSearchParams(location.search).get("threads")) || undefined;

export function start_core(threads = threads_of_address()): Core {
  const address = socket_address();
  return address ? new SocketCore(address) : new WorkerCore(threads);
}

/** Whether the program serves this page: then it knows the scenes by their names. */
export const is_served_by_program = () => socket_address() !== null;
