import { describe, expect, it } from "vitest";
import type { RawPicture } from "../codec/raw-picture.ts";
import { openSlideFile } from "../open-slide-file.ts";
import { type BarcodeFormat, labelWith } from "../testing/barcode-label.ts";
import { buildTiff } from "../testing/build-tiff.ts";
import { buildPicture } from "../testing/pictures.ts";
import { rawPage, temporarySlideFiles } from "../testing/slide-files.ts";
import { barcodeOnLabel } from "./barcode-on-label.ts";
import { readLabelBarcode } from "./read-label-barcode.ts";

const { fileOf } = temporarySlideFiles();

function slideWith(label: RawPicture, name = "label"): Buffer {
  const { width, height, samples } = label;
  const pages = [rawPage(buildPicture(1100, 900)), { width, height, segments: [samples], description: name }];
  return buildTiff({ pages });
}

/** Runs the search of `readLabelBarcode` in this process, because starting one takes longer than the search. */
async function found(bytes: Uint8Array): Promise<string | null> {
  const slide = await openSlideFile(await fileOf(bytes));
  try {
    return await barcodeOnLabel(slide);
  } finally {
    await slide.close();
  }
}

describe("the barcode on a label", () => {
  const cases: [format: BarcodeFormat, text: string, turnDeg: number][] = [
    ["Code128", "S12-34567 A1", 0],
    ["Code39", "S12-3456", 180],
    ["DataMatrix", "H2024.001234-1-1", 90],
    ["QRCode", "S12-34567;A1;HE", 8],
    ["PDF417", "S12-34567", 0],
  ];
  for (const [format, text, turnDeg] of cases) {
    it(`is read: ${format}, rotated by ${turnDeg}°`, async () => {
      expect(await found(slideWith(await labelWith(text, format, turnDeg)))).toBe(text);
    });
  }

  it("is read in a separate process", async () => {
    const path = await fileOf(slideWith(await labelWith("S12-34567 A1", "Code128")));
    expect(await readLabelBarcode(path)).toBe("S12-34567 A1");
  });

  it("is searched on the macro image if there is no label", async () => {
    expect(await found(slideWith(await labelWith("S12-34567 A1", "DataMatrix"), "macro"))).toBe("S12-34567 A1");
  });

  it("is null if there is none", async () => {
    expect(await found(slideWith(buildPicture(300, 200, 3, 4)))).toBeNull();
    expect(await found(buildTiff({ pages: [rawPage(buildPicture(150, 110))] }))).toBeNull();
  });

  it("is null for a file that is not a slide", async () => {
    expect(await readLabelBarcode(await fileOf(Buffer.from("no slide at all")))).toBeNull();
  });
});
