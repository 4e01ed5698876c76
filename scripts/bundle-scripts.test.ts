import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { SERVER_SCRIPTS } from "../apps/server/src/platform/server-scripts.ts";
import {
  BUNDLE_NOTE,
  BundledScripts,
  readFreshNote,
  sandboxScripts,
} from "../packages/slides/src/sandbox/bundled-script.ts";
import { bundleScripts, SANDBOX_SCRIPT, SERVER_SCRIPT } from "./bundle-scripts.ts";
import { readSourceFiles } from "./source-files.ts";

const ROOT = join(import.meta.dirname, "..");
const FOLDER = "dist/sandbox-scripts";

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

const bundleOf = () => new BundledScripts(sandboxScripts(workspace)).pathOf(pathToFileURL(script()));

describe("bundleScripts", () => {
  it("a bundle behaves like its script; modules find their neighbours at their own location", async () => {
    await bundleScripts(sandboxScripts(workspace), SANDBOX_SCRIPT);
    expect(bundleOf()).toBe(join(workspace, FOLDER, "scripts/probe.probe-child.js"));
    const printed = execFileSync(process.execPath, [bundleOf()], { encoding: "utf8" });
    expect(printed.trim()).toBe(pathToFileURL(join(workspace, "src/codec/decoder.wasm")).href);
  });

  it("is rebuilt only after a change, and leaves nothing else beside it", async () => {
    const madeAt = () => statSync(join(workspace, FOLDER, BUNDLE_NOTE)).ino;
    await bundleScripts(sandboxScripts(workspace), SANDBOX_SCRIPT);
    const first = madeAt();
    await bundleScripts(sandboxScripts(workspace), SANDBOX_SCRIPT);
    expect(madeAt()).toBe(first);

    writeFileSync(script(), "console.log('changed');\n");
    await bundleScripts(sandboxScripts(workspace), SANDBOX_SCRIPT);
    expect(execFileSync(process.execPath, [bundleOf()], { encoding: "utf8" })).toBe("changed\n");
    expect(readdirSync(join(workspace, "dist"))).toEqual(["sandbox-scripts"]);
  });

  it("the bundles of sandboxes load no package when they start, except one decoder each for radiology and barcodes", async () => {
    const place = { ...sandboxScripts(join(ROOT, "packages/slides")), folder: `dist/test-${process.pid}` };
    const folder = join(place.workspace, place.folder);
    try {
      await bundleScripts(place, SANDBOX_SCRIPT);
      const files = ["scripts", "shared"].flatMap((part) =>
        readdirSync(join(folder, part)).map((name) => `${part}/${name}`),
      );
      const loaded = files.flatMap((file) =>
        [...readFileSync(join(folder, file), "utf8").matchAll(/^import (?:.* from )?"((?!\.|node:)[^"]+)"/gm)].map(
          ([, name]) => `${file}: ${name}`,
        ),
      );
      expect(loaded).toEqual([
        "scripts/radiology.unpack-radiology-child.js: @cornerstonejs/jpeg-lossless-decoder-js",
        "scripts/scan-facts.barcode-child.js: zxing-wasm/reader",
      ]);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it("each script that the server starts has a bundle", async () => {
    const place = { ...SERVER_SCRIPTS, folder: `dist/test-${process.pid}` };
    try {
      await bundleScripts(place, SERVER_SCRIPT);
      const bundled = Object.keys(readFreshNote(place)?.bundles ?? {}).map((path) => path.split("/").at(-1));
      const started = readSourceFiles(ROOT)
        .filter(({ path }) => path.startsWith("apps/server/src/") && !path.endsWith(".test.ts"))
        .map(({ path }) => readFileSync(join(ROOT, path), "utf8"))
        .filter((text) => /(?:pathOf|run)ServerScript\(/.test(text))
        .flatMap((text) => [...text.matchAll(/new URL\("\.\/([^"]+)", import\.meta\.url\)/g)].map(([, name]) => name));
      expect(started.length).toBeGreaterThan(4);
      expect(bundled).toEqual(expect.arrayContaining(started));
    } finally {
      rmSync(join(place.workspace, place.folder), { recursive: true, force: true });
    }
  });
});
