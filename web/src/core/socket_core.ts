// A session in the program, behind a WebSocket. It does not depend on the page, which reconnects after a lost connection.

import type { Core } from "./core";
import type { Do, Is } from "./messages";

const kFirstRetry = 500; // ms; doubled after each failure
const kLastRetry = 8000;

export class SocketCore implements Core {
  onmessage: (message: Is) => void = () => {};
  onframe: (bytes: ArrayBuffer) => void = () => {};
  ontrouble: (sentence: string) => void = () => {};
  readonly ready = Promise.resolve();

  private socket!: WebSocket;
  private waiting: string[] = [];
  private retry = kFirstRetry;

  constructor(private address: string) {
    this.connect();
  }

  send(message: Do): void {
    const text = JSON.stringify(message);
    if (this.socket.readyState === WebSocket.OPEN) this.socket.send(text);
    else if (this.socket.readyState === WebSocket.CONNECTING) this.waiting.push(text);
    // Actions without a connection are dropped: they would come too late.
  }

  private connect(): void {
    const url = new URL(this.address, location.href);
    url.protocol = location.protocol === "https:" ? "wss:" : "ws:";
    this.socket = new WebSocket(url);
    this.socket.binaryType = "arraybuffer";
    this.socket.onopen = () => {
      this.retry = kFirstRetry;
      this.ontrouble("");
      for (const text of this.waiting.splice(0)) this.socket.send(text);
    };
    this.socket.onmessage = ({ data }) => {
      if (typeof data === "string") this.onmessage(JSON.parse(data) as Is);
      else this.onframe(data as ArrayBuffer);
    };
    this.socket.onclose = () => {
      this.ontrouble("The program does not answer. Reconnecting…");
      this.waiting = [];
      setTimeout(() => this.connect(), this.retry);
      this.retry = Math.min(2 * this.retry, kLastRetry);
    };
  }

  /** For tests: ends the connection. */
  cut(): void {
    this.socket.close();
  }
}
