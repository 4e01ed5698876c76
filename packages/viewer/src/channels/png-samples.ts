/**
 * Reads the samples of a PNG without a canvas: exactly as stored, in every browser. A canvas may convert colours, and
 * some browsers alter pixels read from one as a protection against fingerprinting; a changed high byte would be a
 * different sample.
 *
 * Source: W3C PNG specification, third edition: 5 (chunks), 9 (filters), 10 (compression).
 */

export interface PngPixels {
  readonly width: number;
  readonly height: number;
  /** Bytes of one pixel. */
  readonly pixelBytes: number;
  /** Rows from the top, without gaps; 16-bit samples with the high byte first. */
  readonly bytes: Uint8Array;
}

/** Also in core's table of attachment types, which the viewer does not load for these eight bytes (decision 0169). */
const SIGNATURE = [137, 80, 78, 71, 13, 10, 26, 10] as const;
/** Bytes of a chunk around its content: length, type and check sum. */
const CHUNK_FRAME = { before: 8, after: 4 } as const;
/** Samples of a pixel by PNG's colour type: grey, RGB, grey and alpha, RGBA. */
const SAMPLES_OF_COLOUR_TYPE: Readonly<Record<number, number>> = { 0: 1, 2: 3, 4: 2, 6: 4 };
/** Larger than any tile. */
const MAX_SIDE_PX = 8192;

export class PngError extends Error {
  override readonly name = "PngError";
}

export function isPng(bytes: Uint8Array): boolean {
  return SIGNATURE.every((value, at) => bytes[at] === value);
}

/** @throws PngError if it is damaged or of a type that tiles never have: palette, interlaced, fewer than 8 bits. */
export async function readPng(bytes: Uint8Array): Promise<PngPixels> {
  const { width, height, pixelBytes, compressed } = readChunks(bytes);
  const rowBytes = width * pixelBytes;
  const filtered = await inflate(compressed, height * (rowBytes + 1));
  return { width, height, pixelBytes, bytes: unfilter(filtered, height, rowBytes, pixelBytes) };
}

function readChunks(bytes: Uint8Array) {
  if (!isPng(bytes)) throw new PngError("no PNG");
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const compressed: Uint8Array<ArrayBuffer>[] = [];
  let header: { width: number; height: number; pixelBytes: number } | null = null;
  let at: number = SIGNATURE.length;
  while (at + CHUNK_FRAME.before <= bytes.length) {
    const length = view.getUint32(at);
    const type = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    const start = at + CHUNK_FRAME.before;
    if (start + length > bytes.length) throw new PngError("a chunk ends beyond the file");
    if (type === "IHDR" && length >= 13) header = readHeader(view, start);
    if (type === "IDAT") compressed.push(bytes.slice(start, start + length));
    if (type === "IEND") break;
    at = start + length + CHUNK_FRAME.after;
  }
  if (!header || compressed.length === 0) throw new PngError("no header or no picture");
  return { ...header, compressed };
}

function readHeader(view: DataView, start: number) {
  const [width, height] = [view.getUint32(start), view.getUint32(start + 4)];
  const [bits, colourType] = [view.getUint8(start + 8), view.getUint8(start + 9)];
  const isInterlaced = view.getUint8(start + 12) !== 0;
  const samples = SAMPLES_OF_COLOUR_TYPE[colourType];
  const isPossible = width > 0 && height > 0 && width <= MAX_SIDE_PX && height <= MAX_SIDE_PX;
  if (!isPossible || !samples || isInterlaced || (bits !== 8 && bits !== 16)) {
    throw new PngError(`${width} x ${height}, colour type ${colourType}, ${bits} bits`);
  }
  return { width, height, pixelBytes: (samples * bits) / 8 };
}

async function inflate(compressed: Uint8Array<ArrayBuffer>[], length: number): Promise<Uint8Array> {
  const reader = new Blob(compressed).stream().pipeThrough(new DecompressionStream("deflate")).getReader();
  const inflated = new Uint8Array(length);
  let filled = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    if (filled + value.length > length) {
      await reader.cancel();
      throw new PngError("more picture than it has pixels");
    }
    inflated.set(value, filled);
    filled += value.length;
  }
  if (filled < length) throw new PngError("less picture than it has pixels");
  return inflated;
}

/**
 * The filters of section 9.2, by number. `before` is the byte `step` bytes to the left, `above` the one in the previous
 * row.
 */
function unfilter(filtered: Uint8Array, height: number, rowBytes: number, step: number): Uint8Array {
  const bytes = new Uint8Array(height * rowBytes);
  let above = new Uint8Array(rowBytes);
  for (let y = 0; y < height; y += 1) {
    const start = y * (rowBytes + 1);
    const row = bytes.subarray(y * rowBytes, (y + 1) * rowBytes);
    row.set(filtered.subarray(start + 1, start + 1 + rowBytes));
    const undo = UNDO[filtered[start] as number];
    if (!undo) throw new PngError(`filter ${filtered[start]}`);
    undo(row, above, step);
    above = row;
  }
  return bytes;
}

const UNDO: readonly ((row: Uint8Array, above: Uint8Array, step: number) => void)[] = [
  () => undefined,
  function undoSub(row, _above, step) {
    for (let at = step; at < row.length; at += 1) row[at] = (row[at] as number) + (row[at - step] as number);
  },
  function undoUp(row, above) {
    for (let at = 0; at < row.length; at += 1) row[at] = (row[at] as number) + (above[at] as number);
  },
  function undoAverage(row, above, step) {
    for (let at = 0; at < row.length; at += 1) {
      const before = at < step ? 0 : (row[at - step] as number);
      row[at] = (row[at] as number) + ((before + (above[at] as number)) >> 1);
    }
  },
  function undoPaeth(row, above, step) {
    for (let at = 0; at < row.length; at += 1) {
      const before = at < step ? 0 : (row[at - step] as number);
      const diagonal = at < step ? 0 : (above[at - step] as number);
      row[at] = (row[at] as number) + nearestOf(before, above[at] as number, diagonal);
    }
  },
];

/** The Paeth predictor: of the three values, the one nearest to left + above - diagonal. */
function nearestOf(before: number, above: number, diagonal: number): number {
  const fromBefore = Math.abs(above - diagonal);
  const fromAbove = Math.abs(before - diagonal);
  const fromDiagonal = Math.abs(before + above - 2 * diagonal);
  if (fromBefore <= fromAbove && fromBefore <= fromDiagonal) return before;
  return fromAbove <= fromDiagonal ? above : diagonal;
}
