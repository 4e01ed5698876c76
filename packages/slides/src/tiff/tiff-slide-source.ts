/**
 * A slide that is served from the tiles of a TIFF file.
 */

import { BlockCache } from "../bytes/block-cache.ts";
import type { FileBytes } from "../bytes/file-bytes.ts";
import {
  type AssociatedImage,
  type AssociatedImageName,
  checkPlane,
  type EncodedImage,
  type ReadTileOptions,
  type SlideSource,
} from "../slide-source.ts";
import { checkTileIndex } from "./check-tile-index.ts";
import { type OpenTiff, SegmentReader } from "./read-segment.ts";
import { readWholePicture } from "./read-whole-picture.ts";
import { isRecoded } from "./segment-kinds.ts";
import type { SlideDirectory } from "./slide-directory.ts";

export class TiffSlideSource implements SlideSource {
  /** The parsed directory; pass it to `openSlideFile` to open the same file again without parsing. */
  readonly directory: SlideDirectory;
  readonly levels: SlideSource["levels"];
  readonly associatedImages: readonly AssociatedImage[];
  readonly #tiff: OpenTiff;
  readonly #readers: readonly SegmentReader[];

  /** Takes ownership of the file: closing the source closes it. */
  constructor(file: FileBytes, directory: SlideDirectory) {
    this.directory = directory;
    this.levels = directory.levels.map(({ facts }) => facts);
    this.associatedImages = directory.associatedImages.map(({ name, picture: { width, height } }) => ({
      name,
      width,
      height,
    }));
    this.#tiff = { file, pieces: new BlockCache(file), isLittleEndian: directory.isLittleEndian };
    this.#readers = directory.levels.map(({ picture }) => new SegmentReader(this.#tiff, picture));
  }

  get format() {
    return this.directory.format;
  }
  get width() {
    return this.levels[0]!.width;
  }
  get height() {
    return this.levels[0]!.height;
  }
  get pixelSizeUm() {
    return this.directory.pixelSizeUm;
  }
  get objectivePower() {
    return this.directory.objectivePower;
  }
  get orientationDeg() {
    return this.directory.orientationDeg;
  }
  get planes() {
    return null;
  }
  get isRecoding() {
    return this.directory.levels.some(({ picture }) => isRecoded(picture.compression));
  }
  get properties() {
    return this.directory.properties;
  }

  async readTile(level: number, x: number, y: number, { signal, plane }: ReadTileOptions = {}): Promise<EncodedImage> {
    if (plane) checkPlane(this, plane);
    const reader = this.#readers[level];
    const exists = Number.isInteger(x) && Number.isInteger(y) && x >= 0 && y >= 0;
    if (reader === undefined || !exists || x >= reader.columns || y >= reader.rows) {
      throw new RangeError(`Tile ${level}/${x}/${y} does not exist.`);
    }
    signal?.throwIfAborted();
    return this.#tiff.file.use(() => reader.readEncoded(x, y, signal));
  }

  async readAssociatedImage(name: AssociatedImageName, signal?: AbortSignal): Promise<EncodedImage> {
    const image = this.directory.associatedImages.find((candidate) => candidate.name === name);
    if (image === undefined) throw new RangeError(`This slide has no ${name}.`);
    signal?.throwIfAborted();
    return this.#tiff.file.use(() => readWholePicture(this.#tiff, image.picture, signal));
  }

  /** @throws SlideFileError if an entry of the tile index points outside the file. */
  checkIndex(signal?: AbortSignal): Promise<void> {
    return checkTileIndex(this.#tiff.file, this.directory, signal);
  }

  /** Waits for pending reads. */
  close(): Promise<void> {
    return this.#tiff.file.close();
  }
}
