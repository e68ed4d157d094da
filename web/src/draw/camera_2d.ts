// The view of a 2D scene: middle and scale, changed by wheel and fingers.

export class Camera2D {
  middle = [0.5, 0.5];
  zoom = 1; // 1: the whole domain, with a margin
  least_margin = 0; // CSS pixels beside the domain, on a small screen too
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

  /** The part of the screen for a domain: CSS pixels without the margins. */
  private get room(): [number, number] {
    const margin = Math.max(Math.min(24, 0.04 * Math.min(this.screen[0]!, this.screen[1]!)), this.least_margin);
    return [this.screen[0]! - 2 * margin, this.screen[1]! - 2 * margin];
  }

  /** Width over height of a domain that fills the screen. */
  get shape(): number {
    return this.room[0] / this.room[1];
  }

  /** CSS pixels to a metre. */
  get scale(): number {
    const whole = Math.min(this.room[0] / this.size[0]!, this.room[1] / this.size[1]!);
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

  /** The pixel of the canvas above a place in the scene. */
  screen_of(place: number[]): [number, number] {
    return [this.screen[0]! / 2 + (place[0]! - this.middle[0]!) * this.scale, this.screen[1]! / 2 - (place[1]! - this.middle[1]!) * this.scale];
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
