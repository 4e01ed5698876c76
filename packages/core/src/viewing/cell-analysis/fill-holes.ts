/** Fills holes in labelled objects. */

/**
 * Pixels that are not in a hole: known as soon as one of their region touches the border or a second nucleus, or
 * exceeds the size.
 */
const OUTSIDE = -1;
/** Pixels of the hole being traversed. */
const SEEN = -2;

/**
 * Fills the pale centres of nuclei: regions enclosed by a single nucleus. Gaps between several nuclei and regions that
 * touch the border of the image are kept.
 *
 * @param labels label of each pixel, 0: none; changed in place. Holes are 4-connected.
 * @param maxAreaPx larger holes are kept.
 */
export function fillHoles(labels: Int32Array, widthPx: number, maxAreaPx: number): void {
  const last = labels.length - widthPx;
  // A queue whose entries stay in place: in the end it contains the whole hole.
  const hole = new Int32Array(Math.floor(maxAreaPx) + 2);
  for (let start = 0; start < labels.length; start += 1) {
    if (labels[start] !== 0) continue;
    // Neighbours of outside pixels are outside: most of an image is classified this way, without a traversal.
    const isBeside =
      (start >= widthPx && labels[start - widthPx] === OUTSIDE) ||
      (start % widthPx !== 0 && labels[start - 1] === OUTSIDE);
    if (isBeside) {
      labels[start] = OUTSIDE;
      continue;
    }
    hole[0] = start;
    labels[start] = SEEN;
    let size = 1;
    let around = 0;
    let isHole = size <= maxAreaPx;
    for (let at = 0; at < size && isHole; at += 1) {
      const place = hole[at]!;
      const x = place % widthPx;
      if (x === 0 || x === widthPx - 1 || place < widthPx || place >= last) {
        isHole = false;
        break;
      }
      for (let side = 0; side < 4; side += 1) {
        const next = side === 0 ? place - 1 : side === 1 ? place + 1 : side === 2 ? place - widthPx : place + widthPx;
        const label = labels[next]!;
        if (label === SEEN) continue;
        if (label === 0 && size < maxAreaPx) {
          labels[next] = SEEN;
          hole[size] = next;
          size += 1;
        } else if (label <= 0 || (around !== 0 && around !== label)) {
          isHole = false;
          break;
        } else around = label;
      }
    }
    const becomes = isHole ? around : OUTSIDE;
    for (let at = 0; at < size; at += 1) labels[hole[at]!] = becomes;
  }
  for (let place = 0; place < labels.length; place += 1) if (labels[place] === OUTSIDE) labels[place] = 0;
}
