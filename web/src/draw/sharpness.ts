// How many pixels a picture has: fewer where the machine is late with them, and more again where it has time.

const kMostPixels = 2.2e6; // of the canvas: more are not seen in water
const kLeastPixels = 1.2e5;
const kLate = 45; // ms after a picture until the screen is ready for the next, above which there are fewer pixels
const kOnTime = 25; // below which there may be more
const kMore = 1.25; // times as many
const kFirstTrial = 60; // pictures on time before more pixels are tried
const kLastTrial = 1920; // after several trials that failed
const kStill = 400; // ms without a picture after which the last one is drawn sharp

/** Of a picture that moves, of one that stands still, of one to keep. */
export type Size = "moving" | "sharp" | "full";

export class Sharpness {
  /** Of a moving picture. */
  most_pixels = kMostPixels;
  private at = 0; // when the screen was ready
  private has_drawn = false; // since then
  private drawn_at = 0;
  private is_sharp = true;
  private late = 0; // pictures in a row
  private on_time = 0;
  private trial = kFirstTrial;
  private has_tried = false; // more pixels, since there were fewer

  /** Called for each frame of the screen, before it is drawn. */
  keep_up(now: number): void {
    const passed = now - this.at;
    this.at = now;
    if (!this.has_drawn) return;
    this.has_drawn = false;
    this.drawn_at = now;
    this.late = passed > kLate ? this.late + 1 : 0;
    this.on_time = passed < kOnTime ? this.on_time + 1 : 0;
    if (this.late >= (passed > 4 * kLate ? 2 : 5)) {
      this.late = 0;
      if (this.has_tried) this.trial = Math.min(2 * this.trial, kLastTrial);
      this.has_tried = false;
      this.most_pixels = Math.max(this.most_pixels * Math.max(0.3, (0.8 * kLate) / passed), kLeastPixels);
    } else if (this.on_time >= this.trial) {
      this.on_time = 0;
      this.has_tried = true;
      this.most_pixels = Math.min(this.most_pixels * kMore, kMostPixels);
    }
  }

  /** A picture was drawn. Only moving ones count: others may take their time. */
  drawn(size: Size): void {
    this.has_drawn = size === "moving";
    this.is_sharp = size !== "moving" || this.most_pixels === kMostPixels;
  }

  /** Whether a picture that stands still could have more pixels. */
  wants_sharp(now: number): boolean {
    return !this.is_sharp && !this.has_drawn && now - this.drawn_at > kStill;
  }

  /** Another scene may be easier to draw. */
  restart(): void {
    this.trial = kFirstTrial;
  }

  /** Pixels of the canvas to one of CSS. */
  pixels(width: number, height: number, size: Size): number {
    const most = size === "full" ? Infinity : size === "sharp" ? kMostPixels : this.most_pixels;
    return Math.min(devicePixelRatio, Math.sqrt(most / (width * height)));
  }
}
