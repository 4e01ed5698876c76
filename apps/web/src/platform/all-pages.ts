/** Reads all pages of a paged list. */

/**
 * @param load a page, from 1; one with fewer rows than `size` is the last.
 * @returns all rows, each ID once: a row that moves to the next page between two requests is in both.
 */
export async function allPages<Row extends { readonly id: number }>(
  size: number,
  load: (page: number) => Promise<readonly Row[]>,
): Promise<Row[]> {
  const rows = new Map<number, Row>();
  for (let page = 1; ; page += 1) {
    const loaded = await load(page);
    for (const row of loaded) rows.set(row.id, row);
    if (loaded.length < size) return [...rows.values()];
  }
}
