// The picture of a 3D scene. What is behind the water is drawn first, so that the water refracts it.

import type { Frame } from "../core/frame";
import type { Opened } from "../core/messages";
import { Camera3D } from "./camera_3d";
import type { MapName } from "./colors";
import { type GL, Target } from "./gl";
import { kNight, type Look } from "./look";
import type { Particles } from "./particles";
import { Picture, type Sight } from "./picture";
import { SmokePainter3D } from "./smoke_3d";
import { SolidPainter3D } from "./solids_3d";
import { type Water3D, WaterPainter3D } from "./water_3d";

export class Picture3D extends Picture {
  readonly camera = new Camera3D();
  private water: WaterPainter3D;
  private solids: SolidPainter3D;
  private smoke: SmokePainter3D;
  private behind: Target;
  private has_smoke = false;

  constructor(gl: GL, particles: Particles, maps: Record<MapName, WebGLTexture>) {
    super(gl, particles, maps);
    this.water = new WaterPainter3D(gl);
    this.solids = new SolidPainter3D(gl);
    this.smoke = new SmokePainter3D(gl);
    this.behind = new Target(gl, gl.RGBA8, { depth: true, smooth: true });
  }

  override take_scene(scene: Opened, is_new: boolean): void {
    super.take_scene(scene, is_new);
    this.solids.take(scene.solids);
    if (is_new) this.has_smoke = false;
  }

  override take_frame(frame: Frame): void {
    super.take_frame(frame);
    const smoke = frame.arrays.get("volume.smoke");
    this.has_smoke = smoke?.cells?.length === 3;
    if (this.has_smoke) this.smoke.upload(smoke!, frame.arrays.get("volume.temperature") ?? null, (numbers) => this.heat_range(numbers));
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
    if (this.has_smoke) this.smoke.draw(this.camera, this.scene.size, aspect, palette === kNight);
    this.solids.draw_edges(this.camera, this.scene.size, palette);
  }

  private water_of(look: Look, sight: Sight): Water3D {
    return {
      ...this.tinting_of(look, sight),
      camera: this.camera,
      radius: 0.75 * this.scene.cell_size * Math.cbrt(8 / sight.per_cell),
      dark: sight.palette === kNight,
      size: this.scene.size,
      reach: Math.hypot(...this.scene.size),
    };
  }
}
