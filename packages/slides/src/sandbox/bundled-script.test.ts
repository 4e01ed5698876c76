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

/** As the bundler leaves a workspace. */
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

  it("another time of change alone does not outdate the bundles; another content of the same length does", async () => {
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
