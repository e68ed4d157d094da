// Gravity by dragging on the picture, or by tilting the device.

import type { App } from "../app";
import type { Session } from "../core/session";

const kOfEarth = 9.81; // m/s²

function own_strength(session: Session): number {
  const gravity = session.key("forces.gravity")?.value;
  return (Array.isArray(gravity) && Math.hypot(...(gravity as number[]))) || kOfEarth;
}

/** Gravity of the scene's strength in a direction on the screen (x right, y up). */
export function tilt_towards(app: App, [x, y]: [number, number]): number[] {
  const size = Math.hypot(x, y) || 1;
  const strength = own_strength(app.session);
  return in_scene(app, [(strength * x) / size, (strength * y) / size, 0]);
}

/** A vector on the screen (x right, y up, z towards the eye) in the scene's axes. A 2D scene lies in the screen. */
function in_scene(app: App, [right, up, back]: [number, number, number]): number[] {
  if (app.session.opened?.dimension !== 3) return [right, up];
  const axes = app.painter.deep.camera.axes;
  return [0, 1, 2].map((axis) => axes.right[axis]! * right + axes.up[axis]! * up + axes.back[axis]! * back);
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
    const [x, y, z] = [felt.x, felt.y, felt.z ?? 0].map((part) => (-own_strength(app.session) * part) / kOfEarth) as [number, number, number];
    set_gravity(app.session, in_scene(app, [x * Math.cos(angle) - y * Math.sin(angle), x * Math.sin(angle) + y * Math.cos(angle), z]));
  };
  addEventListener("devicemotion", listen);
  return () => removeEventListener("devicemotion", listen);
}
