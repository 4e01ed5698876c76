import { BIN_PAGE_SIZE, listBin, restoreRemoved as restoreCall } from "@parfocal/core/structure/structure.contract.ts";
import { findBinned } from "#item/lock-parent.ts";
import { route } from "#platform/http/route.ts";
import { listBinRows } from "./bin.queries.ts";
import { BIN_MS } from "./bin-time.ts";
import { restoreRemoved } from "./restore-removed.ts";
import { readLists } from "./tree.queries.ts";

export const binRoutes = [
  route(listBin, async ({ db, siteId }, { query: { page, q } }) => {
    const since = new Date(Date.now() - BIN_MS);
    const { rows, total } = await listBinRows(db, siteId, { page, pageSize: BIN_PAGE_SIZE, q, since });
    const inBin = new Map<number | null, boolean>([[null, false]]);
    for (const { parentId } of rows)
      if (parentId !== null && !inBin.has(parentId))
        inBin.set(parentId, (await findBinned(db, siteId, parentId)) !== null);
    const entries = rows.map((row) => ({
      ...row,
      isParentInBin: inBin.get(row.parentId) ?? false,
      removedAt: row.removedAt.toISOString(),
      endsAt: new Date(row.removedAt.getTime() + BIN_MS).toISOString(),
    }));
    return { entries, total };
  }),

  route(restoreCall, async ({ db, siteId }, { params, body }) => {
    const { itemId, parentId } = await restoreRemoved(db, siteId, { binId: params.id, parentId: body.parentId });
    return { itemId, parents: await readLists(db, siteId, [parentId]) };
  }),
];
