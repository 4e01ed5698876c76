/** Holes in a mask. */

const SEEN = 2;

/**
 * Fills the pale middles of nuclei: what is enclosed by one of them alone. A gap between several nuclei stays, as does what
 * touches the border of the picture.
 *
 * @param mask 0: outside; changed in place. Holes are joined by sides alone.
 * @param labels to which hill a place belongs, 0: to none.
 * @param maxAreaPx larger holes stay.
 */
export function fillHoles(
  mask: Uint8Array,
  labels: Int32Array,
  widthPx: number,
  heightPx: number,
  maxAreaPx: number,
): void {
  // Places are taken from it in the order in which they were put, and stay in it: in the end it holds the whole hole.
  const hole = new Int32Array(mask.length);
  let size = 0;
  let around = 0;
  let isOfOne = true;
  const reach = (place: number): void => {
    if (mask[place] === 1) {
      const label = labels[place]!;
      if (around !== 0 && around !== label) isOfOne = false;
      around = label;
    }
    if (mask[place] !== 0) return;
    mask[place] = SEEN;
    hole[size] = place;
    size += 1;
  };
  for (let start = 0; start < mask.length; start += 1) {
    if (mask[start] !== 0) continue;
    let isEnclosed = true;
    isOfOne = true;
    around = 0;
    size = 0;
    reach(start);
    for (let at = 0; at < size; at += 1) {
      const place = hole[at]!;
      const x = place % widthPx;
      const y = (place - x) / widthPx;
      if (x === 0 || y === 0 || x === widthPx - 1 || y === heightPx - 1) isEnclosed = false;
      if (x > 0) reach(place - 1);
      if (x < widthPx - 1) reach(place + 1);
      if (y > 0) reach(place - widthPx);
      if (y < heightPx - 1) reach(place + widthPx);
    }
    if (isEnclosed && isOfOne && size <= maxAreaPx) for (let at = 0; at < size; at += 1) mask[hole[at]!] = 1;
  }
  for (let place = 0; place < mask.length; place += 1) if (mask[place] === SEEN) mask[place] = 0;
}
