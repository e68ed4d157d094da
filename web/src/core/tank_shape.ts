// Another shape for the tank of a 2D scene: its width changes, its height stays, and all in it keeps its share of the width.

const kAlongWidth = ["min", "max", "center", "from", "to"]; // keys of places
const kShapes = ["box", "sphere", "capsule"];
const kHinders = /^\s*(keyframes|periodic|formula|file|motion_file|velocity_formula)\s*=|^\s*\[\[probe\]\]|^\s*\[frame\]/m;

const kSize = /^(\s*size\s*=\s*\[\s*)([\d.e+-]+)(\s*,\s*)([\d.e+-]+)(\s*\])/m;
const value = (number: number) => String(Number(number.toPrecision(7)));

/** Width over height; null where the scene has places that a text can not move, or three dimensions. */
export function tank_shape(text: string): number | null {
  const size = kSize.exec(text);
  const shapes = [...text.matchAll(/^\s*shape\s*=\s*"(\w+)"/gm)].map(([, shape]) => shape!);
  if (!size || kHinders.test(text) || !shapes.every((shape) => kShapes.includes(shape))) return null;
  return Number(size[2]) / Number(size[4]);
}

/** The text with a tank of that width over height. Numbers of particles follow from the space that they fill. */
export function with_tank_shape(text: string, shape: number): string {
  const size = kSize.exec(text)!;
  const [width, height] = [Number(size[2]), Number(size[4])];
  const factor = (shape * height) / width;
  const longest = Math.max(factor * width, height) / Math.max(width, height); // the cells keep their size
  const moved = text.replace(kSize, (_, before, width, rest, height, end) => `${before}${value(factor * Number(width))}${rest}${height}${end}`);
  const lines = moved.split("\n").map((line) => {
    if (/^\s*count\s*=/.test(line)) return `# ${line.trimStart()}`;
    const cells = /^(\s*resolution\s*=\s*)(\d+)(.*)$/.exec(line);
    if (cells) return `${cells[1]}${Math.round(Number(cells[2]) * longest)}${cells[3]}`;
    const found = new RegExp(`^(\\s*(?:${kAlongWidth.join("|")})\\s*=\\s*\\[\\s*)([\\d.e+-]+)(.*)$`).exec(line);
    return found ? `${found[1]}${value(factor * Number(found[2]))}${found[3]}` : line;
  });
  return lines.join("\n");
}
