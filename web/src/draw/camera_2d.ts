// The view of a 2D scene: middle and scale, changed by wheel and fingers.

export class Camera2D {
  middle = [0.5, 0.5];
  zoom = 1; // 1: the whole domain, with a margin
  private size = [1, 1];
  private screen = [1, 1]; // CSS pixels

  fit(size: number[]): void {
    this.size = size;
    this.middle = [size[0]! / 2, size[1]! / 2];
    this.zoom = 1;
  }

  resize(width: number, height: number): void {
    this.screen = [width, height];
  }

  /** CSS pixels to a metre. */
  get scale(): number {
    const margin = Math.min(24, 0.04 * Math.min(this.screen[0]!, this.screen[1]!));
    const whole = Math.min((this.screen[0]! - 2 * margin) / this.size[0]!, (this.screen[1]! - 2 * margin) / this.size[1]!);
    return Math.max(whole, 1e-6) * this.zoom;
  }

  /** Clip position = place * xy + zw. */
  get to_clip(): [number, number, number, number] {
    const x = (2 * this.scale) / this.screen[0]!;
    const y = (2 * this.scale) / this.screen[1]!;
    return [x, y, -this.middle[0]! * x, -this.middle[1]! * y];
  }

  /** The place in the scene below a pixel of the canvas. */
  place_at(x: number, y: number): [number, number] {
    return [
      this.middle[0]! + (x - this.screen[0]! / 2) / this.scale,
      this.middle[1]! - (y - this.screen[1]! / 2) / this.scale,
    ];
  }

  /** Zooms about a pixel, which stays where it is. */
  zoom_at(x: number, y: number, factor: number): void {
    const before = this.place_at(x, y);
    this.zoom = Math.min(Math.max(this.zoom * factor, 1), 60);
    const after = this.place_at(x, y);
    this.middle = [this.middle[0]! + before[0] - after[0], this.middle[1]! + before[1] - after[1]];
    if (this.zoom === 1) this.middle = [this.size[0]! / 2, this.size[1]! / 2];
  }

  pan(dx: number, dy: number): void {
    if (this.zoom === 1) return; // nothing is hidden
    this.middle = [this.middle[0]! - dx / this.scale, this.middle[1]! + dy / this.scale];
  }
}
