/**
 * SEC-09: malicious archives are rejected with a message before they use resources. `lab/hostile-zips.ts` does the same
 * through the server.
 */
import { writeFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { openSlideFile, probeSlideFile } from "../open-slide-file.ts";
import { SlideFileError } from "../slide-source.ts";
import { buildZip, type ZipEntrySpec } from "../testing/build-zip.ts";
import { honestZips, hostileZips } from "../testing/hostile-zips.ts";
import { seededRandom } from "../testing/pictures.ts";
import { processorMs } from "../testing/processor-ms.ts";
import { temporarySlideFiles } from "../testing/slide-files.ts";
import { buildDeepZoom, zipEntriesOf } from "../testing/tile-sets.ts";

const { fileOf, probeSlide } = temporarySlideFiles();
const tiles = zipEntriesOf((await buildDeepZoom({ width: 60, height: 50, tilePx: 32, overlapPx: 1 })).files);

async function openingError(zip: Buffer): Promise<SlideFileError> {
  const error = await probeSlideFile(await fileOf(zip)).catch((cause: unknown) => cause);
  expect(error).toBeInstanceOf(SlideFileError);
  return error as SlideFileError;
}

describe("malicious archives", () => {
  for (const { name, build } of hostileZips(tiles)) {
    it(`${name}: rejected with a message, within 2 s of CPU time`, async () => {
      const zip = build();
      const path = await fileOf(zip);
      const start = processorMs();
      await expect(probeSlideFile(path)).rejects.toMatchObject({
        name: "SlideFileError",
        message: expect.stringMatching(/^This archive .{10,}\.$/),
      });
      expect(processorMs() - start).toBeLessThan(2000);
    });
  }
});

describe("valid archives", () => {
  for (const { name, build } of honestZips(tiles)) {
    it(name, async () => {
      const slide = await probeSlide(build());
      expect(slide).toMatchObject({ format: "deep-zoom", width: 60, height: 50 });
    });
  }
});

describe("names in archives", () => {
  /** Next to a file whose name has an umlaut. @param flags of the general purpose bits; 0x800: the name is UTF-8. */
  const withFile = (name: string | Buffer, flags = 0) =>
    buildZip({ entries: [...tiles, { name: "Präparat" }, { name, flags, contents: Buffer.from("text") }] });
  const rejected: [what: string, name: string | Buffer, says: RegExp][] = [
    ["a drive", "C:/evil.txt", /outside the archive/],
    ["a parent folder in the middle", "a/../../evil.txt", /outside the archive/],
    ["a current folder", "a/./b", /empty part/],
    ["an empty part", "a//b", /empty part/],
    ["no name", "", /empty part/],
    ["NUL", "a\0b", /not allowed/],
    ["a line break", "a\nb", /not allowed/],
    ["a control character beyond ASCII", "a\u0085b", /not allowed/],
    ["17 folders", `${"d/".repeat(16)}x`, /too deep/],
    ["256 bytes", "n".repeat(256), /too long/],
    ["256 bytes of two each", "ä".repeat(128), /too long/],
    ["a Windows device", "folder/aux.txt", /Windows/],
    ["a Windows device without an extension", "COM1", /Windows/],
    ["invalid UTF-8", Buffer.from([0x61, 0xff]), /cannot be read/],
    ["a duplicate in another Unicode normalization", "Pra\u0308parat", /two files in it have the same name/],
  ];
  for (const [what, name, says] of rejected) {
    it(`${what}: rejected`, async () => {
      const zip = withFile(name, typeof name === "string" ? 0 : 0x800);
      expect((await openingError(zip)).message).toMatch(says);
    });
  }

  const accepted: [what: string, name: string | Buffer][] = [
    ["255 bytes", "n".repeat(255)],
    ["16 parts", `${"d/".repeat(15)}x`],
    ["a name that only starts like a device", "console/auxiliary.txt"],
    ["characters of the IBM PC", Buffer.from([0x50, 0x72, 0x84, 0x70])],
    ["three dots", "a/.../b"],
  ];
  for (const [what, name] of accepted) {
    it(`${what}: accepted`, async () => {
      expect((await probeSlide(withFile(name))).width).toBe(60);
    });
  }
});

describe("contents of archives", () => {
  it("reports an unsupported compression method and a solution", async () => {
    const zip = buildZip({ entries: [...tiles, { name: "x", contents: Buffer.from("text"), method: 14 }] });
    expect(await openingError(zip)).toMatchObject({
      reason: "unsupported",
      message: expect.stringMatching(/compression method .*\(14\).*standard zip/),
    });
  });

  it("accepts any compression ratio for 1 MiB, but not for a byte more", async () => {
    const dense = (bytes: number) =>
      buildZip({ entries: [...tiles, { name: "white", contents: Buffer.alloc(bytes, 255), isDeflated: true }] });
    expect((await probeSlide(dense(2 ** 20))).width).toBe(60);
    expect((await openingError(dense(2 ** 20 + 1))).reason).toBe("tooLarge");
  });

  it("more than four times the archive and 100 MiB: rejected", async () => {
    const contents = Buffer.alloc(2 ** 20, 7);
    const entries = Array.from({ length: 110 }, (_, i) => ({ name: `${i}`, contents, isDeflated: true }));
    expect((await openingError(buildZip({ entries: [...tiles, ...entries] }))).reason).toBe("tooLarge");
  }, 20_000);

  it("files that overlap by one byte, listed in any order: rejected", async () => {
    const entry = (name: string, lies: object): ZipEntrySpec => ({ name, contents: Buffer.alloc(10), lies });
    const honest = buildZip({ entries: [entry("b", {}), entry("a", {}), ...tiles] });
    const second = 30 + 1 + 10;
    const swapped = buildZip({ entries: [entry("b", { offset: second }), entry("a", { offset: 0 }), ...tiles] });
    const overlapping = buildZip({ entries: [entry("b", { offset: second }), entry("a", { offset: 1 }), ...tiles] });
    expect((await probeSlide(honest)).width).toBe(60);
    // Each name precedes the other's contents: contradicts the directory, but no overlap.
    expect((await openingError(swapped)).message).toMatch(/stated size or checksum/);
    expect((await openingError(overlapping)).message).toMatch(/overlap/);
  });

  const lies: [what: string, zip: () => Buffer, says: RegExp][] = [
    [
      "fewer files than stated",
      () => buildZip({ entries: tiles, lies: { count: tiles.length + 1 } }),
      /the stated number of files/,
    ],
    [
      "more files than stated",
      () => buildZip({ entries: tiles, lies: { count: tiles.length - 1 } }),
      /the stated number of files/,
    ],
    ["a directory elsewhere", () => buildZip({ entries: tiles, lies: { directoryStart: 5 } }), /where it should be/],
    ["a garbled directory", () => garbled(buildZip({ entries: tiles })), /cannot be read/],
  ];
  for (const [what, zip, says] of lies) {
    it(`${what}: rejected`, async () => {
      expect((await openingError(zip())).message).toMatch(says);
    });
  }

  it("no files: rejected", async () => {
    expect((await openingError(buildZip({ entries: [] }))).message).toMatch(/contains no files/);
    expect((await openingError(buildZip({ entries: [{ name: "folder/" }] }))).message).toMatch(/contains no files/);
  });
});

it("returns a slide or SlideFileError for 600 damaged archives", async () => {
  const random = seededRandom(1);
  const originals = [
    buildZip({ entries: tiles.map((tile) => ({ ...tile, isDeflated: true })) }),
    buildZip({ entries: tiles.map((tile) => ({ ...tile, hasDescriptor: true })), isZip64: true }),
  ];
  const path = await fileOf(Buffer.alloc(0));
  let rejected = 0;
  for (let i = 0; i < 600; i++) {
    const bytes = Buffer.from(originals[i % originals.length]!);
    const directory = bytes.indexOf(Buffer.from("504b0102", "hex"));
    for (let change = 0; change < 3; change++) {
      // The directory is damaged more often than at random.
      const start = random() < 0.6 ? directory : 0;
      bytes[Math.floor(start + random() * (bytes.length - start))] = random() < 0.5 ? 255 : Math.floor(random() * 256);
    }
    await writeFile(path, bytes);
    try {
      const slide = await openSlideFile(path);
      await slide.readTile(0, 0, 0).finally(() => slide.close());
    } catch (error) {
      expect(error).toBeInstanceOf(SlideFileError);
      rejected += 1;
    }
  }
  expect(rejected).toBeGreaterThan(200);
}, 30_000);

/** The signature of the directory's second entry is overwritten. */
function garbled(zip: Buffer): Buffer {
  const first = zip.indexOf(Buffer.from("504b0102", "hex"));
  zip[zip.indexOf(Buffer.from("504b0102", "hex"), first + 1)] = 0;
  return zip;
}
