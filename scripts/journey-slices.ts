/**
 * The slices that a journey uses, in the first line of its file: `// Slices: annotation, slide`.
 *
 * A slice is a folder of `packages/core`, `apps/server` or `apps/web` (ARCHITECTURE.md); the viewer and the reader of slide
 * files are named after their packages, `viewer` and `slides`, except for folders with a slice's name.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { sliceOf } from "./import-circles.ts";

const FIRST_LINE = /^\/\/ Slices: ([a-z-]+(?:, [a-z-]+)*)$/;

/** By file name in `e2e/`; empty: the first line names no slices, or has another format. */
export type JourneySlices = ReadonlyMap<string, readonly string[]>;

export function readJourneySlices(root: string): JourneySlices {
  const specs = readdirSync(join(root, "e2e")).filter((name) => name.endsWith(".spec.ts"));
  return new Map(specs.sort().map((name) => [name, parseSlices(readFileSync(join(root, "e2e", name), "utf8"))]));
}

export function parseSlices(source: string): string[] {
  const [firstLine = ""] = source.split("\n", 1);
  return FIRST_LINE.exec(firstLine)?.[1]?.split(", ") ?? [];
}

/** @param paths of all source files. */
export function listSlices(paths: readonly string[]): Set<string> {
  const names = paths.map(sliceOf).filter((folder) => folder !== null);
  return new Set(["slides", "viewer", ...names.map((folder) => folder.slice(folder.lastIndexOf("/") + 1))]);
}

/** @returns null for files outside of slices, such as the app shell or the platform. */
export function sliceNameOf(path: string, slices: ReadonlySet<string>): string | null {
  const folder = sliceOf(path);
  if (folder) return folder.slice(folder.lastIndexOf("/") + 1);
  const [, workspace, name] = /^packages\/(slides|viewer)\/src\/(?:([^/]+)\/)?/.exec(path) ?? [];
  return (name && slices.has(name) ? name : workspace) ?? null;
}
