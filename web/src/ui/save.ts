// What can be taken along: a link, a picture, a clip, the scene, the recording of all that was done.

import type { App } from "../app";
import { address_of_scene } from "../core/link";
import { h, icon_button } from "./dom";

export function download(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  h("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

const file_name = (app: App, ending: string) => `${app.session.opened?.name ?? "spindrift"}${ending}`;

/** A link that holds the whole scene, in the address bar and, where the browser lets us, on the clipboard. */
export async function share_link(app: App): Promise<void> {
  const scene = app.session.opened;
  if (!scene) return;
  const { played, text } = await app.session.save("scene");
  history.replaceState(null, "", await address_of_scene(scene.name, played ? text : app.session.text));
  const holds = `It holds the whole scene${played ? ", and what your hand did, when it did it" : ""}.`;
  try {
    await navigator.clipboard.writeText(location.href);
    app.tell(`The link is on the clipboard. ${holds}`);
  } catch {
    app.tell(`The link is in the address bar. ${holds}`);
  }
}

export function save_picture(app: App): void {
  app.painter.draw(app.look); // a canvas forgets its picture once it is on the screen
  app.painter.canvas.toBlob((blob) => blob && download(file_name(app, ".png"), blob));
}

/** Records the canvas until it is called again, or until the picture gets another shape, which a clip cannot follow. */
class Clip {
  private recorder: MediaRecorder | null = null;

  constructor(private app: App, private button: HTMLButtonElement) {}

  toggle(): void {
    if (this.recorder) return this.recorder.stop();
    const kinds = ["video/mp4;codecs=avc1", "video/webm;codecs=vp9", "video/webm"];
    const kind = kinds.find((type) => MediaRecorder.isTypeSupported(type));
    if (!kind) return this.app.tell("This browser records no clips.", "trouble");
    const parts: Blob[] = [];
    const { painter } = this.app;
    const { canvas } = painter;
    const recorder = new MediaRecorder(canvas.captureStream(60), { mimeType: kind, videoBitsPerSecond: 12e6 });
    const shape = new ResizeObserver(() => {
      const change = (canvas.clientWidth / canvas.clientHeight) * (canvas.height / canvas.width) - 1;
      if (Math.abs(change) < 0.02 || recorder.state === "inactive") return;
      recorder.stop();
      this.app.tell("The picture has another shape now: the clip ends here.");
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
    painter.keeps_size = true;
    shape.observe(canvas);
    recorder.start();
    this.recorder = recorder;
    this.button.textContent = "End the clip";
    document.body.classList.add("records");
  }
}

/** `show_help`: a phone has no room for these two beside the menu. */
export function save_menu(app: App, show_help: () => void): HTMLElement {
  const menu = h("div", { class: "menu", id: "save-menu", popover: "auto" });
  const entry = (text: string, hint: string, act: () => void, closes = true) =>
    h("button", { type: "button", title: hint, onclick: () => { if (closes) menu.hidePopover(); act(); } }, text);
  const save_scene = async (what: "scene" | "recording", more: string) => {
    const { name, text } = await app.session.save(what);
    download(name, new Blob([text], { type: "application/toml" }));
    app.tell(`Saved among your downloads. At the terminal, in that folder: spindrift run ${name}${more}`);
  };
  const clip_button = entry("Record a clip", "of the picture, until it is ended", () => clip.toggle());
  const clip = new Clip(app, clip_button);
  menu.append(
    entry("Picture", "PNG of what is seen", () => save_picture(app)),
    clip_button,
    entry("Scene, to bake finer", "an ordinary scene that does what was played, at any resolution", () => save_scene("scene", " --set domain.resolution=400")),
    entry("Recording, bit for bit", "the scene with every act and its step: spindrift run repeats it to the last bit", () => save_scene("recording", "")),
    h("a", { class: "phone-only", href: "./how.html" }, "How it works"),
    h("span", { class: "phone-only" }, entry("Keys and hands", "what fingers and keys do", show_help)),
  );
  const button = icon_button("save", "Save", () => {}, { popovertarget: "save-menu", class: "icon-button save" });
  return h("span", {}, button, menu);
}
