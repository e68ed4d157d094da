// One canvas draws all figures, which get copies: browsers allow only a few WebGL contexts.

import type { Frame } from "../core/frame";
import type { Opened } from "../core/messages";
import type { Look } from "../draw/look";
import { Painter } from "../draw/painter";
import { h } from "../ui/dom";
import { apply_theme } from "../ui/theme";

export class Easel {
  private canvas = h("canvas", { class: "easel" });
  private painter: Painter;
  private scene: string | null = null;

  constructor() {
    document.body.append(this.canvas);
    this.painter = new Painter(this.canvas);
    apply_theme(this.painter);
  }

  put(scene: Opened, frame: Frame): void {
    this.painter.take_scene(scene, scene.name !== this.scene);
    this.scene = scene.name;
    this.painter.take_frame(frame);
  }

  copy(look: Look, to: HTMLCanvasElement): void {
    this.painter.draw(look);
    to.width = this.canvas.width;
    to.height = this.canvas.height;
    to.getContext("2d")!.drawImage(this.canvas, 0, 0);
  }
}
