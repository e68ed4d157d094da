// Changes of a scene's text that keep its comments and order, for settings that need a restart.

/** A value in the form of a scene file. */
export const toml_text = (value: unknown): string =>
  Array.isArray(value) ? `[${value.map(toml_text).join(", ")}]` : typeof value === "string" ? JSON.stringify(value) : String(value);

const is_header = (line: string) => /^\s*\[/.test(line);

/** A scene has one of these two. */
const kRivals: Record<string, string> = { resolution: "cell_size", cell_size: "resolution" };

/** The text with `section.key = value` set; `value` null removes the line. */
export function set_in_text(text: string, section: string, key: string, value: string | null): string {
  if (section === "domain" && value !== null && kRivals[key]) text = set_in_text(text, section, kRivals[key], null);
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

/** The entries of an inline table: `a = [1, 2], b = "x"`. */
function entries_of(inside: string): string[] {
  const entries: string[] = [];
  let [depth, is_text, begin] = [0, false, 0];
  for (let at = 0; at <= inside.length; ++at) {
    const letter = inside[at] ?? ",";
    if (letter === '"' && inside[at - 1] !== "\\") is_text = !is_text;
    if (is_text) continue;
    if ("[{".includes(letter)) ++depth;
    if ("]}".includes(letter)) --depth;
    if (letter !== "," || depth > 0) continue;
    entries.push(inside.slice(begin, at).trim());
    begin = at + 1;
  }
  return entries;
}

/** The text with a key of the n-th table of a list set; null if there is no such table. */
function set_in_list(text: string, list: string, number: number, key: string, value: string): string | null {
  const lines = text.split("\n");
  const headers = lines.flatMap((line, index) => (line.trim().replace(/\s*#.*/, "") === `[[${list}]]` ? [index] : []));
  const header = headers[number - 1];
  if (header === undefined) return null;
  const next = lines.findIndex((line, index) => index > header && is_header(line));
  const end = next < 0 ? lines.length : next;
  const place = lines.findIndex((line, index) => index > header && index < end && new RegExp(`^\\s*${key}\\s*=`).test(line));
  lines.splice(place < 0 ? header + 1 : place, place < 0 ? 0 : 1, `${key} = ${value}`);
  return lines.join("\n");
}

/** The text after edits of the running scene; `values` are the new values of the keys. Undefined if it cannot be derived. */
export function with_edits(text: string, edits: string[], values: Map<string, unknown>): string | undefined {
  for (const edit of edits) {
    const added = /^(\w+)\+=\{(.*)\}$/.exec(edit);
    const [, section, number, key, asked] = /^(\w+)\.(?:(\d+)\.)?(\w+)=(.*)$/.exec(edit) ?? [];
    if (added) {
      text = `${text.trimEnd()}\n\n[[${added[1]}]]\n${entries_of(added[2]!).join("\n")}\n`;
    } else if (section && key) {
      const value = values.get(edit.slice(0, edit.indexOf("=")));
      if (number) {
        const changed = set_in_list(text, section, Number(number), key, value === undefined ? asked! : toml_text(value));
        if (changed === null) return undefined;
        text = changed;
      } else if (value !== undefined) {
        text = set_in_text(text, section, key, toml_text(value));
      }
    } else {
      return undefined;
    }
  }
  return text;
}

/** The tables of a list in a scene's text, each with its keys and their values as they are written. */
export function tables_in(text: string, list: string): Record<string, string>[] {
  const tables: Record<string, string>[] = [];
  let is_inside = false;
  for (const line of text.split("\n")) {
    if (is_header(line)) {
      is_inside = line.trim().startsWith(`[[${list}]]`);
      if (is_inside) tables.push({});
    }
    const found = is_inside && /^\s*(\w+)\s*=\s*([^#]*?)\s*(#.*)?$/.exec(line);
    if (found) tables.at(-1)![found[1]!] = found[2]!;
  }
  return tables;
}

/** An entry that an edit adds to a list: `{a = 1, b = [2, 3]}`. */
export const inline_table = (entries: Record<string, unknown>): string =>
  `{${Object.entries(entries).filter(([, value]) => value !== undefined).map(([key, value]) => `${key} = ${toml_text(value)}`).join(", ")}}`;
