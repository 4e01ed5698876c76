/**
 * Limits of rows that are read or written together, so that no query takes much memory and the work between two queries
 * takes little time.
 */

interface MostInPortion {
  readonly rows: number;
  readonly bytes: number;
}

/** Keeps the order. A row with more bytes than a portion may have becomes a portion of its own. */
export function splitIntoPortions<Row extends { readonly bytes: number }>(
  rows: readonly Row[],
  most: MostInPortion,
): Row[][] {
  const portions: Row[][] = [];
  let bytesOfPortion = 0;
  for (const row of rows) {
    const portion = portions.at(-1);
    bytesOfPortion += row.bytes;
    if (portion && bytesOfPortion <= most.bytes && portion.length < most.rows) {
      portion.push(row);
    } else {
      portions.push([row]);
      bytesOfPortion = row.bytes;
    }
  }
  return portions;
}
