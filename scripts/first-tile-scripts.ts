/**
 * Scripts that are fetched for a slide's page before its first tile can be requested, counted in the
 * built pages without a browser: the page's own scripts and those of the slide screen, as listed by the build for the
 * server. `e2e/page-start.spec.ts` counts the same in a browser.
 *
 * Usage: node scripts/first-tile-scripts.ts [FOLDER]     a built folder; default: apps/web/dist
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import type { PageScripts } from "../apps/web/build/page-scripts.ts";

/** Goals of issue 10; bytes are gzipped. */
export const FIRST_TILE_SCRIPTS_MAX_BYTES = 300_000;
export const FIRST_TILE_SCRIPTS_MAX_COUNT = 8;

/** Screen of the slide page. */
const SCREEN = "image";
const SCRIPT_OF_PAGE = /<script\b[^>]*\bsrc="(\/[^"]+\.js)"/g;
const PRELOADED = /<link rel="modulepreload"[^>]*\bhref="(\/[^"]+\.js)"/g;

export interface ScriptWeight {
  /** Path within the built folder. */
  readonly path: string;
  /** Gzipped. */
  readonly bytes: number;
}

/**
 * @param dist folder built by Vite.
 * @returns scripts, largest first.
 * @throws Error if the folder is not a build.
 */
export function weighFirstTileScripts(dist: string): ScriptWeight[] {
  const page = readFileSync(join(dist, "index.html"), "utf8");
  const { screens } = JSON.parse(readFileSync(join(dist, "page-scripts.json"), "utf8")) as PageScripts;
  const files = new Set([
    ...[SCRIPT_OF_PAGE, PRELOADED].flatMap((pattern) => [...page.matchAll(pattern)].map(([, file = ""]) => file)),
    ...(screens[SCREEN]?.scripts ?? []),
  ]);
  return [...files]
    .map((path) => ({ path, bytes: gzipSync(readFileSync(join(dist, path))).length }))
    .sort((one, other) => other.bytes - one.bytes);
}

export function sumOfWeights(weights: readonly ScriptWeight[]): number {
  return weights.reduce((sum, { bytes }) => sum + bytes, 0);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const weights = weighFirstTileScripts(process.argv[2] ?? join(import.meta.dirname, "../apps/web/dist"));
  for (const { path, bytes } of weights) console.log(`${(bytes / 1000).toFixed(1).padStart(7)} kB  ${path}`);
  console.log(
    `${(sumOfWeights(weights) / 1000).toFixed(1).padStart(7)} kB  in all, at most ${FIRST_TILE_SCRIPTS_MAX_BYTES / 1000}`,
  );
}
