/**
 * Builds the web pages into apps/web/dist if any of their sources has changed.
 *
 * Usage: node scripts/build-web.ts
 *
 * Built in a temporary folder and moved when complete. A server that is running in the meantime serves the old
 * list of files until it is restarted.
 */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { compressAssets } from "./compress-assets.ts";
import { runChild } from "./run-child.mjs";

const SOURCES = ["apps/web", "packages/core/src", "packages/viewer/src"];
const SINGLE_FILES = ["package-lock.json", "tsconfig.base.json", "scripts/compress-assets.ts"];
const NOT_SOURCES = /(^|\/)(dist|node_modules)(\/|$|\.)|\.test\.tsx?$/;

/** @param root the repository. */
export async function buildWeb(root: string): Promise<void> {
  const dist = join(root, "apps/web/dist");
  const stamp = join(dist, ".stamp");
  const fingerprint = fingerprintOf(root);
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === fingerprint) return;

  console.log("Building the web pages…");
  const startedAt = performance.now();
  const fresh = `${dist}.new-${process.pid}`;
  const vite = join(root, "node_modules/vite/bin/vite.js");
  const words = [vite, "build", "apps/web", "--outDir", fresh, "--emptyOutDir", "--logLevel", "warn"];
  const status = await runChild(process.execPath, words, {
    cwd: root,
    env: { ...process.env, NODE_ENV: "production" },
  });
  if (status !== 0) {
    rmSync(fresh, { recursive: true, force: true });
    throw new Error("The web pages could not be built (see the error above).");
  }
  await compressAssets(fresh);
  writeFileSync(join(fresh, ".stamp"), fingerprint);
  replaceFolder(fresh, dist);
  console.log(`Web pages built in ${((performance.now() - startedAt) / 1000).toFixed(1)} s.`);
}

/** Hash of the names and contents of all sources. */
function fingerprintOf(root: string): string {
  const hash = createHash("sha256");
  for (const path of [...SOURCES.flatMap((folder) => listSources(root, folder)), ...SINGLE_FILES]) {
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(root, path)))
      .update("\0");
  }
  return hash.digest("hex");
}

function listSources(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .map((entry) => ({ path: `${folder}/${entry.name}`, isFolder: entry.isDirectory() }))
    .filter(({ path }) => !NOT_SOURCES.test(path))
    .flatMap(({ path, isFolder }) => (isFolder ? listSources(root, path) : [path]))
    .sort();
}

function replaceFolder(fresh: string, place: string): void {
  const former = `${place}.old-${process.pid}`;
  if (existsSync(place)) renameSync(place, former);
  renameSync(fresh, place);
  rmSync(former, { recursive: true, force: true });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    await buildWeb(join(import.meta.dirname, ".."));
  } catch (error) {
    console.error((error as Error).message);
    process.exitCode = 1;
  }
}
