/**
 * Overlaps between tiles of a Ventana slide: tens of thousands of elements, of which only means are needed. They are
 * matched by a pattern and removed, because parsing them takes twenty times as long.
 */

/** Sums over joints, weighted by the scanner's confidence (0 to 100). */
export interface JointSums {
  readonly x: { sum: number; weight: number };
  readonly y: { sum: number; weight: number };
}

interface TileSize {
  readonly width: number;
  readonly height: number;
}

/** @returns the rest of the XML, and the sums of each `ImageInfo` in it, in order. */
export function takeOutJoints(
  xml: string,
  tile: TileSize,
): { readonly rest: string; readonly sums: readonly JointSums[] } {
  const sums: JointSums[] = [];
  const rest = xml.replace(/<ImageInfo\b|<\/?TileJointInfo\b[^<>]*>/g, (tag) => {
    if (tag === "<ImageInfo") {
      sums.push({ x: { sum: 0, weight: 0 }, y: { sum: 0, weight: 0 } });
      return tag;
    }
    const current = sums.at(-1);
    if (current !== undefined) addJoint(current, tag, tile);
    return "";
  });
  return { rest, sums };
}

function addJoint({ x, y }: JointSums, tag: string, tile: TileSize): void {
  const direction = /\bDirection\s*=\s*["'](\w+)["']/.exec(tag)?.[1];
  if (direction === "RIGHT" || direction === "LEFT") add(x, tag, "OverlapX", tile.width);
  if (direction === "UP" || direction === "DOWN") add(y, tag, "OverlapY", tile.height);
}

function add(axis: { sum: number; weight: number }, tag: string, name: string, tileSide: number): void {
  const confidence = wholeIn(tag, "Confidence");
  const overlap = wholeIn(tag, name);
  if (!(confidence > 0 && confidence <= 100) || !(Math.abs(overlap) <= tileSide)) return;
  axis.sum += confidence * overlap;
  axis.weight += confidence;
}

/** NaN: missing, or not an integer. */
function wholeIn(tag: string, name: string): number {
  const at = tag.search(new RegExp(`\\b${name}\\s*=`));
  return at < 0 ? Number.NaN : Number(/=\s*["']([+-]?\d{1,9})["']/.exec(tag.slice(at))?.[1] ?? Number.NaN);
}
