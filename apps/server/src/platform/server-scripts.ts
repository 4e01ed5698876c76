/**
 * Paths of the scripts that the server's processes and threads run: bundles if they are up to date, otherwise modules.
 */
import { fileURLToPath, pathToFileURL } from "node:url";
import { BUNDLE_SOURCES, BundledScripts, type BundlePlace } from "@parfocal/slides/sandbox/bundled-script.ts";

export const SERVER_SCRIPTS: BundlePlace = {
  workspace: fileURLToPath(new URL("../..", import.meta.url)),
  folder: "dist/server",
  otherSources: ["package.json", ...BUNDLE_SOURCES, "../../packages/core/src", "../../packages/slides/src"],
};

const bundledScripts = new BundledScripts(SERVER_SCRIPTS);

/**
 * @param script URL of the server module that a process or thread starts with.
 * @returns absolute path of the script to run.
 */
export const pathOfServerScript = (script: URL): string => bundledScripts.pathOf(script);

/** @param script URL of the server module that this process consists of. */
export const runServerScript = (script: URL): Promise<unknown> =>
  import(pathToFileURL(pathOfServerScript(script)).href);
