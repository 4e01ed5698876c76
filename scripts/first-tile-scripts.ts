/**
 * Which scripts a visitor who opens a slide's address fetches before the first tile can be asked for, counted in the
 * built pages without a browser: the page's own scripts and those of the slide's screen, with all that they import at once.
 * `bench/slide-open.ts` counts the same in a browser.
 *
 * Usage: node scripts/first-tile-scripts.ts [FOLDER]     a built folder; apps/web/dist unless told
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

/** Goal of issue 2, gzipped. */
export const FIRST_TILE_SCRIPTS_MAX_BYTES = 300_000;

/** The chunk that is fetched once the address is known to be a slide's. */
const SLIDE_SCREEN = /^SlidePage-[\w-]+\.js$/;
const SCRIPT_OF_PAGE = /<script\b[^>]*\bsrc="\/([^"]+\.js)"/g;
/** `import"./a.js"`, `import{b}from"./a.js"`, `export*from"./a.js"`: not `import("./a.js")`, which waits until it is called. */
const IMPORTED_AT_ONCE = /\b(?:import|from)\s*["']\.\/([\w.-]+\.js)["']/g;

export interface ScriptWeight {
  /** Path within the built folder. */
  readonly path: string;
  /** Gzipped. */
  readonly bytes: number;
}

/**
 * @param dist folder that Vite has built.
 * @returns largest first.
 * @throws Error if the folder holds no screen for slides, or names a script that is not there.
 */
export function weighFirstTileScripts(dist: string): ScriptWeight[] {
  const screen = readdirSync(join(dist, "assets")).find((name) => SLIDE_SCREEN.test(name));
  if (screen === undefined)
    throw new Error(`${dist} holds no SlidePage: build the pages first, or name its chunk here.`);
  const ofPage = matchesIn(readFileSync(join(dist, "index.html"), "utf8"), SCRIPT_OF_PAGE);
  const weights = new Map<string, ScriptWeight>();
  const toRead = [...ofPage, `assets/${screen}`];
  for (let path = toRead.pop(); path !== undefined; path = toRead.pop()) {
    if (weights.has(path)) continue;
    const script = readFileSync(join(dist, path));
    weights.set(path, { path, bytes: gzipSync(script).length });
    toRead.push(...matchesIn(script.toString("utf8"), IMPORTED_AT_ONCE).map((name) => `assets/${name}`));
  }
  return [...weights.values()].sort((one, other) => other.bytes - one.bytes);
}

export function sumOfWeights(weights: readonly ScriptWeight[]): number {
  return weights.reduce((sum, { bytes }) => sum + bytes, 0);
}

function matchesIn(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, name = ""]) => name);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const weights = weighFirstTileScripts(process.argv[2] ?? join(import.meta.dirname, "../apps/web/dist"));
  for (const { path, bytes } of weights) console.log(`${(bytes / 1000).toFixed(1).padStart(7)} kB  ${path}`);
  console.log(
    `${(sumOfWeights(weights) / 1000).toFixed(1).padStart(7)} kB  in all, at most ${FIRST_TILE_SCRIPTS_MAX_BYTES / 1000}`,
  );
}
