/**
 * The path aliases with which slices import each other: `#image/image.queries.ts`,
 * `@parfocal/core/image/image.contract.ts`. These functions, like Node, TypeScript and Vite, read them from `imports`
 * and `exports` of a workspace's package.json.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Prefix of a specifier and its folder, relative to the workspace; longest prefix first. */
export type Subpaths = readonly (readonly [beginning: string, folder: string])[];

/** Default without patterns in package.json: all modules are in `src`. */
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
 * @param specifier `#…` within the workspace; from another one `./…`, the part after the package's name.
 * @returns the file, relative to the workspace.
 * @throws Error if no pattern matches.
 */
export function resolveSubpath(specifier: string, subpaths: Subpaths): string {
  const found = subpaths.find(([beginning]) => specifier.startsWith(beginning));
  if (!found) throw new Error(`no pattern of package.json matches ${specifier}`);
  return found[1] + specifier.slice(found[0].length);
}
