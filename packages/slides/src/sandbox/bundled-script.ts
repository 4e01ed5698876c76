/**
 * Finds the bundle of a sandbox script. Node starts a bundle in a fifth of the time that it needs for the script's
 * TypeScript modules one by one (bench/sandbox-start.ts).
 *
 * `scripts/bundle-sandbox-scripts.ts` writes the bundles and notes which sources they were made of. A bundle counts only
 * while each of those sources is as it was and none was added; else the script itself is run, which does the same.
 */
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";

/** Size in bytes and time of the last change in ms since 1970. */
export type SourceState = readonly [sizeBytes: number, changedAtMs: number];

export interface BundleNote {
  /** Path below `src` → the state of that file when the bundles were made. */
  readonly sources: Readonly<Record<string, SourceState>>;
  /** Path of a script below `src` → path of its bundle below the folder of this note. */
  readonly bundles: Readonly<Record<string, string>>;
}

/** Below the workspace. */
export const BUNDLE_FOLDER = "dist/sandbox-scripts";
/** In the folder of the bundles. */
export const BUNDLE_NOTE = "sources.json";

const NOT_BUNDLED = /\.test\.ts$|(^|\/)testing\//;

/** Finds bundles of one workspace; what it holds is read at the first question. */
export class BundledScripts {
  readonly #workspace: string;
  #note: BundleNote | null | undefined;

  /** @param workspace path of the folder that holds `src` and the bundles. */
  constructor(workspace: string) {
    this.#workspace = workspace;
  }

  /**
   * @param script a module below `src`.
   * @returns path of the bundle, or of the script itself if it has none that is up to date.
   */
  pathOf(script: URL): string {
    const path = fileURLToPath(script);
    if (this.#note === undefined) this.#note = readFreshNote(this.#workspace);
    const name = this.#note?.bundles[withSlashes(relative(join(this.#workspace, "src"), path))];
    return name === undefined ? path : join(this.#workspace, BUNDLE_FOLDER, name);
  }
}

/** @returns the state of each module that a bundle can be made of, by its path below `src`. */
export function readSourceStates(workspace: string): Record<string, SourceState> {
  const folder = join(workspace, "src");
  const paths = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map(withSlashes)
    .filter((path) => path.endsWith(".ts") && !NOT_BUNDLED.test(path))
    .sort();
  return Object.fromEntries(
    paths.map((path): [string, SourceState] => {
      const { size, mtimeMs } = statSync(join(folder, path));
      return [path, [size, Math.floor(mtimeMs)]];
    }),
  );
}

/** null: there are no bundles, or they are out of date. */
function readFreshNote(workspace: string): BundleNote | null {
  const path = join(workspace, BUNDLE_FOLDER, BUNDLE_NOTE);
  if (!existsSync(path)) return null;
  const note = JSON.parse(readFileSync(path, "utf8")) as BundleNote;
  return JSON.stringify(note.sources) === JSON.stringify(readSourceStates(workspace)) ? note : null;
}

function withSlashes(path: string): string {
  return path.split(sep).join("/");
}
