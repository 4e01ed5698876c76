/** Holes in what has been found. */

/** Of what is no hole: it is known as soon as one place of it touches the border, a second nucleus, or is one too many. */
const OUTSIDE = -1;
/** In the hole that is walked through. */
const SEEN = -2;

/**
 * Fills the pale middles of nuclei: what is enclosed by one of them alone. A gap between several nuclei stays, as does what
 * touches the border of the picture.
 *
 * @param labels to which nucleus a place belongs, 0: to none; changed in place. Holes are joined by sides alone.
 * @param maxAreaPx larger holes stay.
 */
export function fillHoles(labels: Int32Array, widthPx: number, maxAreaPx: number): void {
  const last = labels.length - widthPx;
  // Places are taken from it in the order in which they were put, and stay in it: in the end it holds the whole hole.
  const hole = new Int32Array(Math.floor(maxAreaPx) + 2);
  for (let start = 0; start < labels.length; start += 1) {
    if (labels[start] !== 0) continue;
    // What lies beside the outside is the outside: most of a picture is found so, without a walk.
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
