import { existsSync } from "node:fs";
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { convertSlideFile } from "../convert-slide-file.ts";
import { openSlideFile, probeSlideFile } from "../open-slide-file.ts";
import { assembleLevel } from "../testing/assemble-level.ts";
import { buildMirax, MIRAX_UM, type MiraxSpec } from "../testing/build-mirax.ts";
import { buildZip } from "../testing/build-zip.ts";
import { buildPicture, compareSamples } from "../testing/pictures.ts";
import { temporarySlideFiles } from "../testing/slide-files.ts";
import { convertForeign } from "./convert-foreign.ts";
import { findProgram } from "./find-program.ts";

const { fileOf, folder } = temporarySlideFiles();

const PICTURE = buildPicture(640, 384);
const program = await findProgram();

async function miraxZip(more: Partial<MiraxSpec> = {}): Promise<string> {
  const files = await buildMirax({ picture: PICTURE, ...more });
  const entries = [...files].map(([name, contents]) => ({ name, contents, isDeflated: true }));
  return fileOf(buildZip({ entries }));
}

let count = 0;
function outputPath(): string {
  count += 1;
  return join(folder(), `converted-${count}.tif`);
}

async function filesLeft(output: string): Promise<string[]> {
  return (await readdir(dirname(output))).filter((name) => join(dirname(output), name).startsWith(output));
}

describe("a slide in an external format", () => {
  it("is detected by its files: MIRAX", async () => {
    expect(await probeSlideFile(await miraxZip())).toEqual({
      kind: "convertible",
      by: "foreign",
      formatName: "MIRAX",
      entry: "slide.mrxs",
    });
  });

  const single: [name: string, start: string][] = [
    ["Zeiss CZI", "ZISRAWFILE\0\0\0\0\0\0"],
    ["Sakura", "SQLite format 3\0"],
  ];
  for (const [formatName, start] of single) {
    it(`is detected by its first bytes: ${formatName}`, async () => {
      const path = await fileOf(Buffer.concat([Buffer.from(start, "latin1"), Buffer.alloc(600)]));
      expect(await probeSlideFile(path)).toEqual({ kind: "convertible", by: "foreign", formatName });
    });
  }

  it("is detected in a folder as in a zip: Hamamatsu VMS", async () => {
    const set = join(folder(), "vms");
    await mkdir(set);
    await writeFile(join(set, "a.vms"), "[Virtual Microscope Specimen]\r\nImageFile=a.jpg\r\nImageFile(1,0)=b.jpg\r\n");
    await writeFile(join(set, "a.jpg"), "");
    expect(await probeSlideFile(set)).toMatchObject({ formatName: "Hamamatsu VMS", entry: "a.vms" });
  });

  const rejected: [what: string, entries: [name: string, text: string][], reason: string, sentence: RegExp][] = [
    [
      "a MIRAX folder without its file",
      [["slide/Slidedat.ini", "[GENERAL]"]],
      "unsupported",
      /without its \.mrxs file/,
    ],
    [
      "a MIRAX slide that refers to a file outside",
      [
        ["s.mrxs", ""],
        ["s/Slidedat.ini", "[DATAFILE]\nFILE_COUNT = 1\n FILE_0 = ../../other/slide.dat"],
      ],
      "damaged",
      /refers to a file that is missing/,
    ],
    [
      "a VMS slide that refers to a file outside",
      [["s.vms", "[Virtual Microscope Specimen]\nImageFile(0,1)=/etc/hostname"]],
      "damaged",
      /refers to a file that is missing/,
    ],
    [
      "an Olympus slide",
      [
        ["s.vsi", ""],
        ["_s_/stack1/frame_t.ets", ""],
      ],
      "unsupported",
      /Export it as OME-TIFF/,
    ],
    [
      "two MIRAX slides",
      [
        ["a.mrxs", ""],
        ["a/Slidedat.ini", ""],
        ["b.mrxs", ""],
        ["b/Slidedat.ini", ""],
      ],
      "unsupported",
      /several slides/,
    ],
  ];
  for (const [what, files, reason, sentence] of rejected) {
    it(`${what} is rejected`, async () => {
      const entries = files.map(([name, text]) => ({ name, contents: Buffer.from(text) }));
      const probing = probeSlideFile(await fileOf(buildZip({ entries })));
      await expect(probing).rejects.toMatchObject({
        name: "SlideFileError",
        reason,
        message: expect.stringMatching(sentence),
      });
    });
  }

  it("a Hamamatsu index file alone is rejected", async () => {
    const path = await fileOf(Buffer.from("[Virtual Microscope Specimen]\r\nImageFile=a.jpg\r\n"));
    await expect(probeSlideFile(path)).rejects.toMatchObject({
      reason: "unsupported",
      message: expect.stringMatching(/zip/),
    });
  });
});

describe("without an installed program", () => {
  const cases: [formatName: string, sentence: RegExp][] = [
    ["MIRAX", /install libvips-tools \(Debian: apt-get install libvips-tools\).*SlideConverter/],
    ["Zeiss CZI", /Export it as OME-TIFF with ZEN/],
    ["Hamamatsu NDPI", /install libvips-tools.*NDP\.view2/],
  ];
  for (const [formatName, sentence] of cases) {
    it(`${formatName} is rejected with a message that states a solution`, async () => {
      const output = outputPath();
      const slide = { kind: "convertible", by: "foreign", formatName } as const;
      const converting = convertForeign("whatever", output, slide, { foreignPrograms: [join(folder(), "nothing")] });
      await expect(converting).rejects.toMatchObject({
        name: "SlideFileError",
        reason: "unsupported",
        message: expect.stringMatching(sentence),
      });
      expect(await filesLeft(output)).toEqual([]);
    });
  }

  it("no program is searched for if none is allowed", async () => {
    expect(await findProgram([])).toBeNull();
    expect(await findProgram(["/bin/true"])).toBeNull();
  });
});

describe("with vips and OpenSlide installed", () => {
  if (program === null) {
    it.skip("needs Debian's libvips-tools, which are not installed", () => {});
    return;
  }

  describe("a MIRAX slide in a zip", () => {
    const output = () => join(folder(), "mirax.tif");
    const reported: number[] = [];
    beforeAll(async () => {
      expect(await convertSlideFile(await miraxZip(), output(), { onProgress: (done) => reported.push(done) })).toBe(
        true,
      );
    });

    it("becomes a Parfocal slide with the file's properties, and no other files are left", async () => {
      const slide = await openSlideFile(output());
      expect(slide).toMatchObject({
        format: "foreign",
        width: 640,
        height: 384,
        isRecoding: false,
        objectivePower: 20,
      });
      expect(slide.pixelSizeUm).toEqual({ x: MIRAX_UM, y: MIRAX_UM });
      expect(slide.properties).toMatchObject({
        "openslide.vendor": "mirax",
        "mirax.GENERAL.OBJECTIVE_MAGNIFICATION": "20",
      });
      expect(slide.levels.map(({ width, downsample }) => [width, downsample])).toEqual([
        [640, 1],
        [320, 2],
      ]);
      const shown = await assembleLevel(slide, 0);
      await slide.close();
      const mean = shown.samples.reduce((sum, value, at) => sum + Math.abs(value - PICTURE.samples[at]!), 0);
      // JPEG twice; a shift by one pixel makes more than 15.
      expect(mean / shown.samples.length).toBeLessThan(9);
      expect(compareSamples(shown.samples, PICTURE.samples).different).toBeGreaterThan(0);
      expect(await filesLeft(output())).toEqual([output().split("/").pop()]);
    });

    it("reports its progress, which never decreases", () => {
      expect(reported.length).toBeGreaterThan(1);
      expect(reported).toEqual([...reported].sort((one, other) => one - other));
      expect(reported.at(-1)).toBeLessThanOrEqual(1);
    });
  });

  it("a slide that the program cannot read is rejected with a message, and leaves no files", async () => {
    const output = outputPath();
    const path = await miraxZip({ change: (text) => text.replace("SLIDE_ID", "NO_ID") });
    await expect(convertSlideFile(path, output)).rejects.toMatchObject({
      name: "SlideFileError",
      reason: "damaged",
      message: expect.stringMatching(/OpenSlide cannot read this MIRAX slide/),
    });
    expect(await filesLeft(output)).toEqual([]);
  });

  it("a slide in an unknown vendor format is rejected with a solution", async () => {
    const output = outputPath();
    const path = await fileOf(Buffer.concat([Buffer.from("ZISRAWFILE"), Buffer.alloc(600)]));
    await expect(convertSlideFile(path, output)).rejects.toMatchObject({
      reason: "unsupported",
      message: expect.stringMatching(/does not read Zeiss CZI.*ZEN/),
    });
    expect(await filesLeft(output)).toEqual([]);
  });

  it("stops when aborted, and leaves no files", async () => {
    const output = outputPath();
    const stop = new AbortController();
    const converting = convertSlideFile(await miraxZip(), output, {
      signal: stop.signal,
      onProgress: () => stop.abort(new Error("enough")),
    });
    await expect(converting).rejects.toThrow("enough");
    expect(await filesLeft(output)).toEqual([]);
    expect(existsSync(output)).toBe(false);
  });
});
