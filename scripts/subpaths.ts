/**
 * The short names by which slices import each other: `#image/image.queries.ts`, `@parfocal/core/image/image.contract.ts`.
 * Node, TypeScript and Vite read them from `imports` and `exports` of a workspace's package.json, as these tools do here.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Beginning of a specifier and the folder it stands for, relative to the workspace; the longest beginning first. */
export type Subpaths = readonly (readonly [beginning: string, folder: string])[];

/** For a folder whose package.json has no patterns, or that has none: everything is in `src`. */
const PLAIN: Subpaths = [
  ["#", "src/"],
  ["./", "src/"],
];

/** @param workspace path of its folder. */
export function readSubpaths(workspace: string): Subpaths {
  const file = join(workspace, "package.json");
  if (!existsSync(file)) return PLAIN;
  const { imports = {}, exports = {} } = JSON.parse(readFileSync(file, "utf8")) as Record<
    string,
    Record<string, string>
  >;
  const patterns = Object.entries({ ...imports, ...exports });
  if (patterns.length === 0) return PLAIN;
  return patterns
    .map(([pattern, target]) => [pattern.replace(/\*$/, ""), target.replace(/^\.\//, "").replace(/\*$/, "")] as const)
    .sort(([a], [b]) => b.length - a.length);
}

/**
 * @param specifier `#…` inside the workspace; `./…`, the part after the package's name, from another one.
 * @returns the file, relative to the workspace.
 * @throws Error if no pattern matches.
 */
export function resolveSubpath(specifier: string, subpaths: Subpaths): string {
  const found = subpaths.find(([beginning]) => specifier.startsWith(beginning));
  if (!found) throw new Error(`no pattern of package.json matches ${specifier}`);
  return found[1] + specifier.slice(found[0].length);
}
