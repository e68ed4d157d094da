// Loads a module of the page, TypeScript and all, into a test.
import { fileURLToPath } from "node:url";
import { createServer } from "vite";

const root = fileURLToPath(new URL("..", import.meta.url));

export async function load(path) {
  const server = await createServer({ root, server: { middlewareMode: true, hmr: false, ws: false }, appType: "custom", logLevel: "error", optimizeDeps: { noDiscovery: true } });
  try {
    return await server.ssrLoadModule(path);
  } finally {
    await server.close();
  }
}
