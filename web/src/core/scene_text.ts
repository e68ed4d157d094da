// Small changes to the text of a scene, which keep its comments and its order: for settings that need a fresh start.

/** A value as a scene file has it. */
export const toml_text = (value: unknown): string =>
  Array.isArray(value) ? `[${value.map(toml_text).join(", ")}]` : typeof value === "string" ? JSON.stringify(value) : String(value);

const is_header = (line: string) => /^\s*\[/.test(line);

/** The text with `section.key = value`; a line that was there is replaced, and `value` null takes it away. */
export function set_in_text(text: string, section: string, key: string, value: string | null): string {
  const lines = text.split("\n");
  const header = lines.findIndex((line) => line.trim().replace(/\s*#.*/, "") === `[${section}]`);
  if (header < 0) {
    if (value === null) return text;
    const first = lines.findIndex(is_header);
    lines.splice(first < 0 ? lines.length : first, 0, `[${section}]`, `${key} = ${value}`, "");
    return lines.join("\n");
  }
  let end = lines.findIndex((line, index) => index > header && is_header(line));
  if (end < 0) end = lines.length;
  const pattern = new RegExp(`^(\\s*${key}\\s*=\\s*)([^#]*?)(\\s*)(#.*)?$`);
  for (let index = header + 1; index < end; ++index) {
    const found = pattern.exec(lines[index]!);
    if (!found) continue;
    if (value === null) lines.splice(index, 1);
    else lines[index] = `${found[1]}${value}${found[4] ? found[3] + found[4] : ""}`;
    return lines.join("\n");
  }
  if (value !== null) lines.splice(header + 1, 0, `${key} = ${value}`);
  return lines.join("\n");
}

/** The same scene with another number of cells along its longest side. */
export function with_resolution(text: string, resolution: number): string {
  return set_in_text(set_in_text(text, "domain", "cell_size", null), "domain", "resolution", String(resolution));
}
