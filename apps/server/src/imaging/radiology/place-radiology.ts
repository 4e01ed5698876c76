/** Adds a radiology item to one more parent. */
import { AppError } from "@parfocal/core/errors.ts";
import { canLiveIn } from "@parfocal/core/structure/paste-rules.ts";
import { appendPlacement } from "#item/item.queries.ts";
import { lockParent } from "#item/lock-parent.ts";
import { listParentIds } from "#item/placement.queries.ts";
import type { SiteDb } from "#platform/db/database.ts";

/**
 * At the end of the parent; does nothing if the parent already contains it. @throws AppError `invalid` if the parent
 * cannot contain it.
 */
export async function placeRadiology(
  db: SiteDb,
  siteId: number,
  { id, parentId }: { id: number; parentId: number },
): Promise<void> {
  await assertMayLieIn(db, siteId, parentId);
  if ((await listParentIds(db, siteId, id)).includes(parentId)) return;
  await appendPlacement(db, siteId, { parentId, itemId: id });
}

export async function assertMayLieIn(db: SiteDb, siteId: number, parentId: number): Promise<void> {
  const parent = await lockParent(db, siteId, parentId);
  if (parent && canLiveIn("radiology", { kind: parent.kind, quizType: null })) return;
  throw new AppError("invalid", "Choose a course or folder as the location.", {
    codes: ["parentId"],
  });
}
