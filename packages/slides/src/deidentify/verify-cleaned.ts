/** Verifies that a cleaned copy is the same slide and contains nothing that was removed. */
import sharp from "sharp";
import { FileBytes } from "../bytes/file-bytes.ts";
import { openSlideFile } from "../open-slide-file.ts";
import { type SlideDescription, SlideFileError, type SlideSource, tileGridOf } from "../slide-source.ts";
import { findSecrets } from "./find-secrets.ts";

/** Compared tiles per level and plane: decoding is slow, and their bytes were copied. */
const MAX_DECODED_TILES = 32;
const PICTURE_SIDE_PX = 512;

/** Properties that must be equal. */
function shapeOf({ format, width, height, levels, pixelSizeUm, orientationDeg, planes }: SlideDescription): string {
  return JSON.stringify([format, width, height, levels, pixelSizeUm, orientationDeg, planes]);
}

/** @throws SlideFileError if a removed text is found. */
export async function assertNothingLeft(path: string, secrets: readonly string[]): Promise<void> {
  const file = await FileBytes.open(path);
  const found = await findSecrets(file, secrets).finally(() => file.close());
  if (found.length === 0) return;
  throw new SlideFileError(
    "unsupported",
    `Patient data cannot be removed from this file: ${found.length} of the texts to be removed also occur in its pixel data.`,
  );
}

/** @throws SlideFileError if the slides differ. */
export async function assertSameSlide(
  beforePath: string,
  afterPath: string,
  onProgress: (done: number) => void,
): Promise<void> {
  const before = await openOrNull(beforePath);
  if (before === null) return assertSamePicture(beforePath, afterPath);
  try {
    const after = await openSlideFile(afterPath);
    try {
      if (shapeOf(before) !== shapeOf(after)) throw changed();
      await assertSameTiles(before, after, onProgress);
    } finally {
      await after.close();
    }
  } finally {
    await before.close();
  }
}

/** null: an image that must be converted before it can be shown. */
async function openOrNull(path: string): Promise<SlideSource | null> {
  try {
    return await openSlideFile(path);
  } catch (error) {
    if (error instanceof SlideFileError && error.reason === "unsupported") return null;
    throw error;
  }
}

async function assertSameTiles(
  before: SlideSource,
  after: SlideSource,
  onProgress: (done: number) => void,
): Promise<void> {
  const { planes } = before;
  const total = before.levels.length;
  for (const [level, facts] of before.levels.entries()) {
    const { columns, rows } = tileGridOf(facts);
    const count = columns * rows;
    const step = before.isRecoding ? Math.max(1, Math.floor(count / MAX_DECODED_TILES)) : 1;
    for (const plane of planesOf(planes)) {
      for (let index = 0; index < count; index += step) {
        const place = [level, index % columns, Math.floor(index / columns)] as const;
        const [one, other] = await Promise.all([
          before.readTile(...place, { plane }),
          after.readTile(...place, { plane }),
        ]);
        if (!one.bytes.equals(other.bytes)) throw changed();
      }
    }
    onProgress((level + 1) / total);
  }
}

function planesOf(planes: SlideDescription["planes"]) {
  const channels = Math.max(1, planes?.channels.length ?? 1);
  const last = { channel: channels - 1, depth: (planes?.depths ?? 1) - 1, time: (planes?.times ?? 1) - 1 };
  const first = { channel: 0, depth: 0, time: 0 };
  return JSON.stringify(first) === JSON.stringify(last) ? [first] : [first, last];
}

async function assertSamePicture(beforePath: string, afterPath: string): Promise<void> {
  const [one, other] = await Promise.all([seen(beforePath), seen(afterPath)]);
  if (!one.equals(other)) throw changed();
}

/** Pixels as displayed: upright, in the profile's colours. */
function seen(path: string): Promise<Buffer> {
  return sharp(path, { limitInputPixels: false })
    .rotate()
    .resize(PICTURE_SIDE_PX, PICTURE_SIDE_PX, { fit: "inside", withoutEnlargement: true })
    .raw()
    .toBuffer();
}

const changed = () =>
  new SlideFileError(
    "unsupported",
    "Patient data cannot be removed from this file: the result would not show the same slide.",
  );
