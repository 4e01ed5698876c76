import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { openSlideFile, probeSlideFile } from "../open-slide-file.ts";
import { runInSandbox } from "../sandbox/run-in-sandbox.ts";
import { descriptionOf } from "../slide-source.ts";
import { buildTiff } from "../testing/build-tiff.ts";
import type { DescribeManyOrder, FileDescription } from "../testing/describe-many-child.ts";
import { buildPicture } from "../testing/pictures.ts";
import { describeSharedFile, sharedDataPath } from "../testing/shared-data.ts";
import { rawPage, temporarySlideFiles } from "../testing/slide-files.ts";
import { TAG } from "../tiff/tiff-fields.ts";
import { probeInSandbox } from "./probe-in-sandbox.ts";

const { folder, fileOf } = temporarySlideFiles();
const picture = buildPicture(150, 110);

// Each starts a process with the lowest priority.
describe("probeInSandbox", { timeout: 60_000 }, () => {
  it("a slide: its description, and a directory for opening it again", async () => {
    const path = await fileOf(buildTiff({ pages: [rawPage(picture)] }));
    const probed = await probeInSandbox(path);
    if (probed.kind !== "slide") throw new Error("This is a slide.");
    const slide = await openSlideFile(path, { directory: probed.directory! });
    expect(probed.slide).toEqual(descriptionOf(slide));
    expect(probed.slide).toMatchObject({ format: "tiff", width: 150, height: 110 });
    expect((await slide.readTile(0, 0, 0)).bytes.length).toBeGreaterThan(100);
    await slide.close();
  });

  it("an image in strips: convertible", async () => {
    const path = await fileOf(
      buildTiff({ pages: [rawPage(picture, { tile: undefined, segments: [picture.samples] })] }),
    );
    expect(await probeInSandbox(path)).toEqual(await probeSlideFile(path));
  });

  it("a text: notASlide, with a message", async () => {
    await expect(
      probeInSandbox(await fileOf(Buffer.from("Dear colleague,\nhere is my slide.\n"))),
    ).rejects.toMatchObject({
      name: "SlideFileError",
      reason: "notASlide",
      message: expect.stringMatching(/^[A-Z].{15,}\.$/),
    });
  });

  it("a missing file is not reported as an invalid file", async () => {
    await expect(probeInSandbox(join(folder(), "nowhere"))).rejects.toMatchObject({
      name: "Error",
      message: expect.stringMatching(/ENOENT/),
    });
  });

  it("a name with spaces, quotes and commas", async () => {
    const path = join(folder(), `a "new", 'strange' näme.svs`);
    await writeFile(path, buildTiff({ pages: [rawPage(picture)] }));
    expect(await probeInSandbox(path)).toMatchObject({ kind: "slide" });
  });

  it("the time limit stops it with a message", async () => {
    const path = await fileOf(buildTiff({ pages: [rawPage(picture)] }));
    await expect(probeInSandbox(path, { timeLimitMs: 1 })).rejects.toMatchObject({
      name: "SlideFileError",
      reason: "tooLarge",
    });
  });

  it("aborting stops it with the signal's reason", async () => {
    const path = await fileOf(buildTiff({ pages: [rawPage(picture)] }));
    await expect(probeInSandbox(path, { signal: AbortSignal.timeout(1) })).rejects.toMatchObject({
      name: "TimeoutError",
    });
  });
});

const hostile: [what: string, bytes: Uint8Array, reason: string][] = [
  ["an empty file", Buffer.alloc(0), "notASlide"],
  ["a text", Buffer.from("Dear colleague,\nhere is my slide.\n"), "notASlide"],
  ["an SVG that refers to a file", Buffer.from('<svg><image href="file:///etc/passwd"/></svg>'), "notASlide"],
  [
    "an image of 2^20 x 2^20 px without pixels",
    buildTiff({
      pages: [
        rawPage(picture, {
          fields: {
            [TAG.imageWidth]: { type: 4, values: [2 ** 20] },
            [TAG.imageLength]: { type: 4, values: [2 ** 20] },
          },
        }),
      ],
    }),
    "tooLarge",
  ],
  ["tiles without a Deflate stream", buildTiff({ pages: [rawPage(picture, { compression: 8 })] }), "damaged"],
  ["a JPEG without its end", Buffer.from("ffd8ffe000104a46494600010100000100010000", "hex"), "damaged"],
];
const sharedRejected = [
  ["wsi/unreadable.svs", "damaged"],
  ["wsi/seg_image_sm_dots_tiled_full.dcm", "notASlide"],
] as const;
const sharedSlides = [
  "wsi/CMU-1-Small-Region.svs",
  "wsi/boxes.tiff",
  "wsi/test_orient6.tif",
  "wsi/test3-TRITC 2 (560).ndpi",
];

// Starting a sandbox takes longer than probing these files, so one sandbox probes all of them.
describe("in the sandbox of probeInSandbox", () => {
  const descriptions = new Map<string, FileDescription>();
  beforeAll(async () => {
    const paths = new Map<string, string>();
    for (const [what, bytes] of hostile) paths.set(what, await fileOf(bytes));
    for (const file of [...sharedRejected.map(([name]) => name), ...sharedSlides]) {
      if (existsSync(sharedDataPath(file))) paths.set(file, sharedDataPath(file));
    }
    const order: DescribeManyOrder = { paths: [...paths.values()] };
    const descriptionsOf = await runInSandbox<readonly FileDescription[]>({
      script: new URL("../testing/describe-many-child.ts", import.meta.url),
      order,
      fence: { mayRead: order.paths, mayWrite: [], cpuSeconds: 60, largestFileBytes: 0, heapMb: 512 },
      timeLimitMs: 60_000,
      overTimeMessage: "The files took too long.",
    });
    for (const [index, name] of [...paths.keys()].entries()) descriptions.set(name, descriptionsOf[index]!);
  }, 60_000);

  for (const [what, , reason] of hostile) {
    it(`${what}: ${reason}, with a message`, () => {
      expect(descriptions.get(what)!.error).toMatchObject({
        name: "SlideFileError",
        reason,
        message: expect.stringMatching(/^[A-Z].{15,}\.$/),
      });
    });
  }

  for (const [file, reason] of sharedRejected) {
    describeSharedFile(file, () => {
      it(`is rejected as ${reason}`, () => {
        expect(descriptions.get(file)!.error).toMatchObject({ name: "SlideFileError", reason });
      });
    });
  }

  for (const file of sharedSlides) {
    describeSharedFile(file, (path) => {
      it("has the same result in the sandbox as outside", async () => {
        const slide = await openSlideFile(path);
        expect(descriptions.get(file)!.probed).toEqual({
          kind: "slide",
          slide: descriptionOf(slide),
          directory: slide.directory ?? null,
          annotations: [],
        });
        await slide.close();
      });
    });
  }
});
