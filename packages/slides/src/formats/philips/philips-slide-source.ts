/** A Philips TIFF whose label and macro are embedded in its description; they are read on request and not cached. */

import type { FileBytes } from "../../bytes/file-bytes.ts";
import { damagedJpeg, readJpegHeader } from "../../codec/jpeg-header.ts";
import type { OpenedSlide } from "../../opening/opened-slide.ts";
import type { AssociatedImage, AssociatedImageName, EncodedImage, ReadTileOptions } from "../../slide-source.ts";
import { readTiff } from "../../tiff/read-tiff.ts";
import type { SlideDirectory } from "../../tiff/slide-directory.ts";
import { TiffSlideSource } from "../../tiff/tiff-slide-source.ts";
import { type PhilipsDocument, parsePhilipsDocument } from "./philips-document.ts";

export class PhilipsSlideSource implements OpenedSlide {
  readonly associatedImages: readonly AssociatedImage[];
  readonly #file: FileBytes;
  readonly #tiles: TiffSlideSource;

  /**
   * Takes ownership of the file: closing the source closes it. @param embedded images of the description to be shown.
   */
  constructor(file: FileBytes, layout: SlideDirectory, embedded: readonly AssociatedImage[]) {
    this.#file = file;
    this.#tiles = new TiffSlideSource(file, layout);
    this.associatedImages = [...this.#tiles.associatedImages, ...embedded];
  }

  get format() {
    return this.#tiles.format;
  }
  get width() {
    return this.#tiles.width;
  }
  get height() {
    return this.#tiles.height;
  }
  get levels() {
    return this.#tiles.levels;
  }
  get pixelSizeUm() {
    return this.#tiles.pixelSizeUm;
  }
  get objectivePower() {
    return this.#tiles.objectivePower;
  }
  get orientationDeg() {
    return this.#tiles.orientationDeg;
  }
  get planes() {
    return this.#tiles.planes;
  }
  get isRecoding() {
    return this.#tiles.isRecoding;
  }
  get properties() {
    return this.#tiles.properties;
  }

  readTile(level: number, x: number, y: number, options: ReadTileOptions = {}): Promise<EncodedImage> {
    return this.#tiles.readTile(level, x, y, options);
  }

  async readAssociatedImage(name: AssociatedImageName, signal?: AbortSignal): Promise<EncodedImage> {
    const isEmbedded = this.associatedImages.some((image) => image.name === name);
    const isInTiff = this.#tiles.associatedImages.some((image) => image.name === name);
    if (isInTiff || !isEmbedded) return this.#tiles.readAssociatedImage(name, signal);
    signal?.throwIfAborted();
    return this.#file.use(async () => {
      const tiff = await readTiff(this.#file);
      const { images } = parsePhilipsDocument(tiff.pages[0]!.description);
      const image = images.find((candidate) => candidate.name === name);
      if (image === undefined) throw damagedJpeg();
      return { bytes: Buffer.from(image.base64, "base64"), mediaType: "image/jpeg" };
    });
  }

  checkIndex(signal?: AbortSignal): Promise<void> {
    return this.#tiles.checkIndex(signal);
  }

  close(): Promise<void> {
    return this.#tiles.close();
  }
}

/**
 * JPEG images of the description, one per name; invalid ones are omitted, because the slide can be viewed without
 * them.
 */
export function embeddedImages({ images }: PhilipsDocument, names: readonly AssociatedImageName[]): AssociatedImage[] {
  const found = new Map<AssociatedImageName, AssociatedImage>();
  for (const { name, base64 } of images) {
    const size = names.includes(name) || found.has(name) ? null : jpegSizeOf(Buffer.from(base64, "base64"));
    if (size !== null) found.set(name, { name, ...size });
  }
  return [...found.values()];
}

function jpegSizeOf(jpeg: Buffer): { width: number; height: number } | null {
  try {
    const { width, height } = readJpegHeader(jpeg, 0, jpeg.length);
    return { width, height };
  } catch {
    return null;
  }
}
