/** Opens a Hamamatsu NDPI file. */

import type { BlockCache } from "../../bytes/block-cache.ts";
import type { ForeignSlide } from "../../opening/convertible-file.ts";
import type { FileToOpen } from "../../opening/file-kind.ts";
import type { OpenedSlide } from "../../opening/opened-slide.ts";
import { SlideFileError } from "../../slide-source.ts";
import { readLayout } from "./ndpi-layout.ts";
import { type NdpiFile, NdpiSlideSource } from "./ndpi-slide-source.ts";
import { readNdpi } from "./read-ndpi.ts";

/**
 * @returns a slide, or a file for conversion by another program if its pixels cannot be located without decoding all of
 *   them.
 */
export async function openNdpi({
  file,
  pieces,
  signal,
}: Pick<FileToOpen, "file" | "pieces" | "signal">): Promise<OpenedSlide | ForeignSlide> {
  const slide = await openNdpiSlide(file, pieces, signal);
  return slide ?? { kind: "convertible", by: "foreign", formatName: "Hamamatsu NDPI" };
}

/**
 * @param file owned by the slide afterwards, if there is one.
 * @returns null if tiles of its largest image cannot be created without decoding it.
 * @throws SlideFileError
 */
export async function openNdpiSlide(
  file: NdpiFile,
  pieces: BlockCache,
  signal?: AbortSignal,
): Promise<NdpiSlideSource | null> {
  const directories = await readNdpi({ size: file.size, read: (position, length) => pieces.read(position, length) });
  signal?.throwIfAborted();
  const layout = await readLayout(directories, file.size);
  if (layout === null) throw new SlideFileError("truncated", "This file is incomplete: it contains no image.");
  return NdpiSlideSource.open(file, pieces, layout);
}
