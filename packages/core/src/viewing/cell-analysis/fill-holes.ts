/** Holes in what has been found. */

/**
 * Fills the pale middles of nuclei: what is enclosed by one of them alone. A gap between several nuclei stays, as does what
 * touches the border of the picture.
 *
 * @param labels to which nucleus a place belongs, 0: to none; changed in place. Holes are joined by sides alone.
 * @param maxAreaPx larger holes stay.
 */
export function fillHoles(labels: Int32Array, widthPx: number, maxAreaPx: number): void {
  const OUTSIDE = -1;
  const last = labels.length - widthPx;
  // Places are taken from it in the order in which they were put, and stay in it: in the end it holds the whole hole.
  const hole = new Int32Array(labels.length);
  for (let start = 0; start < labels.length; start += 1) {
    if (labels[start] !== 0) continue;
    hole[0] = start;
    labels[start] = OUTSIDE;
    let size = 1;
    let around = 0;
    let isOfOne = true;
    for (let at = 0; at < size; at += 1) {
      const place = hole[at]!;
      const x = place % widthPx;
      if (x === 0 || x === widthPx - 1 || place < widthPx || place >= last) isOfOne = false;
      for (let side = 0; side < 4; side += 1) {
        if ((side === 0 && x === 0) || (side === 1 && x === widthPx - 1)) continue;
        const next = side === 0 ? place - 1 : side === 1 ? place + 1 : side === 2 ? place - widthPx : place + widthPx;
        const label = labels[next];
        if (label === 0) {
          labels[next] = OUTSIDE;
          hole[size] = next;
          size += 1;
        } else if (label !== undefined && label > 0) {
          if (around !== 0 && around !== label) isOfOne = false;
          around = label;
        }
      }
    }
    if (isOfOne && size <= maxAreaPx) for (let at = 0; at < size; at += 1) labels[hole[at]!] = around;
  }
  for (let place = 0; place < labels.length; place += 1) if (labels[place] === OUTSIDE) labels[place] = 0;
}
