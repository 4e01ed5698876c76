/** Files for each type of processing from upload to slide; all have several chunks. */
import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { buildMirax } from "@parfocal/slides/testing/build-mirax.ts";
import { buildOmeTiff } from "@parfocal/slides/testing/build-ome-tiff.ts";
import { buildTiff } from "@parfocal/slides/testing/build-tiff.ts";
import { buildZip } from "@parfocal/slides/testing/build-zip.ts";
import { buildPicture } from "@parfocal/slides/testing/pictures.ts";
import { privateSvs } from "@parfocal/slides/testing/private-slides.ts";
import { rawPage } from "@parfocal/slides/testing/slide-files.ts";

export interface Sample {
  readonly filename: string;
  readonly bytes: Buffer;
  /** Texts that must be removed from the stored file; empty: it is stored unchanged. */
  readonly secrets: readonly string[];
}

export type SampleName =
  | "svs"
  | "oneLevel"
  | "strips"
  | "fewStrips"
  | "zip"
  | "zippedPicture"
  | "channels"
  | "mirax"
  | "private";

const APERIO = "Aperio Image|MPP = 0.25|AppMag = 40";

const page = (width: number, height: number, description?: string) =>
  rawPage(buildPicture(width, height), description === undefined ? {} : { description });

function strips(width: number, height: number): Buffer {
  const samples = new Uint8Array(randomBytes(width * height * 2));
  return buildTiff({
    pages: [{ width, height, samplesPerPixel: 1, photometric: 1, bitsPerSample: 16, segments: [samples] }],
  });
}

const MAKE: { readonly [Name in SampleName]: () => Buffer | Promise<Buffer> } = {
  /** Three chunks, shown without conversion. */
  svs: () => buildTiff({ pages: [page(1900, 1600, APERIO), page(475, 400)] }),
  /** Shown immediately without conversion, and better once it has levels. */
  oneLevel: () => buildTiff({ pages: [page(2500, 600, APERIO)] }),
  strips: () => strips(2600, 2000),
  /** Two chunks. */
  fewStrips: () => strips(1700, 1300),
  /** An archive with one slide, which is extracted. */
  zip: () => buildZip({ entries: [{ name: "slide.svs", contents: svsOfOneChunk(), isDeflated: true }] }),
  /** An archive with one image, which is extracted and converted. */
  zippedPicture: () => buildZip({ entries: [{ name: "a.tif", contents: strips(1500, 1200), isDeflated: true }] }),
  /** Strips of a size that requires conversion. */
  channels: () => buildOmeTiff({ width: 2500, height: 900, channels: 2, depths: 1, times: 1 }),
  async mirax() {
    const files = await buildMirax({ picture: buildPicture(1280, 960) });
    return buildZip({ entries: [...files].map(([name, contents]) => ({ name, contents, isDeflated: true })) });
  },
  private: () => privateSvs().bytes,
};

const svsOfOneChunk = () => buildTiff({ pages: [page(900, 700, APERIO)] });

const ENDING: Readonly<Record<SampleName, string>> = {
  svs: "svs",
  oneLevel: "svs",
  strips: "tif",
  fewStrips: "tif",
  zip: "zip",
  zippedPicture: "zip",
  channels: "ome.tif",
  mirax: "zip",
  private: "svs",
};

/** Reason why a sample cannot be tested on this machine; null: it can. */
export function lackFor(name: SampleName): string | null {
  return name === "mirax" && !existsSync("/usr/bin/vips") ? "vips is not installed" : null;
}

const made = new Map<SampleName, Sample>();

export async function sampleOf(name: SampleName): Promise<Sample> {
  const sample = made.get(name) ?? {
    filename: `${name}.${ENDING[name]}`,
    bytes: await MAKE[name](),
    secrets: name === "private" ? privateSvs().secrets : [],
  };
  made.set(name, sample);
  return sample;
}
