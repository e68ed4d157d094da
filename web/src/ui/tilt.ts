// Gravity by dragging on the picture, or by tilting the device.

import type { App } from "../app";
import type { Session } from "../core/session";

const strength_of = (session: Session) => Math.hypot(...session.gravity) || 9.81;

/** Gravity of the scene's strength in a direction on the screen (x right, y up). */
export function tilt_towards(app: App, [x, y]: [number, number]): number[] {
  const size = Math.hypot(x, y) || 1;
  const strength = strength_of(app.session);
  const [right, up] = [(strength * x) / size, (strength * y) / size];
  if (app.session.opened?.dimension !== 3) return [right, up];
  const axes = app.painter.deep.camera.axes;
  return [0, 1, 2].map((axis) => axes.right[axis]! * right + axes.up[axis]! * up);
}

export function set_gravity(session: Session, gravity: number[]): void {
  session.gravity = gravity;
  session.send({ do: "tilt", gravity });
}

/** Sets gravity by the device's tilt; returns a function that ends it. */
export async function follow_device(app: App): Promise<() => void> {
  const Motion = (globalThis as { DeviceMotionEvent?: { requestPermission?: () => Promise<string> } }).DeviceMotionEvent;
  if (!Motion) throw new Error("This device has no tilt sensor.");
  if (Motion.requestPermission && (await Motion.requestPermission()) !== "granted") throw new Error("The browser does not allow access to the tilt sensor.");
  const kEvery = 80; // ms between messages: each one is recorded
  let last = 0;
  const listen = (event: DeviceMotionEvent) => {
    const felt = event.accelerationIncludingGravity;
    if (!felt || felt.x === null || felt.y === null || event.timeStamp - last < kEvery) return;
    last = event.timeStamp;
    // The sensor measures the reaction to gravity; rotate it with the screen.
    const angle = ((screen.orientation?.angle ?? 0) * Math.PI) / 180;
    const [x, y] = [-felt.x, -felt.y];
    set_gravity(app.session, tilt_towards(app, [x * Math.cos(angle) - y * Math.sin(angle), x * Math.sin(angle) + y * Math.cos(angle)]));
  };
  addEventListener("devicemotion", listen);
  return () => removeEventListener("devicemotion", listen);
}
