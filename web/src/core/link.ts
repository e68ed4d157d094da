// A scene in a link: the deflated text, in letters that an address may have.

async function through(stream: CompressionStream | DecompressionStream, bytes: Uint8Array): Promise<Uint8Array> {
  const whole = new Blob([bytes as BlobPart]).stream().pipeThrough(stream as ReadableWritablePair<Uint8Array, BlobPart>);
  return new Uint8Array(await new Response(whole).arrayBuffer());
}

export async function pack_text(text: string): Promise<string> {
  const bytes = await through(new CompressionStream("deflate-raw"), new TextEncoder().encode(text));
  let letters = "";
  for (const byte of bytes) letters += String.fromCharCode(byte);
  return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** The text of a link; throws if it has none. */
export async function unpack_text(packed: string): Promise<string> {
  const letters = atob(packed.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
  return new TextDecoder("utf-8", { fatal: true }).decode(await through(new DecompressionStream("deflate-raw"), bytes));
}

/** The scene that an address names or contains. */
export async function scene_of_address(hash: string): Promise<{ name: string; scene?: string } | null> {
  const words = new URLSearchParams(hash.replace(/^#/, ""));
  const name = words.get("scene");
  const packed = words.get("text");
  if (packed) return { name: name ?? "shared", scene: await unpack_text(packed) };
  return name ? { name } : null;
}

export async function address_of_scene(name: string, scene: string): Promise<string> {
  return `#scene=${encodeURIComponent(name)}&text=${await pack_text(scene)}`;
}
