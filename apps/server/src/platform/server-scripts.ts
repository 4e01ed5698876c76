/** Where the scripts that the server's processes and threads run are: bundles if they are up to date, else modules. */
import { fileURLToPath } from "node:url";
import { BundledScripts, type BundlePlace } from "@parfocal/slides/sandbox/bundled-script.ts";

export const SERVER_SCRIPTS: BundlePlace = {
  workspace: fileURLToPath(new URL("../..", import.meta.url)),
  folder: "dist/server",
  otherSources: ["package.json", "../../package-lock.json", "../../packages/core/src", "../../packages/slides/src"],
};

const bundledScripts = new BundledScripts(SERVER_SCRIPTS);

/**
 * @param script URL of a module of the server that is the first of a process or thread.
 * @returns absolute path of what to run.
 */
export const pathOfServerScript = (script: URL): string => bundledScripts.pathOf(script);
