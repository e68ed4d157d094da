// How the page is built: two pages, relative addresses (so that it works from any folder of a web server), and the two
// headers without which a browser gives no threads to WebAssembly.
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";

const isolation = {
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Embedder-Policy": "require-corp",
};

export default defineConfig({
  base: "./",
  define: { __HAS_THREADS__: existsSync(fileURLToPath(new URL("public/core/threads/spindrift.mjs", import.meta.url))) },
  build: {
    target: "es2022",
    assetsInlineLimit: 0, // pictures of the gallery are loaded when it is opened, not with the page
    rollupOptions: { input: { index: "index.html", how: "how.html" } },
  },
  worker: { format: "es" },
  server: { headers: isolation, fs: { allow: [".."] } },
  preview: { headers: isolation },
});
