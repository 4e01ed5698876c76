import { BIN_PAGE_SIZE, listBin, restoreRemoved as restoreCall } from "@parfocal/core/structure/structure.contract.ts";
import { recordAudit } from "#audit/record-audit.ts";
import { findBinnedOfEach } from "#item/lock-parent.ts";
import { route } from "#platform/http/route.ts";
import { listBinRows } from "./bin.queries.ts";
import { BIN_MS } from "./bin-time.ts";
import { restoreRemoved } from "./restore-removed.ts";
import { readLists } from "./tree.queries.ts";

export const binRoutes = [
  route(listBin, async ({ db, siteId }, { query: { page, q } }) => {
    const since = new Date(Date.now() - BIN_MS);
    const { rows, total } = await listBinRows(db, siteId, { page, pageSize: BIN_PAGE_SIZE, q, since });
    const parentIds = new Set(rows.flatMap(({ parentId }) => parentId ?? []));
    const inBin = await findBinnedOfEach(db, siteId, [...parentIds]);
    const entries = rows.map((row) => ({
      ...row,
      isParentInBin: row.parentId !== null && inBin.has(row.parentId),
      removedAt: row.removedAt.toISOString(),
      endsAt: new Date(row.removedAt.getTime() + BIN_MS).toISOString(),
    }));
    return { entries, total };
  }),

  route(restoreCall, async ({ db, siteId, caller }, { params, body }) => {
    const { itemId, parentId } = await restoreRemoved(db, siteId, { binId: params.id, parentId: body.parentId });
    await recordAudit(db, siteId, { action: "itemRestored", actorId: caller.signedIn().id, objectId: itemId });
    return { itemId, parents: await readLists(db, siteId, [parentId]) };
  }),
];
