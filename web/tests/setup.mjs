// What is there to test with, and why a test is left out where something is missing.
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { browser_path } from "./browser.mjs";
import { program } from "./program.mjs";

const has_core = (folder) => existsSync(fileURLToPath(new URL(`../dist/core/${folder}/spindrift.mjs`, import.meta.url)));

export const no_browser = browser_path() ? false : "there is no Chromium";
export const no_program = no_browser || (program() ? false : "the program was not built");
export const no_core = no_browser || (has_core("serial") ? false : "the core was not built for WebAssembly: tools/build_web");
export const no_threads = no_core || (has_core("threads") ? false : "the core was not built with threads: tools/build_web web-threads");
