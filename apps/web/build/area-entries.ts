/**
 * Lazily loaded parts are bundled by area (`page-chunks.ts`): `import("#grid/GridFeature.tsx")` becomes a part of its
 * area's script. By default the bundler writes a one-line script for each such part, which imports the script that
 * contains it: one more request and round trip for each.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Plugin } from "vite";
import { readSubpaths, resolveSubpath } from "../../../scripts/subpaths.ts";
import { areaOf, ENTRY_ID } from "./page-chunks.ts";

const ENTRY = "virtual:area/";

/** Excludes `typeof import("…")`, which is a type. */
const FETCHED_LATER = /(?<!typeof\s+)\bimport\(\s*["']([^"']+)["']\s*,?\s*\)/g;
const SOURCE_FILE = /(?<!\.test)\.tsx?$/;

/** Source folders. */
export interface SourceFolders {
  /** Folder of the web app; `#slice/…` refers to a file in it. */
  readonly web: string;
  /** Folder of the packages; `@parfocal/core/…` refers to a file in `core/src`. */
  readonly packages: string;
}

const subpathsOf = new Map<string, ReturnType<typeof readSubpaths>>();

function fileOf(workspace: string, specifier: string): string {
  const subpaths = subpathsOf.get(workspace) ?? readSubpaths(workspace);
  subpathsOf.set(workspace, subpaths);
  return join(workspace, resolveSubpath(specifier, subpaths));
}

/** @returns the file or the package that an import refers to. */
function resolveImport(specifier: string, importer: string, { web, packages }: SourceFolders): string {
  if (specifier.startsWith("#")) return fileOf(dirname(web), specifier);
  if (specifier.startsWith(".")) return join(dirname(importer), specifier);
  const [, name, rest] = /^@parfocal\/(\w+)\/(.+)$/.exec(specifier) ?? [];
  return name && rest ? fileOf(join(packages, name), `./${rest}`) : specifier;
}

/** Export name of a part in the entry of its area. */
const partName = (path: string, { web, packages }: SourceFolders): string =>
  path.replace(web, "").replace(packages, "").replace(/\W/g, "_");

/** @param importer path of the module. */
export function fetchByArea(code: string, importer: string, folders: SourceFolders): string {
  return code.replace(FETCHED_LATER, (_whole, specifier: string) => {
    const path = resolveImport(specifier, importer, folders);
    return `import("${ENTRY}${areaOf(path)}").then((area) => area.${partName(path, folders)})`;
  });
}

/** @returns the source text of each area's entry: all of its parts. */
export function writeEntries(folders: SourceFolders): ReadonlyMap<string, string> {
  const partsOf = new Map<string, Set<string>>();
  for (const folder of [folders.web, join(folders.packages, "viewer/src")])
    for (const importer of listSources(folder))
      for (const [, specifier = ""] of readFileSync(importer, "utf8").matchAll(FETCHED_LATER)) {
        const path = resolveImport(specifier, importer, folders);
        partsOf.set(areaOf(path), (partsOf.get(areaOf(path)) ?? new Set()).add(path));
      }
  return new Map(
    [...partsOf].map(([area, paths]) => [
      area,
      [...paths]
        .sort()
        .map((path) => `export * as ${partName(path, folders)} from ${JSON.stringify(path)};`)
        .join("\n"),
    ]),
  );
}

function listSources(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => SOURCE_FILE.test(path))
    .map((path) => join(folder, path));
}

export function areaEntries(folders: SourceFolders): Plugin {
  let entries: ReadonlyMap<string, string> = new Map();
  return {
    name: "area-entries",
    apply: "build",
    enforce: "pre",
    buildStart() {
      entries = writeEntries(folders);
    },
    resolveId: {
      filter: { id: /^virtual:area\// },
      handler: (id) => ENTRY_ID + id.slice(ENTRY.length),
    },
    load: {
      filter: { id: /^\0area:/ },
      handler: (id) => entries.get(id.slice(ENTRY_ID.length)) ?? null,
    },
    transform: {
      filter: { id: /\/(?:apps\/web|packages\/viewer)\/src\/.*\.tsx?$/, code: /\bimport\(/ },
      handler: (code, id) => ({ code: fetchByArea(code, id, folders), map: null }),
    },
  };
}
