/** Rows that are read or written together, so that no query takes much memory and no work between two queries much time. */

interface MostInPortion {
  readonly rows: number;
  readonly bytes: number;
}

/** In the order given. A row that has more bytes than a portion may have is a portion of its own. */
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
