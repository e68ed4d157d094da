// The scenes that come with the page. Their texts are part of it, so a tab needs no server.

import { is_served_by_program } from "../core/core";
import { with_tank_shape } from "../core/tank_shape";

const kTexts = import.meta.glob("../../../scenes/*.toml", { query: "?raw", import: "default", eager: true }) as Record<string, string>;
const kPictures = import.meta.glob("../thumbnails/*.jpg", { query: "?url", import: "default", eager: true }) as Record<string, string>;

export interface SceneInfo {
  name: string;
  title: string;
  text: string;
  dimension: number;
  cells: number; // along its longest side
  smoke: boolean;
  picture?: string;
  about: string; // first sentence of its comment
}

/** The first row of the gallery, best first; the rest follow by name. */
const kFirst = [
  "seed_muller", "dam_break_2d", "falling_drop_2d", "double_dam_break_2d", "moving_obstacle_2d", "rising_plume_2d", "dam_break_pillar_3d",
  "honey_buckling_2d", "dam_break_3d", "rayleigh_taylor_2d", "falling_drop_3d", "capillary_drop_2d", "lock_exchange_2d", "faucet_3d", "campfire_3d",
];
export const kFirstScene = "seed_muller";

const kMostCells3D = 40; // along a 3D scene in a tab: nearly real time with one thread

const kUsualCells = 64; // along a scene that names no number of cells

const title_of = (text: string) => /^title\s*=\s*"(.*)"/m.exec(text)?.[1];

function info_of(path: string, text: string): SceneInfo {
  const name = path.replace(/^.*\//, "").replace(/\.toml$/, "");
  const title = title_of(text) ?? name;
  const size = (/^size\s*=\s*\[([^\]]*)\]/m.exec(text)?.[1] ?? "1, 1").split(",").map(Number);
  const number = (key: string) => Number(new RegExp(`^${key}\\s*=\\s*([\\d.]+)`, "m").exec(text)?.[1] ?? NaN);
  const comment = text.split("\n").filter((line) => line.startsWith("#")).map((line) => line.replace(/^#\s?/, "")).join(" ");
  return {
    name, title, text,
    dimension: size.length,
    cells: number("resolution") || Math.max(...size) / number("cell_size") || kUsualCells,
    smoke: /^\[\[smoke/m.test(text),
    picture: kPictures[`../thumbnails/${name}.jpg`],
    about: /^.*?[^A-Z]\.(?=\s+[A-Z]|\s*$)/.exec(comment)?.[0] ?? "",
  };
}

/** A start for your own scene. */
export const kOwnTank = info_of("my_tank", `# Pour, in any colour; draw walls; tilt. "Save", "Scene" writes a file with all of it, which the program runs with any
# number of cells. You can also change this text.
title = "My tank"

[domain]
size = [2.0, 1.0]        # metres; three numbers make it 3D
resolution = 120         # cells along the longest side

[[liquid]]               # some water at the start
shape = "box"
min = [0.0, 0.0]
max = [2.0, 0.2]
`);

export const kScenes: SceneInfo[] = Object.entries(kTexts)
  .map(([path, text]) => info_of(path, text))
  .filter(({ text }) => is_served_by_program() || !/^shape\s*=\s*"mesh"/m.test(text)) // a tab has no files to read meshes from
  .sort((a, b) => place(a.name) - place(b.name) || a.name.localeCompare(b.name));
kScenes.unshift(kOwnTank);

function place(name: string): number {
  const index = kFirst.indexOf(name);
  return index < 0 ? kFirst.length : index;
}

/** The name of a scene with an edited text, from its title. */
export function name_of_text(text: string, name: string): string {
  const title = title_of(text);
  if (!title || title === scene_named(name)?.title) return name;
  const letters = title.normalize("NFKD").toLowerCase().replace(/[\u0300-\u036f]/g, "");
  return letters.replace(/[^a-z0-9]+/g, "_").replace(/^_|_$/g, "").slice(0, 40) || name;
}

export const scene_named = (name: string) => kScenes.find((scene) => scene.name === name);

/** Müller's tank fills the window; on an upright phone it is narrow. */
const kUprightShape = 0.8; // width over height

/** The text for a tab. */
export function text_for_tab(scene: SceneInfo): string {
  if (scene.name !== kFirstScene || innerHeight <= innerWidth) return scene.text;
  return with_tank_shape(scene.text, kUprightShape);
}

/** The cells along a 3D scene that is coarser in a tab; undefined for the scene's own. */
export const resolution_for_tab = (scene: SceneInfo) => (scene.dimension === 3 && scene.cells > kMostCells3D ? kMostCells3D : undefined);
