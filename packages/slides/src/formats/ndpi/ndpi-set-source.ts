/**
 * A slide with several channels, each an NDPI file in a false colour.
 */
import type { EntryStore } from "../../archive/entry-store.ts";
import { decodePicture, encodePng, type RawPicture } from "../../codec/raw-picture.ts";
import {
  type AssociatedImageName,
  checkPlane,
  type EncodedImage,
  FIRST_PLANE,
  type ReadTileOptions,
  type SlideChannel,
  type SlidePlanes,
  type SlideSource,
} from "../../slide-source.ts";
import type { NdpiSlideSource } from "./ndpi-slide-source.ts";

export class NdpiSetSource implements SlideSource {
  readonly format = "ndpi";
  readonly isRecoding = true;
  readonly planes: SlidePlanes;
  readonly #store: EntryStore;
  readonly #slides: readonly NdpiSlideSource[];

  /**
   * Takes ownership of the store: closing the source closes it. @param slides one per channel, of equal size and type.
   */
  constructor(store: EntryStore, slides: readonly NdpiSlideSource[], channels: readonly SlideChannel[]) {
    this.#store = store;
    this.#slides = slides;
    const { depths = 1, depthSpacingUm = null } = slides[0]!.planes ?? {};
    this.planes = { channels, sampleBits: 8, depths, depthSpacingUm, times: 1 };
  }

  get #first(): NdpiSlideSource {
    return this.#slides[0]!;
  }
  get width() {
    return this.#first.width;
  }
  get height() {
    return this.#first.height;
  }
  get levels() {
    return this.#first.levels;
  }
  get pixelSizeUm() {
    return this.#first.pixelSizeUm;
  }
  get objectivePower() {
    return this.#first.objectivePower;
  }
  get orientationDeg() {
    return this.#first.orientationDeg;
  }
  get associatedImages() {
    return this.#first.associatedImages;
  }
  get properties() {
    return this.#first.properties;
  }

  async readTile(level: number, x: number, y: number, options: ReadTileOptions = {}): Promise<EncodedImage> {
    const { signal, plane = FIRST_PLANE } = options;
    checkPlane(this, plane);
    const slide = this.#slides[plane.channel]!;
    const tile = await slide.readTile(level, x, y, { signal, plane: { channel: 0, depth: plane.depth, time: 0 } });
    const picture = await decodePicture(tile.bytes);
    signal?.throwIfAborted();
    return encodePng(intensityOf(picture));
  }

  readAssociatedImage(name: AssociatedImageName, signal?: AbortSignal): Promise<EncodedImage> {
    return this.#first.readAssociatedImage(name, signal);
  }

  async checkIndex(signal?: AbortSignal): Promise<void> {
    for (const slide of this.#slides) await slide.checkIndex(signal);
  }

  async close(): Promise<void> {
    await Promise.all(this.#slides.map((slide) => slide.close()));
    await this.#store.close();
  }
}

/**
 * Intensity of each pixel independent of its colour: in a false colour at least one sample has the channel's intensity.
 */
function intensityOf({ width, height, channels, samples }: RawPicture): RawPicture {
  if (channels === 1) return { width, height, channels, samples };
  const grey = Buffer.allocUnsafeSlow(width * height);
  for (let pixel = 0; pixel < grey.length; pixel++) {
    const at = pixel * 3;
    grey[pixel] = Math.max(samples[at]!, samples[at + 1]!, samples[at + 2]!);
  }
  return { width, height, channels: 1, samples: grey };
}
