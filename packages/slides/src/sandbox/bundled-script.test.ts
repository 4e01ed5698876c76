import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { BUNDLE_FOLDER, BUNDLE_NOTE, BundledScripts, type BundleNote, readSourceStates } from "./bundled-script.ts";

let workspace: string;
let script: string;
let bundle: string;

/** As the bundler leaves a workspace. */
beforeEach(async () => {
  workspace = await mkdtemp(join(tmpdir(), "parfocal-bundles-"));
  script = join(workspace, "src/probe/probe-child.ts");
  bundle = join(workspace, BUNDLE_FOLDER, "probe/probe-child.js");
  await mkdir(join(workspace, "src/probe"), { recursive: true });
  await mkdir(join(workspace, "src/testing"));
  await mkdir(join(workspace, BUNDLE_FOLDER), { recursive: true });
  await writeFile(script, "export {};");
  await writeFile(join(workspace, "src/probe/describe.ts"), "export const one = 1;");
  await writeFile(join(workspace, "src/probe/describe.test.ts"), "test();");
  const note: BundleNote = {
    sources: readSourceStates(workspace),
    bundles: { "probe/probe-child.ts": "probe/probe-child.js" },
  };
  await writeFile(join(workspace, BUNDLE_FOLDER, BUNDLE_NOTE), JSON.stringify(note));
});
afterEach(() => rm(workspace, { recursive: true }));

const found = (path = script) => new BundledScripts(workspace).pathOf(pathToFileURL(path));

describe("BundledScripts", () => {
  it("finds the bundle of a script", () => {
    expect(found()).toBe(bundle);
  });

  it("a script without a bundle is run as it is", () => {
    const other = join(workspace, "src/testing/broken-child.ts");
    expect(found(other)).toBe(other);
  });

  it("no bundle counts once a module has changed, come or gone", async () => {
    const module = join(workspace, "src/probe/describe.ts");
    await writeFile(module, "export const one = 12;");
    expect(found()).toBe(script);
    await rm(module);
    expect(found()).toBe(script);
  });

  it("a new module outdates the bundles", async () => {
    await writeFile(join(workspace, "src/probe/more.ts"), "");
    expect(found()).toBe(script);
  });

  it("tests and what they use are no part of a bundle", async () => {
    await writeFile(join(workspace, "src/probe/describe.test.ts"), "another();");
    await writeFile(join(workspace, "src/testing/picture.ts"), "");
    expect(found()).toBe(bundle);
  });

  it("without bundles each script is run as it is", async () => {
    await rm(join(workspace, "dist"), { recursive: true });
    expect(found()).toBe(script);
  });
});
