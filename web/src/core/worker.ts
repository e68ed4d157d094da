// The worker that simulates, so that the page never waits. Its loop: simulate briefly, post the session's messages, receive
// messages, and sleep until the next step is due.

import { WasmSession } from "./wasm";

/** The page's first message: scripts of the core, tried in turn, with threads if possible, then without. */
export interface Start {
  urls: { url: string; threads: number }[];
}

/** The second message: the compiled code of the first script, if it compiled. */
export interface Code {
  code?: WebAssembly.Module;
}

const kBudget = 0.012; // s of a turn: a frame of the screen, nearly; longer ones make the hand feel late
const kLongestRest = 1000; // ms

let session: WasmSession | null = null;
const early: string[] = []; // messages that came before the session was there
let timer = 0;
const soon = new MessageChannel(); // comes back at once, unlike a timer, and lets messages in between
soon.port1.onmessage = () => turn();

function turn(): void {
  if (!session) return;
  const rest = session.advance(performance.now() / 1000, kBudget);
  for (let said = session.take(); said !== null; said = session.take()) {
    if (typeof said === "string") postMessage(said);
    else postMessage(said, { transfer: [said] });
  }
  clearTimeout(timer);
  if (rest <= 0.001) soon.port2.postMessage(0);
  else if (rest < Infinity) timer = self.setTimeout(turn, Math.min(rest * 1000, kLongestRest));
}

let take_code: (code?: WebAssembly.Module) => void;
const first_code = new Promise<WebAssembly.Module | undefined>((take) => (take_code = take));

async function start({ urls }: Start): Promise<void> {
  let reason: unknown;
  for (const { url, threads } of urls) {
    try {
      session = await WasmSession.load(url, threads, url === urls[0]!.url ? first_code : undefined);
      for (const text of early.splice(0)) session.receive(text);
      return turn();
    } catch (error) {
      reason = error;
    }
  }
  throw new Error(`The simulator could not be loaded: ${String(reason)}`);
}

self.onmessage = ({ data }: MessageEvent<Start | Code | string>) => {
  if (typeof data !== "string") {
    if (!("urls" in data)) return take_code(data.code);
    start(data).catch((error: Error) => postMessage(JSON.stringify({ is: "error", message: error.message, do: "start" })));
  } else if (!session) {
    early.push(data);
  } else {
    session.receive(data);
    soon.port2.postMessage(0);
  }
};
