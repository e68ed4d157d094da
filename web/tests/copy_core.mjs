// Copies the core that was built for WebAssembly to where the page looks for it.
import { copyFileSync, existsSync, mkdirSync } from "node:fs";
import { fileURLToPath } from "node:url";

const path = (name) => fileURLToPath(new URL(name, import.meta.url));
for (const [preset, folder] of [["web", "serial"], ["web-threads", "threads"]]) {
  const from = path(`../../build/${preset}/bin/`);
  if (!existsSync(`${from}spindrift.mjs`)) {
    console.log(`${folder}: not built; tools/build_web ${preset} builds it`);
    continue;
  }
  const to = path(`../public/core/${folder}/`);
  mkdirSync(to, { recursive: true });
  for (const file of ["spindrift.mjs", "spindrift.wasm"]) copyFileSync(from + file, to + file);
  console.log(`${folder}: copied`);
}
