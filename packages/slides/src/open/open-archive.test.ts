/** One slide or image in a zip or a folder, and the repacking of those that cannot be read in place. */
import { existsSync } from "node:fs";
import { mkdir, readFile, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { encodePng } from "../codec/raw-picture.ts";
import { repackArchive } from "../convert/repack-archive.ts";
import { convertSlideFile } from "../convert-slide-file.ts";
import { openSlideFile, probeSlideFile } from "../open-slide-file.ts";
import { probeInSandbox } from "../probe/probe-in-sandbox.ts";
import { assembleLevel } from "../testing/assemble-level.ts";
import { buildTiff } from "../testing/build-tiff.ts";
import { buildZip } from "../testing/build-zip.ts";
import { buildPicture } from "../testing/pictures.ts";
import { rawPage, temporarySlideFiles } from "../testing/slide-files.ts";
import { buildDeepZoom, zipEntriesOf } from "../testing/tile-sets.ts";

const { folder, fileOf, probeSlide } = temporarySlideFiles();
const picture = buildPicture(150, 110);
const tiff = buildTiff({ pages: [rawPage(picture)] });
const readme = { name: "docs/readme.txt", contents: Buffer.from("Dear colleague,") };
const preview = async () => ({ name: "preview.png", contents: (await encodePng(buildPicture(9, 9))).bytes });

describe("a slide in an archive", () => {
  it("is read in place, whatever else the archive contains", async () => {
    const slide = await probeSlide(
      buildZip({ entries: [await preview(), { name: "a/slide.svs", contents: tiff }, readme] }),
    );
    expect(slide).toMatchObject({ format: "tiff", width: 150, height: 110 });
    expect((await assembleLevel(slide, 0)).samples.equals(picture.samples)).toBe(true);
  });

  it("is read in a folder", async () => {
    const root = join(folder(), "one-slide");
    await mkdir(root);
    await writeFile(join(root, "slide.tif"), tiff);
    await writeFile(join(root, "notes.txt"), "text");
    const slide = await openSlideFile(root);
    expect((await assembleLevel(slide, 0)).samples.equals(picture.samples)).toBe(true);
    await slide.close();
    expect(await probeInSandbox(root)).toMatchObject({ kind: "slide", slide: { width: 150 } });
  }, 20_000);

  it("is extracted if it is compressed, or an image", async () => {
    const compressed = buildZip({ entries: [readme, { name: "a/slide.svs", contents: tiff, isDeflated: true }] });
    const expected = { kind: "convertible", by: "repacking" };
    expect(await probeSlideFile(await fileOf(compressed))).toEqual({ ...expected, onlyEntry: "a/slide.svs" });
    const only = await preview();
    expect(await probeSlideFile(await fileOf(buildZip({ entries: [only] })))).toEqual({
      ...expected,
      onlyEntry: "preview.png",
    });
  });

  const rejected: [what: string, names: string[], contents: Buffer, says: RegExp][] = [
    ["two slides", ["a.svs", "b.svs"], tiff, /contains 2 slides/],
    ["texts", ["a.txt"], Buffer.from("text"), /no slide or image/],
    [
      "a slide in a nested archive",
      ["a.zip"],
      buildZip({ entries: [{ name: "a.svs", contents: tiff }] }),
      /contains another/,
    ],
  ];
  for (const [what, names, contents, says] of rejected) {
    it(`${what}: rejected`, async () => {
      const zip = buildZip({ entries: names.map((name) => ({ name, contents })) });
      await expect(probeSlideFile(await fileOf(zip))).rejects.toThrow(says);
    });
  }
});

describe("repacking", { timeout: 30_000 }, () => {
  it("extracts a compressed slide as the file", async () => {
    const input = await fileOf(buildZip({ entries: [{ name: "slide.svs", contents: tiff, isDeflated: true }] }));
    const output = join(folder(), "taken-out.tif");
    expect(await convertSlideFile(input, output)).toBe(true);
    expect((await readFile(output)).equals(tiff)).toBe(true);
    expect(existsSync(`${output}.taken-out`)).toBe(false);
  });

  it("converts an image in an archive to a slide", async () => {
    const large = { name: "picture.png", contents: (await encodePng(buildPicture(700, 300))).bytes };
    const output = join(folder(), "picture.tif");
    const reported: number[] = [];
    await convertSlideFile(await fileOf(buildZip({ entries: [large, readme] })), output, {
      onProgress: (done) => reported.push(done),
    });
    const slide = await openSlideFile(output);
    expect(slide).toMatchObject({ width: 700, height: 300 });
    await slide.close();
    expect(reported).toEqual(reported.toSorted((one, other) => one - other));
    expect(existsSync(`${output}.taken-out`)).toBe(false);
  });

  it("converts a folder, and a compressed zip, to a stored zip with the same files", async () => {
    const { files } = await buildDeepZoom({ width: 60, height: 50, tilePx: 32 }, "Präparat/");
    const root = join(folder(), "set");
    for (const { name, contents } of files) {
      await mkdir(join(root, name, ".."), { recursive: true });
      await writeFile(join(root, name), contents);
    }
    const compressed = await fileOf(buildZip({ entries: zipEntriesOf(files, { isDeflated: true }) }));
    for (const [index, input] of [root, compressed].entries()) {
      const output = join(folder(), `repacked-${index}.zip`);
      await repackArchive(input, output);
      const slide = await openSlideFile(output);
      expect(slide).toMatchObject({ format: "deep-zoom", width: 60, height: 50 });
      await slide.close();
      const bytes = await readFile(output);
      for (const { contents } of files) expect(bytes.includes(contents)).toBe(true);
    }
  });

  it("of a damaged archive leaves no files", async () => {
    const zip = buildZip({ entries: [{ name: "slide.svs", contents: tiff, isDeflated: true, lies: { checksum: 1 } }] });
    const output = join(folder(), "damaged.tif");
    await expect(convertSlideFile(await fileOf(zip), output)).rejects.toMatchObject({
      name: "SlideFileError",
      reason: "damaged",
    });
    const cut = await fileOf(zip);
    await truncate(cut, zip.length - 5);
    await expect(repackArchive(cut, output)).rejects.toMatchObject({ reason: "truncated" });
    expect([existsSync(output), existsSync(`${output}.taken-out`)]).toEqual([false, false]);
  });
});
