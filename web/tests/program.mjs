// Starts the native program with its own server: `spindrift view`.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));
const kPlaces = ["build/release/bin/spindrift", "build/work/bin/spindrift"].map((place) => root + place);

/** The built program: the one that SPINDRIFT names, or that of a build folder. */
export const program = () => process.env.SPINDRIFT ?? kPlaces.find((place) => existsSync(place));

export async function view(what, ...options) {
  const child = spawn(program(), ["view", what, "--port", "0", "--no-browser", ...options], { cwd: root, env: { ...process.env, SPINDRIFT_WEB: `${root}web/dist` } });
  let said = "";
  const url = await new Promise((done, fail) => {
    const hear = (data) => {
      said += data;
      const found = /http:\/\/\S+/.exec(said);
      if (found) done(found[0]);
    };
    child.stdout.on("data", hear);
    child.stderr.on("data", hear);
    child.on("exit", (code) => fail(new Error(`spindrift view ended with ${code}: ${said}`)));
  });
  return { url, close: () => new Promise((done) => { child.on("exit", done); child.kill("SIGINT"); }) };
}
