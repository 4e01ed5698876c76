/**
 * The table "The files it was tried with" of README.md, row by row: the format of each shared test file, or why it
 * is rejected; and that it looks as in libvips (with OpenSlide), if Debian's `vips` is installed.
 */
import { execFile, spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { convertSlideFile } from "./convert-slide-file.ts";
import { openSlideFile, probeSlideFile } from "./open-slide-file.ts";
import { SlideFileError, type SlideSource } from "./slide-source.ts";
import { convertMany, type PictureToConvert } from "./testing/convert-many.ts";
import { describeSharedFile, sharedDataPath } from "./testing/shared-data.ts";
import { thumbnailOf } from "./thumbnail-of.ts";

const FOLDERS = ["wsi", "histology", "tiles"];
const COMPARED_SIDE_PX = 128;
/** Two programs reduce an image with different filters; a blur makes the results comparable. */
const BLUR_PX = 3;
const MIN_CORRELATION = 0.97;
const MAX_MEAN_DIFFERENCE = 8;
const FLAT_MEAN_DIFFERENCE = 1;
/** In grey levels; a uniformly grey image would be a conversion error, also on machines without vips. */
const MIN_CONTRAST = 100;
const RICH_IN_CONTRAST = ["wsi/grey10kx5k.tif", "wsi/smalltif.tif"];
const HAS_VIPS = spawnSync("vips", ["--version"]).status === 0;

interface Row {
  readonly file: string;
  readonly is: string;
  readonly comparedWith: string;
}

const rows: Row[] = readFileSync(new URL("../README.md", import.meta.url), "utf8")
  .split("## The files it was tried with")[1]!
  .split("\n## ")[0]!
  .split("\n")
  .flatMap((line) => {
    const match = /^\| `([^`]+)` \| (.+) \| (.+) \|$/.exec(line);
    return match ? [{ file: match[1]!, is: match[2]!, comparedWith: match[3]! }] : [];
  });

let folder = "";
const convertedPath = (file: string): string => join(folder, file.replaceAll("/", "-"));
/** The reason if an image was not converted. */
const failures = new Map<string, string | null>();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "parfocal-every-file-"));
  const pictures: (PictureToConvert & { file: string })[] = [];
  for (const { file, is } of rows) {
    const inputPath = sharedDataPath(file);
    if (!is.startsWith("picture, ") || !existsSync(inputPath)) continue;
    const probed = await probeSlideFile(inputPath);
    if (probed.kind === "slide") await probed.source.close();
    else if (probed.by === "picture")
      pictures.push({ file, inputPath, outputPath: convertedPath(file), page: probed.page });
  }
  if (pictures.length === 0) return;
  const failed = await convertMany(pictures);
  for (const [index, { file }] of pictures.entries()) failures.set(file, failed[index]!);
}, 100_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Opens a file, after conversion if needed, and describes it in the table's words. */
async function openAny(file: string): Promise<{ is: string; source: SlideSource }> {
  const path = sharedDataPath(file);
  const probed = await probeSlideFile(path);
  if (probed.kind !== "slide") {
    const converted = convertedPath(file);
    if (failures.has(file)) expect(failures.get(file)).toBeNull();
    else await convertSlideFile(path, converted);
    const source = await openSlideFile(converted);
    return { is: `${probed.by}, ${source.width} x ${source.height}`, source };
  }
  const { source } = probed;
  const { planes, orientationDeg } = source;
  const more = [
    ...(planes && planes.channels.length > 0 ? [`${planes.channels.length} channels`] : []),
    ...(planes && planes.depths > 1 ? [`${planes.depths} depths`] : []),
    ...(orientationDeg === 0 ? [] : [`turned by ${orientationDeg}`]),
  ];
  return { is: [`${source.format}, ${source.width} x ${source.height}`, ...more].join(", "), source };
}

interface Grey {
  readonly width: number;
  readonly height: number;
  readonly samples: Buffer;
}

async function greyOf(picture: Buffer | string): Promise<Grey> {
  const { data, info } = await sharp(picture)
    .flatten({ background: "white" })
    .greyscale()
    .blur(BLUR_PX)
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, samples: data };
}

/** The complete image as read and rotated by libvips, reduced like ours. */
async function vipsPicture(file: string): Promise<Grey> {
  const output = join(folder, `${file.replaceAll("/", "-")}.vips.tif`);
  await promisify(execFile)("vips", ["autorot", sharedDataPath(file), output]);
  const size = { width: COMPARED_SIDE_PX, height: COMPARED_SIDE_PX };
  return greyOf(
    await sharp(output)
      .flatten({ background: "white" })
      .resize({ ...size, fit: "inside", withoutEnlargement: true })
      .png()
      .toBuffer(),
  );
}

function compare(one: Grey, other: Grey): { correlation: number; meanDifference: number } {
  const mean = ({ samples }: Grey) => samples.reduce((sum, sample) => sum + sample, 0) / samples.length;
  const [meanOne, meanOther] = [mean(one), mean(other)];
  let [both, ofOne, ofOther, difference] = [0, 0, 0, 0];
  for (const [index, sample] of one.samples.entries()) {
    const [a, b] = [sample - meanOne, other.samples[index]! - meanOther];
    both += a * b;
    ofOne += a * a;
    ofOther += b * b;
    difference += Math.abs(sample - other.samples[index]!);
  }
  return { correlation: both / Math.sqrt(ofOne * ofOther), meanDifference: difference / one.samples.length };
}

describe("the table of files", () => {
  describeSharedFile("", (root) => {
    it("lists exactly the files of the shared test data", () => {
      const there = FOLDERS.flatMap((name) => readdirSync(join(root, name)).map((file) => `${name}/${file}`));
      expect(rows.map(({ file }) => file).toSorted()).toEqual(there.toSorted());
    });
  });

  it("states the reference of each image", () => {
    for (const { file, is, comparedWith } of rows) {
      const isOwnTest =
        /^[\w./-]+(\/|\.test\.ts)$/.test(comparedWith) && existsSync(new URL(comparedWith, import.meta.url));
      expect(
        ["vips", "vips, but for its brightness"].includes(comparedWith) || isOwnTest || is.startsWith("refused"),
        file,
      ).toBe(true);
    }
  });
});

for (const { file, is, comparedWith } of rows) {
  describeSharedFile(file, () => {
    it(is, { timeout: 60_000 }, async () => {
      if (is.startsWith("refused: ")) {
        const failure: unknown = await openAny(file).catch((error: unknown) => error);
        expect(failure).toBeInstanceOf(SlideFileError);
        expect(`refused: ${(failure as SlideFileError).message}`).toBe(is);
        return;
      }
      const { is: found, source } = await openAny(file);
      try {
        expect(found).toBe(is);
        const ours = await greyOf((await thumbnailOf(source, COMPARED_SIDE_PX)).bytes);
        if (RICH_IN_CONTRAST.includes(file))
          expect(Math.max(...ours.samples) - Math.min(...ours.samples)).toBeGreaterThan(MIN_CONTRAST);
        if (!HAS_VIPS || !comparedWith.startsWith("vips")) return;
        const theirs = await vipsPicture(file);
        expect([ours.width, ours.height]).toEqual([theirs.width, theirs.height]);
        const { correlation, meanDifference } = compare(ours, theirs);
        // An almost empty image cannot be compared.
        if (meanDifference > FLAT_MEAN_DIFFERENCE) expect(correlation).toBeGreaterThan(MIN_CORRELATION);
        if (comparedWith === "vips") expect(meanDifference).toBeLessThan(MAX_MEAN_DIFFERENCE);
      } finally {
        await source.close();
      }
    });
  });
}

if (!HAS_VIPS) it.skip("the comparison with vips needs Debian's libvips-tools, which is not installed", () => {});
