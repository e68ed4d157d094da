// The picture of a 3D scene: what lies behind the water is drawn first, for the water to bend it.

import type { Frame } from "../core/frame";
import type { Opened } from "../core/messages";
import { Camera3D } from "./camera_3d";
import { kQuantities, type MapName, Range } from "./colors";
import { type GL, Target } from "./gl";
import { kNight, type Look } from "./look";
import type { Sight } from "./painter";
import { type Particles, Tint } from "./particles";
import { SmokePainter3D } from "./smoke_3d";
import { SolidPainter3D } from "./solids_3d";
import { type Water3D, WaterPainter3D } from "./water_3d";

export class Picture3D {
  readonly camera = new Camera3D();
  private water: WaterPainter3D;
  private solids: SolidPainter3D;
  private smoke: SmokePainter3D;
  private behind: Target;
  private scene!: Opened;
  private frame: Frame | null = null;
  private ranges = new Map<string, Range>();
  private has_smoke = false;

  constructor(private gl: GL, private particles: Particles, private maps: Record<MapName, WebGLTexture>) {
    this.water = new WaterPainter3D(gl);
    this.solids = new SolidPainter3D(gl);
    this.smoke = new SmokePainter3D(gl);
    this.behind = new Target(gl, gl.RGBA8, { depth: true, smooth: true });
  }

  take_scene(scene: Opened, is_new: boolean): void {
    this.scene = scene;
    this.solids.take(scene.solids);
    if (!is_new) return;
    this.camera.fit(scene.size);
    this.ranges.clear();
    this.frame = null;
    this.has_smoke = false;
  }

  take_frame(frame: Frame): void {
    this.frame = frame;
    const smoke = frame.arrays.get("volume.smoke");
    this.has_smoke = smoke?.cells?.length === 3;
    if (this.has_smoke) this.smoke.upload(smoke!, frame.arrays.get("volume.temperature") ?? null);
  }

  range(quantity: string): Range {
    let range = this.ranges.get(quantity);
    if (!range) this.ranges.set(quantity, (range = new Range(kQuantities[quantity]!)));
    return range;
  }

  draw(look: Look, sight: Sight): void {
    const { gl } = this;
    const { palette } = sight;
    const [width, height] = sight.buffer;
    const aspect = width / height;
    this.camera.resize(sight.width, sight.height);
    const water = this.water_of(look, sight);
    const has_particles = look.particles && !this.scene.smoke && this.particles.count > 0;
    const is_water = has_particles && look.style === "water";
    if (is_water) this.water.prepare(this.particles, water, width, height);

    const draw_behind = () => {
      gl.disable(gl.BLEND);
      gl.clear(gl.DEPTH_BUFFER_BIT);
      this.solids.draw_backdrop(this.camera, this.scene.size, palette, aspect);
      this.solids.draw(this.camera, this.frame?.poses ?? [], palette);
    };
    if (is_water) {
      this.behind.resize(width, height);
      this.behind.bind();
      draw_behind();
    }
    gl.bindFramebuffer(gl.FRAMEBUFFER, sight.framebuffer);
    gl.viewport(0, 0, width, height);
    draw_behind();
    if (is_water) this.water.draw(water, this.behind.texture, width, height);
    else if (has_particles) this.water.draw_balls(this.particles, water, height);
    if (this.has_smoke) {
      const ambient = Number(this.scene.keys.find((key) => key.key === "gas.ambient_temperature")?.value ?? 300);
      this.smoke.draw(this.camera, this.scene.size, ambient, aspect, palette === kNight);
    }
    this.solids.draw_edges(this.camera, this.scene.size, palette);
  }

  private water_of(look: Look, sight: Sight): Water3D {
    const quantity = look.color !== "water" && kQuantities[look.color] ? look.color : null;
    let range: [number, number] = [0, 1];
    if (quantity && this.frame) {
      const kept = this.range(quantity);
      kept.take(...this.particles.value_range);
      range = [kept.low, kept.high];
    }
    return {
      camera: this.camera,
      radius: 0.75 * this.scene.cell_size * Math.cbrt(8 / sight.per_cell),
      tint: quantity ? Tint.Value : this.particles.tint_of_water,
      range,
      map: this.maps[quantity ? kQuantities[quantity]!.map : "amount"],
      palette: sight.palette,
      dark: sight.palette === kNight,
      size: this.scene.size,
      reach: Math.hypot(...this.scene.size),
    };
  }
}
