import { mkdir, mkdtemp, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  BUNDLE_NOTE,
  BundledScripts,
  type BundleNote,
  type BundlePlace,
  readSourceStates,
  sandboxScripts,
} from "./bundled-script.ts";

let workspace: string;
let place: BundlePlace;
let script: string;
let bundle: string;

/** A workspace after bundling. */
beforeEach(async () => {
  workspace = await mkdtemp(join(tmpdir(), "parfocal-bundles-"));
  place = { ...sandboxScripts(workspace), otherSources: ["lock.json", "../none.json"] };
  script = join(workspace, "src/probe/probe-child.ts");
  bundle = join(workspace, place.folder, "probe/probe-child.js");
  await mkdir(join(workspace, "src/probe"), { recursive: true });
  await mkdir(join(workspace, "src/testing"));
  await mkdir(join(workspace, place.folder), { recursive: true });
  await writeFile(script, "export {}; ");
  await writeFile(join(workspace, "src/probe/describe.ts"), "export const one = 1;");
  await writeFile(join(workspace, "src/probe/describe.test.ts"), "test();");
  await writeFile(join(workspace, "lock.json"), "{}");
  const note: BundleNote = {
    sources: readSourceStates(place),
    bundles: { "probe/probe-child.ts": "probe/probe-child.js" },
  };
  await writeFile(join(workspace, place.folder, BUNDLE_NOTE), JSON.stringify(note));
});
afterEach(() => rm(workspace, { recursive: true }));

const found = (path = script) => new BundledScripts(place).pathOf(pathToFileURL(path));

describe("BundledScripts", () => {
  it("finds the bundle of a script", () => {
    expect(found()).toBe(bundle);
  });

  it("runs a script without a bundle directly", () => {
    const other = join(workspace, "src/testing/broken-child.ts");
    expect(found(other)).toBe(other);
  });

  it("ignores all bundles after a module was changed or removed", async () => {
    const module = join(workspace, "src/probe/describe.ts");
    await writeFile(module, "export const one = 12;");
    expect(found()).toBe(script);
    await rm(module);
    expect(found()).toBe(script);
  });

  it("a new modification time alone does not outdate the bundles; different contents of the same length do", async () => {
    await utimes(script, new Date(1_000_000), new Date(1_000_000));
    expect(found()).toBe(bundle);
    await writeFile(script, "export {};;");
    await utimes(script, new Date(1_000_000), new Date(1_000_000));
    expect(found()).toBe(script);
  });

  it("a change of another source outdates the bundles", async () => {
    await writeFile(join(workspace, "lock.json"), "{ }");
    expect(found()).toBe(script);
  });

  it("a new module outdates the bundles", async () => {
    await writeFile(join(workspace, "src/probe/more.ts"), "");
    expect(found()).toBe(script);
  });

  it("tests and their helpers are not part of a bundle", async () => {
    await writeFile(join(workspace, "src/probe/describe.test.ts"), "another();");
    await writeFile(join(workspace, "src/testing/picture.ts"), "");
    expect(found()).toBe(bundle);
  });

  it("runs each script directly without bundles", async () => {
    await rm(join(workspace, "dist"), { recursive: true });
    expect(found()).toBe(script);
  });
});
