/**
 * Makes of a file that cannot be shown from its own tiles one that can, in processes of their own (rule D-10).
 */
import type { ConversionWay, ConvertibleFile } from "./convertible-file.ts";
import { convertPlainImage } from "./plain-image/convert-plain-image.ts";
import { probeInJail } from "./probe/probe-in-jail.ts";

export interface ConversionOptions {
  readonly signal?: AbortSignal | undefined;
  /** Share of the work done, 0 to 1; never falls. */
  readonly onProgress?: ((done: number) => void) | undefined;
}

type Convert<Way extends ConversionWay> = (
  inputPath: string,
  outputPath: string,
  file: Extract<ConvertibleFile, { by: Way }>,
  options: ConversionOptions,
) => Promise<void>;

/** Each writes one file that `openSlideFile` opens; if it rejects, nothing is left at the output's path. */
const CONVERSIONS: { readonly [Way in ConversionWay]: Convert<Way> | null } = {
  picture: (input, output, { page }, options) => convertPlainImage(input, output, { page, ...options }),
  repacking: null,
  planes: null,
  foreign: null,
};

/**
 * @param outputPath a file that is not there yet.
 * @returns false, and no file is made, if the file can be shown as it is.
 * @throws SlideFileError if it cannot be made a slide. Nothing is left then.
 */
export async function convertSlideFile(
  inputPath: string,
  outputPath: string,
  options: ConversionOptions = {},
): Promise<boolean> {
  const probed = await probeInJail(inputPath, options.signal ? { signal: options.signal } : {});
  if (probed.kind === "slide") return false;
  const convert = CONVERSIONS[probed.by] as Convert<ConversionWay>;
  await convert(inputPath, outputPath, probed, options);
  return true;
}
