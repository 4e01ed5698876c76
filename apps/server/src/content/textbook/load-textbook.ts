/** A textbook as the caller may see it. */
import { notFoundOrNoAccess } from "@parfocal/core/errors.ts";
import type { Textbook } from "@parfocal/core/textbook/textbook.contract.ts";
import { findAttachment } from "#attachment/attachment.queries.ts";
import { accessScopeOf } from "#item/access-scope.ts";
import { type ContentQuery, loadPlacedContent } from "#item/placed-content.ts";
import type { SiteDb } from "#platform/db/database.ts";
import { listCards } from "#structure/present-cards.ts";
import { findTextbookFacts } from "./textbook.queries.ts";

/** @throws AppError `notFound` if there is no such textbook for the caller. */
export async function loadTextbook(db: SiteDb, question: Omit<ContentQuery, "kind">): Promise<Textbook> {
  const { siteId, id, caller } = question;
  const { item, placed } = await loadPlacedContent(db, { ...question, kind: "textbook" });
  const facts = await findTextbookFacts(db, siteId, id);
  if (!facts) throw notFoundOrNoAccess();
  const items = await listCards(db, siteId, id, accessScopeOf(caller));
  // What a learner may not see in the textbook is not its document for them either.
  const isShown = items.some((card) => card.id === facts.attachment_id);
  const document =
    isShown && facts.attachment_id !== null ? await findAttachment(db, siteId, facts.attachment_id) : null;
  return {
    ...placed,
    summary: item.summary,
    diagnosis: facts.diagnosis,
    attachmentId: document?.item_id ?? null,
    attachmentFilename: document?.filename ?? "",
    attachmentBytes: document?.bytes ?? 0,
    items,
  };
}
