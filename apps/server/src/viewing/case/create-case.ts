/** Creates cases from a teacher's input. */
import type { BodyOf } from "@parfocal/core/call.contract.ts";
import type { createCase } from "@parfocal/core/case/case.contract.ts";
import { AppError } from "@parfocal/core/errors.ts";
import { ITEM_KINDS } from "@parfocal/core/item/item-kinds.ts";
import { appendPlacement, insertItem } from "#item/item.queries.ts";
import { lockParent } from "#item/lock-parent.ts";
import type { SiteDb } from "#platform/db/database.ts";
import { insertCaseFacts } from "./case.queries.ts";
import { storedCaseText } from "./case-text.ts";
import { changeCaseItems } from "./change-case-items.ts";

/** @returns its ID. @throws AppError `invalid` if the parent cannot contain a case, or an ID is not that of an image. */
export async function addCase(
  db: SiteDb,
  { siteId, createdBy }: { siteId: number; createdBy: number | null },
  fields: BodyOf<typeof createCase>,
): Promise<number> {
  const { title, subtitle, parentId, layout } = fields;
  const description = storedCaseText(fields.description);
  await assertHoldsCases(db, siteId, parentId);
  const { id } = await insertItem(db, siteId, { kind: "case", title, subtitle, description, createdBy });
  await insertCaseFacts(db, siteId, id, {
    diagnosis: storedCaseText(fields.diagnosis),
    collapses_diagnosis: fields.collapseDiagnosis,
    layout_columns: layout.columns,
    layout_rows: layout.rows,
  });
  await appendPlacement(db, siteId, { parentId, itemId: id });
  await changeCaseItems(
    db,
    siteId,
    id,
    fields.imageIds.map((imageId) => ({ id: imageId })),
  );
  return id;
}

async function assertHoldsCases(db: SiteDb, siteId: number, parentId: number): Promise<void> {
  const parent = await lockParent(db, siteId, parentId);
  if (parent && (ITEM_KINDS.case.pasteInto as readonly string[]).includes(parent.kind)) return;
  throw new AppError("invalid", "A case can only be placed in a course or folder.", { codes: ["parentId"] });
}
