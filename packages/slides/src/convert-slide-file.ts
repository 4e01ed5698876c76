/** Converts a file whose own tiles cannot be shown to one whose tiles can, in separate processes (rule D-10). */
import { rename, rm } from "node:fs/promises";
import type { ConversionOptions } from "./convert/conversion-options.ts";
import { convertForeign } from "./convert/convert-foreign.ts";
import { convertPlainImage } from "./convert/convert-plain-image.ts";
import { convertPlanes } from "./convert/convert-planes.ts";
import { repackArchive } from "./convert/repack-archive.ts";
import type { ConversionWay, ConvertibleFile } from "./opening/convertible-file.ts";
import { probeInSandbox } from "./probe/probe-in-sandbox.ts";

type Convert<Way extends ConversionWay> = (
  inputPath: string,
  outputPath: string,
  file: Extract<ConvertibleFile, { by: Way }>,
  options: ConversionOptions,
) => Promise<void>;

/** Each writes one file that `openSlideFile` can open; if it rejects, nothing is left at the output path. */
const CONVERSIONS: { readonly [Way in ConversionWay]: Convert<Way> } = {
  picture: (input, output, { page }, options) => convertPlainImage(input, output, { page, ...options }),
  repacking: (input, output, { onlyEntry }, options) =>
    onlyEntry === undefined ? repackArchive(input, output, options) : takeOut(input, output, onlyEntry, options),
  planes: (input, output, _file, options) => convertPlanes(input, output, options),
  foreign: convertForeign,
};

/**
 * @param outputPath a file that does not exist yet.
 * @returns false, without creating a file, if the file can be shown without conversion.
 * @throws SlideFileError if the file cannot be converted to a slide. Nothing is left at the output path.
 */
export async function convertSlideFile(
  inputPath: string,
  outputPath: string,
  options: ConversionOptions = {},
): Promise<boolean> {
  const probed = await probeInSandbox(inputPath, options.signal ? { signal: options.signal } : {});
  if (probed.kind === "slide") return false;
  const convert = CONVERSIONS[probed.by] as Convert<ConversionWay>;
  await convert(inputPath, outputPath, probed, options);
  return true;
}

/** Share of the work for extracting a file from its archive, if that file is an image that must then be converted. */
const TAKING_OUT_SHARE = 0.3;

/** Extracts the only usable file of an archive, and converts it if necessary. */
async function takeOut(input: string, output: string, onlyEntry: string, options: ConversionOptions): Promise<void> {
  const { signal, onProgress } = options;
  const takenOut = `${output}.taken-out`;
  try {
    const reportFirst = (done: number) => onProgress?.(done * TAKING_OUT_SHARE);
    await repackArchive(input, takenOut, { onlyEntry, signal, onProgress: reportFirst });
    const reportRest = (done: number) => onProgress?.(TAKING_OUT_SHARE + done * (1 - TAKING_OUT_SHARE));
    const isConverted = await convertSlideFile(takenOut, output, { ...options, onProgress: reportRest });
    if (!isConverted) await rename(takenOut, output);
  } finally {
    await rm(takenOut, { force: true });
  }
}
