import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { FolderStore } from "../../archive/folder-store.ts";
import { decodePicture, type RawPicture } from "../../codec/raw-picture.ts";
import { verifySlide } from "../../open/verify-slide.ts";
import { probeSlideFile } from "../../open-slide-file.ts";
import { buildNdpi, encodeIntervals } from "../../testing/build-ndpi.ts";
import { buildPicture } from "../../testing/pictures.ts";
import { temporarySlideFiles } from "../../testing/slide-files.ts";
import { NDPI_SET, namesInSet } from "./ndpi-set.ts";
import { NDPI_TAG } from "./ndpi-tags.ts";

const { folder, fileOf } = temporarySlideFiles();
const LIST = "[NanoZoomer Digital Pathology Image Set]\r\nNoImages=2\r\nImage1=b.ndpi\r\nImage0=a.ndpi\r\n";

/** A channel of one colour: only some of red, green and blue contain the grey image. */
function inColour(grey: RawPicture, samples: readonly (0 | 1)[]): RawPicture {
  const coloured = Buffer.alloc(grey.samples.length * 3);
  for (let at = 0; at < coloured.length; at++) coloured[at] = grey.samples[Math.floor(at / 3)]! * samples[at % 3]!;
  return { ...grey, channels: 3, samples: coloured };
}

async function writeSet(name: string, files: Readonly<Record<string, Uint8Array | string>>): Promise<string> {
  const path = join(folder(), name);
  await mkdir(path);
  for (const [file, contents] of Object.entries(files)) await writeFile(join(path, file), contents);
  return path;
}

async function ndpi(picture: RawPicture, channel: string, quality = 100): Promise<Buffer> {
  const { width, height } = picture;
  const encoded = await encodeIntervals(picture, { quality });
  const fields = { [NDPI_TAG.channel]: { type: 2, text: channel } } as const;
  return buildNdpi({ pictures: [{ ...encoded, width, height, magnification: 20, fields }] });
}

async function openSet(path: string) {
  const store = await FolderStore.open(path);
  try {
    expect(await NDPI_SET.recognises(store)).toBe(true);
    const opened = await NDPI_SET.open(store);
    if ("kind" in opened) throw new Error("This is convertible only.");
    return opened;
  } catch (error) {
    await store.close();
    throw error;
  }
}

describe("a set of NDPI files", () => {
  const [one, other] = [buildPicture(600, 80, 1, 1), buildPicture(600, 80, 1, 2)];

  it("is a slide of channels in grey, with the scanner's colours", async () => {
    const files = {
      "slide.ndpis": LIST,
      "a.ndpi": await ndpi(inColour(one, [1, 0, 0]), "TRITC"),
      "b.ndpi": await ndpi(inColour(other, [0, 1, 1]), "Cy2"),
    };
    const slide = await openSet(await writeSet("good", files));
    await slide.checkIndex?.();
    await verifySlide(slide);
    expect(slide.isRecoding).toBe(true);
    expect(slide.planes?.channels.map(({ name }) => name)).toEqual(["TRITC", "Cy2"]);
    const [red, cyan] = slide.planes!.channels.map(({ colour }) => Number.parseInt(colour.slice(1), 16));
    expect(red! & 0xf0f0f0).toBe(0xf00000);
    expect(cyan! & 0xf0f0f0).toBe(0x00f0f0);
    for (const [channel, grey] of [one, other].entries()) {
      const tile = await slide.readTile(0, 1, 0, { plane: { channel, depth: 0, time: 0 } });
      expect(tile.mediaType).toBe("image/png");
      const { samples, width } = await decodePicture(tile.bytes);
      const differences = Array.from({ length: width * 80 }, (_, at) => {
        const expected = grey.samples[Math.floor(at / width) * 600 + 512 + (at % width)]!;
        return Math.abs(samples[at * 3]! - expected);
      });
      // The loss of JPEG at its best quality.
      expect(Math.max(...differences)).toBeLessThan(8);
    }
    await slide.close();
  });

  it("is incomplete without one of its files, which is reported", async () => {
    const path = await writeSet("lacking", { "slide.ndpis": LIST, "a.ndpi": await ndpi(one, "DAPI", 50) });
    await expect(openSet(path)).rejects.toMatchObject({
      reason: "truncated",
      message: expect.stringMatching(/b\.ndpi/),
    });
  });

  it("is rejected if its files differ in size", async () => {
    const files = {
      "slide.ndpis": LIST,
      "a.ndpi": await ndpi(one, "DAPI", 50),
      "b.ndpi": await ndpi(buildPicture(64, 48), "Cy3", 50),
    };
    await expect(openSet(await writeSet("unlike", files))).rejects.toMatchObject({ reason: "unsupported" });
  });

  it("is reported by name if only its index file is uploaded", async () => {
    await expect(probeSlideFile(await fileOf(Buffer.from(LIST)))).rejects.toMatchObject({
      reason: "unsupported",
      message: expect.stringMatching(/only the index/),
    });
  });

  it("has its names in numerical order", () => {
    expect(namesInSet(LIST)).toEqual(["a.ndpi", "b.ndpi"]);
    expect(namesInSet("NoImages=0")).toEqual([]);
    expect(namesInSet(" image2 =\tb c.ndpi \r\nImage1=\r\nImage0= a.ndpi")).toEqual(["a.ndpi", "b c.ndpi"]);
  });
});
