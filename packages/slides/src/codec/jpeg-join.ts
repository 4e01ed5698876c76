/**
 * Joins JPEG strips of one image, each a complete file, into one file without decoding them.
 *
 * Each strip restarts its DC values, as a restart marker does: the strips' entropy-coded data is concatenated with
 * restart markers in between.
 *
 * Source: ITU-T T.81 (JPEG), annexes B.2.4.4 and E.1.4.
 */
import { isFrameMarker, MARKER, readJpegHeader, visitJpegSegments } from "./jpeg-header.ts";

interface Size {
  readonly width: number;
  readonly height: number;
}

/**
 * @param strips from top to bottom; all but the last have the same height.
 * @returns null if these strips cannot be joined: not baseline, different tables, or cut within a row of blocks.
 */
export function joinJpegStrips(strips: readonly Buffer[], size: Size): Buffer | null {
  const [first] = strips;
  if (first === undefined) return null;
  const header = readJpegHeader(first, 0, first.length);
  const isAlone = header.components.length === 1;
  const unitWidth = 8 * (isAlone ? 1 : Math.max(...header.components.map(({ horizontal }) => horizontal)));
  const unitHeight = 8 * (isAlone ? 1 : Math.max(...header.components.map(({ vertical }) => vertical)));
  const unitsInStrip = Math.ceil(header.width / unitWidth) * Math.ceil(header.height / unitHeight);
  const isBaseline = header.frameMarker === 0xc0 || header.frameMarker === 0xc1;
  const isOneScan = first[header.scanStart + 4] === header.components.length;
  if (!isBaseline || !isOneScan || header.width !== size.width || unitsInStrip > 0xffff || size.height > 0xffff)
    return null;
  if (strips.length > 1 && header.height % unitHeight !== 0) return null;

  const heading = headingOf(first);
  const data: Buffer[] = [];
  let rows = 0;
  for (const [index, strip] of strips.entries()) {
    const own = headingOf(strip);
    const { width, height } = readJpegHeader(strip, 0, strip.length);
    const isLast = index === strips.length - 1;
    const end = strip.lastIndexOf(Buffer.from([0xff, MARKER.endOfImage]));
    if (own === null || heading === null || end < own.dataStart || width !== size.width) return null;
    if (!own.withoutSize.equals(heading.withoutSize) || (!isLast && height !== header.height)) return null;
    data.push(strip.subarray(own.dataStart, end));
    if (!isLast) data.push(Buffer.from([0xff, 0xd0 + (index % 8)]));
    rows += height;
  }
  if (heading === null || rows !== size.height) return null;
  const joined = Buffer.from(first.subarray(0, heading.dataStart));
  joined.writeUInt16BE(size.height, header.frameStart + 5);
  const interval = Buffer.from([0xff, MARKER.restartInterval, 0, 4, unitsInStrip >> 8, unitsInStrip & 0xff]);
  return Buffer.concat([
    joined.subarray(0, header.scanStart),
    interval,
    joined.subarray(header.scanStart),
    ...data,
    Buffer.from([0xff, MARKER.endOfImage]),
  ]);
}

/** All bytes before the data, the frame's size blanked for comparison; null if the strip itself has restarts. */
function headingOf(strip: Buffer): { withoutSize: Buffer; dataStart: number } | null {
  let dataStart = strip.length;
  let sizeAt = -1;
  let restarts = false;
  visitJpegSegments(strip, 0, strip.length, (marker, start, end) => {
    if (marker === MARKER.startOfScan) dataStart = end;
    if (marker === MARKER.restartInterval) restarts = true;
    if (isFrameMarker(marker)) sizeAt = start + 5;
  });
  if (restarts || sizeAt < 0) return null;
  const withoutSize = Buffer.from(strip.subarray(0, dataStart));
  withoutSize.fill(0, sizeAt, sizeAt + 2);
  return { withoutSize, dataStart };
}
