/**
 * Finds the bundle of a script. Node starts a bundle in a fraction of the time that it needs to load the script's
 * TypeScript modules one by one (bench/sandbox-start.ts, bench/server-start.ts).
 *
 * `scripts/bundle-scripts.ts` writes the bundles and records the sources they were made from. A bundle is used only
 * while all of these sources are unchanged and none was added; otherwise the script itself is run, with the same
 * result.
 */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";

/** Locations of the scripts of one workspace and of their bundles. */
export interface BundlePlace {
  /** Absolute path of the workspace; its scripts are in `src`. */
  readonly workspace: string;
  /** Folder of the bundles, below the workspace. */
  readonly folder: string;
  /** Folders of further modules that the scripts import, and single files, relative to the workspace. */
  readonly otherSources: readonly string[];
}

/** Size in bytes, modification time in ms since 1970, and SHA-256 of the content in hex. */
export type SourceState = readonly [sizeBytes: number, changedAtMs: number, sha256: string];

export interface BundleNote {
  /** Path relative to the workspace → state of that file when the bundles were made. */
  readonly sources: Readonly<Record<string, SourceState>>;
  /** Path of a script below `src` → path of its bundle below the folder of this note. */
  readonly bundles: Readonly<Record<string, string>>;
}

/** File name in the folder of the bundles. */
export const BUNDLE_NOTE = "sources.json";

const NOT_BUNDLED = /\.test\.ts$|(^|\/)testing\//;

/** Sources of every bundle, relative to a workspace: versions of the packages in it, and how it is made. */
export const BUNDLE_SOURCES: readonly string[] = ["../../package-lock.json", "../../scripts/bundle-scripts.ts"];

/** The scripts that a workspace runs in sandboxes. */
export function sandboxScripts(workspace: string): BundlePlace {
  return { workspace, folder: "dist/sandbox-scripts", otherSources: BUNDLE_SOURCES };
}

/** Finds bundles of one workspace; their note is read on first use. */
export class BundledScripts {
  readonly #place: BundlePlace;
  #note: BundleNote | null | undefined;

  constructor(place: BundlePlace) {
    this.#place = place;
  }

  /**
   * @param script a module below `src`.
   * @returns path of the bundle, or of the script itself if it has no up-to-date bundle.
   */
  pathOf(script: URL): string {
    const { workspace, folder } = this.#place;
    const path = fileURLToPath(script);
    if (this.#note === undefined) this.#note = readFreshNote(this.#place);
    const name = this.#note?.bundles[withSlashes(relative(join(workspace, "src"), path))];
    return name === undefined ? path : join(workspace, folder, name);
  }
}

/** @returns paths of all files that a bundle can be made from, relative to the workspace. */
function listSources({ workspace, otherSources }: BundlePlace): string[] {
  return ["src", ...otherSources]
    .flatMap((source) => {
      const stats = statSync(join(workspace, source), { throwIfNoEntry: false });
      if (!stats?.isDirectory()) return stats ? [source] : [];
      const paths = readdirSync(join(workspace, source), { recursive: true, encoding: "utf8" }).map(withSlashes);
      return paths.filter((path) => path.endsWith(".ts") && !NOT_BUNDLED.test(path)).map((path) => `${source}/${path}`);
    })
    .sort();
}

/** @returns the state of each file that a bundle can be made from, by its path relative to the workspace. */
export function readSourceStates(place: BundlePlace): Record<string, SourceState> {
  return Object.fromEntries(
    listSources(place).map((path): [string, SourceState] => {
      const absolute = join(place.workspace, path);
      const { size, mtimeMs } = statSync(absolute);
      return [path, [size, Math.floor(mtimeMs), hashOf(absolute)]];
    }),
  );
}

/** @returns null if there are no bundles, or they are out of date. */
export function readFreshNote(place: BundlePlace): BundleNote | null {
  const path = join(place.workspace, place.folder, BUNDLE_NOTE);
  if (!existsSync(path)) return null;
  const note = JSON.parse(readFileSync(path, "utf8")) as BundleNote;
  const sources = listSources(place);
  const isFresh =
    sources.length === Object.keys(note.sources).length &&
    sources.every((source) => isUnchanged(join(place.workspace, source), note.sources[source]));
  return isFresh ? note : null;
}

/** A copy, as in the layers of a container image, can have a different time but the same content. */
function isUnchanged(path: string, state: SourceState | undefined): boolean {
  if (state === undefined) return false;
  const [sizeBytes, changedAtMs, sha256] = state;
  const { size, mtimeMs } = statSync(path);
  return size === sizeBytes && (Math.floor(mtimeMs) === changedAtMs || hashOf(path) === sha256);
}

function hashOf(path: string): string {
  return createHash("sha256").update(readFileSync(path)).digest("hex");
}

function withSlashes(path: string): string {
  return path.split(sep).join("/");
}
