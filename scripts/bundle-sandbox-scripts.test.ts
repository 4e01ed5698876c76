import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { BUNDLE_FOLDER, BUNDLE_NOTE, BundledScripts } from "../packages/slides/src/sandbox/bundled-script.ts";
import { bundleSandboxScripts } from "./bundle-sandbox-scripts.ts";

let workspace: string;
const script = () => join(workspace, "src/probe/probe-child.ts");

beforeEach(() => {
  workspace = mkdtempSync(join(tmpdir(), "parfocal-bundling-"));
  mkdirSync(join(workspace, "src/probe"), { recursive: true });
  mkdirSync(join(workspace, "src/codec"));
  writeFileSync(
    join(workspace, "src/codec/where.ts"),
    "export const address: string = new URL('./decoder.wasm', import.meta.url).href;\n",
  );
  writeFileSync(script(), "import { address } from '../codec/where.ts';\nconsole.log(address);\n");
});
afterEach(() => rmSync(workspace, { recursive: true }));

const bundleOf = () => new BundledScripts(workspace).pathOf(pathToFileURL(script()));

describe("bundleSandboxScripts", () => {
  it("a bundle does what its script does; modules find their neighbours where they are", async () => {
    await bundleSandboxScripts(workspace);
    expect(bundleOf()).toBe(join(workspace, BUNDLE_FOLDER, "probe/probe-child.js"));
    const printed = execFileSync(process.execPath, [bundleOf()], { encoding: "utf8" });
    expect(printed.trim()).toBe(pathToFileURL(join(workspace, "src/codec/decoder.wasm")).href);
  });

  it("is made again after a change, and only then; nothing else is left beside it", async () => {
    const madeAt = () => statSync(join(workspace, BUNDLE_FOLDER, BUNDLE_NOTE)).ino;
    await bundleSandboxScripts(workspace);
    const first = madeAt();
    await bundleSandboxScripts(workspace);
    expect(madeAt()).toBe(first);

    writeFileSync(script(), "console.log('changed');\n");
    await bundleSandboxScripts(workspace);
    expect(execFileSync(process.execPath, [bundleOf()], { encoding: "utf8" })).toBe("changed\n");
    expect(readdirSync(join(workspace, "dist"))).toEqual(["sandbox-scripts"]);
  });
});
