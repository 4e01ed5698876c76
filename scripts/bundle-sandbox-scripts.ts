/**
 * Bundles the scripts that packages/slides runs in sandboxes, if any of its modules has changed.
 *
 * Usage: node scripts/bundle-sandbox-scripts.ts
 *
 * Built in a temporary folder and moved when complete, so that a sandbox that starts meanwhile finds a complete bundle or none.
 * Third-party packages are not bundled.
 */
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { type Plugin, rolldown } from "rolldown";
import {
  BUNDLE_FOLDER,
  BUNDLE_NOTE,
  type BundleNote,
  readSourceStates,
} from "../packages/slides/src/sandbox/bundled-script.ts";

const WORKSPACE = join(import.meta.dirname, "../packages/slides");
/** Pattern of the scripts, one folder below `src`; their bundles are one folder below the output folder: `probe/probe-child.js`. */
const SANDBOX_SCRIPT = /^[^/]+\/[^/]+-child\.ts$/;

/** @param workspace path of a folder whose `src` contains sandbox scripts; their names end in `-child.ts`. */
export async function bundleSandboxScripts(workspace: string): Promise<void> {
  const folder = join(workspace, BUNDLE_FOLDER);
  const sources = readSourceStates(workspace);
  const notePath = join(folder, BUNDLE_NOTE);
  if (existsSync(notePath)) {
    const former = JSON.parse(readFileSync(notePath, "utf8")) as BundleNote;
    if (JSON.stringify(former.sources) === JSON.stringify(sources)) return;
  }

  const scripts = Object.keys(sources).filter((path) => SANDBOX_SCRIPT.test(path));
  const entries = scripts.map((path) => [path.replace(/\.ts$/, ""), join(workspace, "src", path)]);
  const fresh = `${folder}.new-${process.pid}`;
  const bundle = await rolldown({
    input: Object.fromEntries(entries),
    platform: "node",
    external: (id) => !/^[./]/.test(id),
    plugins: [keepAddresses(folder)],
  });
  await bundle.write({ dir: fresh, format: "esm", entryFileNames: "[name].js", chunkFileNames: "shared/[hash].js" });
  await bundle.close();
  const note: BundleNote = {
    sources,
    bundles: Object.fromEntries(scripts.map((path) => [path, path.replace(/\.ts$/, ".js")])),
  };
  writeFileSync(join(fresh, BUNDLE_NOTE), JSON.stringify(note));
  const former = `${folder}.old-${process.pid}`;
  if (existsSync(folder)) renameSync(folder, former);
  renameSync(fresh, folder);
  rmSync(former, { recursive: true, force: true });
}

/** Keeps paths of workers and codecs relative to their modules valid in a bundle. */
function keepAddresses(folder: string): Plugin {
  return {
    name: "keep-addresses",
    transform(code, id) {
      if (!code.includes("import.meta.url")) return null;
      // Each output file is one folder below the output folder.
      const path = relative(join(folder, "shared"), id).split(sep).join("/");
      return code.replaceAll("import.meta.url", `new URL(${JSON.stringify(path)}, import.meta.url).href`);
    },
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await bundleSandboxScripts(WORKSPACE);
