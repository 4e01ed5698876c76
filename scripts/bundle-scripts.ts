/**
 * Bundles the server, its workers and threads, and the scripts that packages/slides runs in sandboxes; each only if one
 * of its modules has changed.
 *
 * Usage: node scripts/bundle-scripts.ts
 *
 * Built in a temporary folder and moved when complete, so that a process that starts at the same time finds a complete bundle
 * or none. Third-party packages are not bundled, except those named below.
 */
import { renameSync, rmSync, writeFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { type Plugin, rolldown } from "rolldown";
import { SERVER_SCRIPTS } from "../apps/server/src/platform/server-scripts.ts";
import {
  BUNDLE_NOTE,
  type BundleNote,
  type BundlePlace,
  readFreshNote,
  readSourceStates,
  sandboxScripts,
} from "../packages/slides/src/sandbox/bundled-script.ts";

/** In a folder directly below a folder of `src`. */
export const SANDBOX_SCRIPT = /^src\/[^/]+\/[^/]+-child\.ts$/;
export const SERVER_SCRIPT = /^src\/(start|workers\/worker-main|run-database-task|.+\.(worker|child))\.ts$/;

/**
 * Packages of many small modules, with those that they depend on: from a bundle a sandbox starts in 0.7 of the time. All
 * others are used as installed by npm; a package is never required to be in this list.
 */
const BUNDLED_PACKAGES = new RegExp(
  `^(${[
    ...["@parfocal", "kysely", "zod"],
    ...["fast-xml-parser", "fast-xml-builder", "@nodable", "strnum", "anynum", "is-unsafe", "xml-naming"],
    "path-expression-matcher",
    ...["sharp", "@img/colour", "detect-libc", "semver"],
  ].join("|")})(/|$)`,
);

/** @param isScript matches the paths, relative to the workspace, of the scripts that get a bundle. */
export async function bundleScripts(place: BundlePlace, isScript: RegExp): Promise<void> {
  if (readFreshNote(place)) return;
  const folder = join(place.workspace, place.folder);
  const sources = readSourceStates(place);
  const scripts = Object.keys(sources).filter((path) => isScript.test(path));
  // Each output file is one folder below the output folder.
  const bundles = scripts.map((path) => [
    path,
    path
      .replace(/^src\//, "")
      .replace(/\.ts$/, "")
      .replaceAll("/", "."),
  ]);
  const fresh = `${folder}.new-${process.pid}`;
  const bundle = await rolldown({
    cwd: place.workspace,
    input: Object.fromEntries(bundles.map(([path, name]) => [name, join(place.workspace, path as string)])),
    platform: "node",
    external: (id) => !/^[./#]/.test(id) && !BUNDLED_PACKAGES.test(id),
    plugins: [keepAddresses(folder)],
  });
  await bundle.write({
    dir: fresh,
    format: "esm",
    // Node would parse them at each start.
    comments: { jsdoc: false },
    entryFileNames: "scripts/[name].js",
    chunkFileNames: "shared/[name]-[hash].js",
  });
  await bundle.close();
  const note: BundleNote = {
    sources,
    bundles: Object.fromEntries(
      bundles.map(([path, name]) => [(path as string).replace(/^src\//, ""), `scripts/${name}.js`]),
    ),
  };
  writeFileSync(join(fresh, BUNDLE_NOTE), JSON.stringify(note));
  const former = `${folder}.old-${process.pid}`;
  rmSync(former, { recursive: true, force: true });
  renameIfThere(folder, former);
  renameSync(fresh, folder);
  rmSync(former, { recursive: true, force: true });
}

function renameIfThere(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if ((error as { code?: string }).code !== "ENOENT") throw error;
  }
}

/** Keeps paths of workers, codecs and folders relative to their modules valid in a bundle. */
function keepAddresses(folder: string): Plugin {
  return {
    name: "keep-addresses",
    transform(code, id) {
      if (!code.includes("import.meta.url")) return null;
      const path = relative(join(folder, "shared"), id).split(sep).join("/");
      return code.replaceAll("import.meta.url", `new URL(${JSON.stringify(path)}, import.meta.url).href`);
    },
  };
}

/** Bundles all scripts of this repository. */
export async function bundleAllScripts(): Promise<void> {
  const slides = sandboxScripts(join(import.meta.dirname, "../packages/slides"));
  await Promise.all([bundleScripts(SERVER_SCRIPTS, SERVER_SCRIPT), bundleScripts(slides, SANDBOX_SCRIPT)]);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await bundleAllScripts();
