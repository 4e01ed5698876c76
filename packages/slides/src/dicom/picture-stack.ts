/**
 * One image of a DICOM slide with all its planes, in one instance or in the several instances of a concatenation.
 *
 * Source: DICOM PS3.3, section C.7.6.16.1.3 (concatenations).
 */
import { SlideFileError } from "../slide-source.ts";
import { damagedDicom } from "./damaged-dicom.ts";
import { nativeFrameBytes } from "./decode-frame.ts";
import type { FramePositions } from "./frame-positions.ts";
import { type FrameBytes, type FrameReader, openFrames } from "./frame-reader.ts";
import type { DicomPicture } from "./slide-object.ts";
import { fullOrder, sparseOrder, type TileGrid, type TileOrder } from "./tile-order.ts";
import { codecOf, type FrameCodec } from "./transfer-syntaxes.ts";

interface StackPart {
  readonly picture: DicomPicture;
  /** Index of its first frame in the stack. */
  readonly firstFrame: number;
  frames: Promise<FrameReader> | null;
}

/** Source: rule D-10. */
const MAX_TILES = 4_000_000;

export class PictureStack {
  /** Properties common to all parts. */
  readonly facts: DicomPicture;
  readonly grid: TileGrid;
  readonly order: TileOrder;
  readonly codec: FrameCodec;
  readonly #parts: readonly StackPart[];

  /** @throws SlideFileError if parts or tiles are missing. */
  constructor(pictures: readonly DicomPicture[]) {
    const parts = partsOf(pictures);
    // The positions of frames are kept only in the order: there may be millions.
    this.#parts = parts.map((part) => ({ ...part, picture: { ...part.picture, positions: null } }));
    this.facts = this.#parts[0]!.picture;
    const { width, height, samples, opticalPaths, focalPlanes, file } = this.facts;
    this.codec = codecOf(file.transferSyntaxUid);
    this.grid = {
      columns: Math.ceil(width / samples.columns),
      rows: Math.ceil(height / samples.rows),
      tileWidth: samples.columns,
      tileHeight: samples.rows,
    };
    if (this.grid.columns * this.grid.rows > MAX_TILES) {
      throw new SlideFileError("tooLarge", `This slide has more than ${MAX_TILES} tiles.`);
    }
    const positions = parts
      .map(({ picture }) => picture.positions)
      .filter((part): part is FramePositions => part !== null);
    const last = this.#parts.at(-1)!;
    this.order =
      positions.length === this.#parts.length
        ? sparseOrder(this.grid, positions)
        : fullOrder(this.grid, {
            paths: opticalPaths.map(({ identifier }) => identifier),
            focalPlanes,
            frameCount: last.firstFrame + last.picture.frameCount,
          });
  }

  /** @returns null: the frame is empty. @throws SlideFileError */
  async readFrame(frame: number, signal?: AbortSignal): Promise<FrameBytes | null> {
    const part = this.#parts.findLast(({ firstFrame }) => firstFrame <= frame)!;
    if (frame >= part.firstFrame + part.picture.frameCount)
      throw damagedDicom("it contains fewer tiles than it states");
    return (await this.#open(part)).read(frame - part.firstFrame, signal);
  }

  /** @throws SlideFileError if frames are at invalid positions. */
  async check(signal?: AbortSignal): Promise<void> {
    for (const part of this.#parts) await (await this.#open(part)).check(signal);
  }

  #open(part: StackPart): Promise<FrameReader> {
    const { file, frameCount, samples } = part.picture;
    part.frames ??= openFrames(file, this.codec, frameCount, nativeFrameBytes(samples));
    return part.frames;
  }
}

function partsOf(pictures: readonly DicomPicture[]): StackPart[] {
  const inOrder = [...pictures].sort((a, b) => numberOf(a) - numberOf(b));
  const [first] = inOrder;
  if (first === undefined) throw new RangeError("a stack has an image");
  const total = first.concatenation?.total ?? inOrder.length;
  const isGapless = inOrder.every(
    (picture, index) => picture.concatenation === null || numberOf(picture) === index + 1,
  );
  if (inOrder.length !== total || !isGapless) {
    throw new SlideFileError(
      "truncated",
      `This slide is incomplete: ${inOrder.length} of ${total} parts are here. Add all of them together, as a folder or zip.`,
    );
  }
  let next = 0;
  return inOrder.map((picture) => {
    const { samples, width, height, file } = picture;
    const isAlike =
      width === first.width &&
      height === first.height &&
      samples.columns === first.samples.columns &&
      samples.rows === first.samples.rows &&
      samples.samplesPerPixel === first.samples.samplesPerPixel &&
      samples.bitsStored === first.samples.bitsStored &&
      file.transferSyntaxUid === first.file.transferSyntaxUid;
    const firstFrame = picture.concatenation?.frameOffset ?? next;
    if (!isAlike || firstFrame !== next) throw damagedDicom("its parts are not of the same slide");
    next += picture.frameCount;
    return { picture, firstFrame, frames: null };
  });
}

const numberOf = ({ concatenation }: DicomPicture) => concatenation?.number ?? 1;
