// Exports: a link, a picture, a clip, the scene, the recording.

import type { App } from "../app";
import { address_of_scene } from "../core/link";
import { h, icon_button } from "./dom";

export function download(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  h("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

const file_name = (app: App, ending: string) => `${app.session.opened?.name ?? "spindrift"}${ending}`;

/** A link that contains the whole scene, in the address bar and, if the browser allows, on the clipboard. */
export async function share_link(app: App): Promise<void> {
  const scene = app.session.opened;
  if (!scene) return;
  const { played, text } = await app.session.save("scene");
  history.replaceState(null, "", await address_of_scene(scene.name, played ? text : app.session.text));
  const holds = `It contains the whole scene${played ? " and your actions" : ""}.`;
  try {
    await navigator.clipboard.writeText(location.href);
    app.notify(`The link is on the clipboard. ${holds}`);
  } catch {
    app.notify(`The link is in the address bar. ${holds}`);
  }
}

export function save_picture(app: App): void {
  app.painter.draw(app.look, "full"); // also because a canvas loses its picture after display
  app.painter.canvas.toBlob((blob) => blob && download(file_name(app, ".png"), blob));
}

/** Records the canvas until it is called again, or until the picture's shape changes, which a clip cannot follow. */
class Clip {
  private recorder: MediaRecorder | null = null;

  constructor(private app: App, private button: HTMLButtonElement) {}

  toggle(): void {
    if (this.recorder) return this.recorder.stop();
    const kinds = ["video/mp4;codecs=avc1", "video/webm;codecs=vp9", "video/webm"];
    const kind = kinds.find((type) => MediaRecorder.isTypeSupported(type));
    if (!kind) return this.app.notify("This browser cannot record clips.", "trouble");
    const parts: Blob[] = [];
    const { painter } = this.app;
    const { canvas } = painter;
    const recorder = new MediaRecorder(canvas.captureStream(60), { mimeType: kind, videoBitsPerSecond: 12e6 });
    const shape = new ResizeObserver(() => {
      const change = (canvas.clientWidth / canvas.clientHeight) * (canvas.height / canvas.width) - 1;
      if (Math.abs(change) < 0.02 || recorder.state === "inactive") return;
      recorder.stop();
      this.app.notify("The shape of the picture has changed: the clip ends here.");
    });
    recorder.ondataavailable = ({ data }) => parts.push(data);
    recorder.onstop = () => {
      shape.disconnect();
      painter.keeps_size = false;
      download(file_name(this.app, kind.includes("mp4") ? ".mp4" : ".webm"), new Blob(parts, { type: kind }));
      this.recorder = null;
      this.button.textContent = "Record a clip";
      document.body.classList.remove("records");
    };
    painter.draw(this.app.look, "sharp");
    painter.keeps_size = true;
    shape.observe(canvas);
    recorder.start();
    this.recorder = recorder;
    this.button.textContent = "End the clip";
    document.body.classList.add("records");
  }
}

/** `show_help`: on a phone the menu also has the help. */
export function save_menu(app: App, show_help: () => void): HTMLElement {
  const menu = h("div", { class: "menu", id: "save-menu", popover: "auto" });
  const entry = (text: string, hint: string, act: () => void, closes = true) =>
    h("button", { type: "button", title: hint, onclick: () => { if (closes) menu.hidePopover(); act(); } }, text);
  const save_scene = async (what: "scene" | "recording", more: string) => {
    const { name, text } = await app.session.save(what);
    download(name, new Blob([text], { type: "application/toml" }));
    app.notify(`Saved to your downloads. To run it, in that folder: spindrift run ${name}${more}`);
  };
  const clip_button = entry("Record a clip", "records the picture until you end it", () => clip.toggle());
  const clip = new Clip(app, clip_button);
  menu.append(
    entry("Picture", "PNG of the current view", () => save_picture(app)),
    clip_button,
    entry("Scene, to run finer", "a scene with all your actions, for any resolution", () => save_scene("scene", " --set domain.resolution=400")),
    entry("Recording, bit for bit", "the scene with every action and its step; spindrift run repeats it with the same bits", () => save_scene("recording", "")),
    h("a", { class: "phone-only", href: "./how.html" }, "How it works"),
    h("span", { class: "phone-only" }, entry("Keys and gestures", "what keys and fingers do", show_help)),
  );
  const button = icon_button("save", "Save", () => {}, { popovertarget: "save-menu", class: "icon-button save" });
  return h("span", {}, button, menu);
}
