// The values of a scene's keys, read from its text as the session writes it: `section.key`, or `section.2.key` of the second of
// its kind.

/** A value of TOML that is also one of JSON, which all that the session writes are, but for tables. */
function value_of(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function values_in_text(text: string): Map<string, unknown> {
  const values = new Map<string, unknown>();
  const counts = new Map<string, number>();
  let section = "";
  for (const line of text.split("\n")) {
    const header = /^\s*(\[\[?)\s*([\w.]+)\s*\]/.exec(line);
    if (header) {
      section = `${header[2]!}.`;
      if (header[1] === "[[") {
        counts.set(section, (counts.get(section) ?? 0) + 1);
        section += `${counts.get(section)!}.`;
      }
      continue;
    }
    const entry = /^\s*(\w+)\s*=\s*("(?:[^"\\]|\\.)*"|\[.*\]|[^#]*)/.exec(line);
    const value = entry && value_of(entry[2]!.trim());
    if (entry && value !== undefined) values.set(section + entry[1]!, value);
  }
  return values;
}
