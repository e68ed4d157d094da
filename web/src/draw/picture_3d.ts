// The picture of a 3D scene. What is behind the water is drawn first, so that the water refracts it.

import type { Frame } from "../core/frame";
import type { Opened } from "../core/messages";
import { ArrowScale } from "./arrow_scale";
import { ArrowPainter3D } from "./arrows_3d";
import { type Axis, AxisPainter } from "./axes";
import { Camera3D } from "./camera_3d";
import { numbers_of, range_of } from "./cells_2d";
import { kQuantities, type MapName } from "./colors";
import { type GL, Target } from "./gl";
import { kNight, type Look, type Palette } from "./look";
import type { Particles } from "./particles";
import { Picture, type Sight } from "./picture";
import { SlicePainter3D } from "./slice_3d";
import { type ShownQuantity, SmokePainter3D } from "./smoke_3d";
import { SolidPainter3D } from "./solids_3d";
import { type Water3D, WaterPainter3D } from "./water_3d";

export class Picture3D extends Picture {
  readonly camera = new Camera3D();
  private water: WaterPainter3D;
  private solids: SolidPainter3D;
  private smoke: SmokePainter3D;
  private behind: Target;
  private has_smoke = false;
  private slice_painter: SlicePainter3D | null = null; // these when they are asked for
  private arrow_painter: ArrowPainter3D | null = null;
  private axis_painter: AxisPainter | null = null;
  private arrow_scale = new ArrowScale();

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
    if (!is_new) return;
    this.has_smoke = false;
    this.arrow_scale.clear();
  }

  override take_frame(frame: Frame): void {
    super.take_frame(frame);
    const smoke = frame.arrays.get("volume.smoke");
    this.has_smoke = smoke?.cells?.length === 3;
    if (this.has_smoke) this.smoke.upload(smoke!, frame.arrays.get("volume.temperature") ?? null, (numbers) => this.heat_range(numbers));
    const velocity = frame.arrays.get("volume.velocity");
    if (!velocity) return;
    (this.arrow_painter ??= new ArrowPainter3D(this.gl)).upload(velocity);
    this.arrow_scale.take(velocity);
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
    if (this.has_smoke && look.particles) this.smoke.draw(this.camera, this.scene.size, aspect, palette === kNight, this.shown_of(look));
    if (look.grid) this.draw_slice(look, palette);
    this.solids.draw_edges(this.camera, this.scene.size, palette);
    if (look.arrows && this.frame?.arrays.has("volume.velocity"))
      this.arrow_painter!.draw(this.camera, this.scene.size, this.scene.cell_size, [sight.width, sight.height], this.arrow_scale.speed, look.arrow_length, palette.ink);
    if (look.axes) (this.axis_painter ??= new AxisPainter(gl)).draw(this.axes, sight.buffer, sight.pixels, palette);
  }

  /** What colours of the smoke stand for. */
  private shown_of(look: Look): ShownQuantity | null {
    const array = this.frame?.arrays.get(`volume.${look.color}`);
    if (!array) return null;
    const range = this.range(look.color);
    range.take(array.low[0] ?? 0, array.high[0] ?? 1);
    return { is_heat: look.color === "temperature", map: this.maps[kQuantities[look.color]!.map], range: [range.low, range.high] };
  }

  private draw_slice(look: Look, palette: Palette): void {
    const array = this.frame?.arrays.get(`cells.${look.cells}`);
    const quantity = kQuantities[look.cells];
    if (!array?.cells || array.axis === undefined || !quantity) return;
    const range = this.range(look.cells);
    range.take(...range_of(numbers_of(array)));
    (this.slice_painter ??= new SlicePainter3D(this.gl)).draw(this.camera, this.scene.size, array, this.maps[quantity.map], [range.low, range.high], look.cells === "type", palette);
  }

  /** Along the lower edges that face the eye, and up at their left end. */
  private get axes(): Axis[] {
    const [x, y, z] = this.scene.size as [number, number, number];
    const { eye } = this.camera;
    const [near_x, near_z] = [eye[0]! > x / 2 ? x : 0, eye[2]! > z / 2 ? z : 0];
    const middle = this.camera.screen_of([x / 2, y / 2, z / 2]);
    const axis = (from: number[], to: number[], length: number): Axis => {
      const [a, b] = [this.camera.screen_of(from), this.camera.screen_of(to)];
      // Away from the middle of the picture, across the axis.
      let away: [number, number] = [-(b[1] - a[1]), b[0] - a[0]];
      const size = Math.hypot(...away) || 1;
      const side = away[0] * ((a[0] + b[0]) / 2 - middle[0]) + away[1] * ((a[1] + b[1]) / 2 - middle[1]) < 0 ? -1 : 1;
      away = [(side * away[0]) / size, (side * away[1]) / size];
      return { from: a, to: b, length, away };
    };
    const ends = [[near_x, 0, z - near_z], [x - near_x, 0, near_z]];
    const left = ends.sort((a, b) => this.camera.screen_of(a)[0] - this.camera.screen_of(b)[0])[0]!;
    return [
      axis([0, 0, near_z], [x, 0, near_z], x), axis([near_x, 0, 0], [near_x, 0, z], z), axis(left, [left[0]!, y, left[2]!], y),
    ];
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
