/** Makes cases: from what a teacher says, or like one that is there. */
import type { BodyOf } from "@parfocal/core/call.contract.ts";
import type { createCase } from "@parfocal/core/case/case.contract.ts";
import { AppError } from "@parfocal/core/errors.ts";
import { ITEM_KINDS } from "@parfocal/core/item/item-kinds.ts";
import { appendPlacement, findItem, insertItem } from "#item/item.queries.ts";
import { copyLook } from "#item/item-look.queries.ts";
import type { SiteDb } from "#platform/db/database.ts";
import { findCaseFacts, insertCaseFacts, lockCase } from "./case.queries.ts";
import { listCaseItems, writeCaseItems } from "./case-item.queries.ts";
import { keptCaseText } from "./case-text.ts";
import { changeCaseItems } from "./change-case-items.ts";

/** @returns its id. @throws AppError `invalid` if the parent can hold no case, or an image is none. */
export async function addCase(
  db: SiteDb,
  { siteId, createdBy }: { siteId: number; createdBy: number | null },
  wishes: BodyOf<typeof createCase>,
): Promise<number> {
  const { title, subtitle, parentId, layout } = wishes;
  const description = keptCaseText(wishes.description);
  await assertHoldsCases(db, siteId, parentId);
  const { id } = await insertItem(db, siteId, { kind: "case", title, subtitle, description, createdBy });
  await insertCaseFacts(db, siteId, id, {
    diagnosis: keptCaseText(wishes.diagnosis),
    collapses_diagnosis: wishes.collapseDiagnosis,
    layout_columns: layout.columns,
    layout_rows: layout.rows,
  });
  await appendPlacement(db, siteId, { parentId, itemId: id });
  await changeCaseItems(
    db,
    siteId,
    id,
    wishes.imageIds.map((imageId) => ({ id: imageId })),
  );
  return id;
}

/**
 * A new case with the texts, the slides and the binding of another; the slides are the same, placed once more.
 *
 * @returns its id. @throws AppError `notFound` if there is no such case; `invalid` if the parent can hold none.
 */
export async function copyCaseTo(
  db: SiteDb,
  { siteId, createdBy }: { siteId: number; createdBy: number },
  { id, parentId }: { id: number; parentId: number },
): Promise<number> {
  const original = await lockCase(db, siteId, id);
  const facts = await findCaseFacts(db, siteId, id);
  if (!original || !facts) throw new AppError("notFound", "There is no such case.");
  await assertHoldsCases(db, siteId, parentId);
  const { title, subtitle, summary, description, tags } = original;
  const copy = await insertItem(db, siteId, { kind: "case", title, subtitle, summary, description, tags, createdBy });
  await insertCaseFacts(db, siteId, copy.id, facts);
  await copyLook(db, siteId, { from: id, to: copy.id });
  await appendPlacement(db, siteId, { parentId, itemId: copy.id });
  await writeCaseItems(db, siteId, copy.id, await listCaseItems(db, siteId, id, { includesInactive: true }));
  return copy.id;
}

async function assertHoldsCases(db: SiteDb, siteId: number, parentId: number): Promise<void> {
  const parent = await findItem(db, siteId, parentId);
  if (parent && (ITEM_KINDS.case.pasteInto as readonly string[]).includes(parent.kind)) return;
  throw new AppError("invalid", "A case can only stand in a course or in a folder.", { codes: ["parentId"] });
}
