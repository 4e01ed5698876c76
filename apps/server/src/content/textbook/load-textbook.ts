/** A textbook as visible to the caller. */

import { neutralFilename } from "@parfocal/core/attachment/neutral-filename.ts";
import { notFoundOrNoAccess } from "@parfocal/core/errors.ts";
import type { Textbook } from "@parfocal/core/textbook/textbook.contract.ts";
import { findAttachment, type PlacedAttachment } from "#attachment/attachment.queries.ts";
import { accessScopeOf } from "#item/access-scope.ts";
import type { ContentQuery } from "#item/placed-content.ts";
import type { SiteDb } from "#platform/db/database.ts";
import { loadShownContent } from "#share-access/shared-content.ts";
import { sharedScope } from "#share-access/shared-item.ts";
import type { ShownBy } from "#share-access/token-addresses.ts";
import { type Asker, findShownItem } from "#share-access/viewer.ts";
import { listCards } from "#structure/present-cards.ts";
import { findTextbookFacts } from "./textbook.queries.ts";

/** @throws AppError `notFound` if there is no such textbook for the caller. */
export async function loadTextbook(db: SiteDb, question: Asker & Omit<ContentQuery, "kind">): Promise<Textbook> {
  const { siteId, id, caller } = question;
  const { item, placed, by } = await loadShownContent(db, { ...question, kind: "textbook" });
  const facts = await findTextbookFacts(db, siteId, id);
  if (!facts) throw notFoundOrNoAccess();
  const items = await listCards(db, siteId, id, by ? sharedScope(by.share) : accessScopeOf(caller));
  // A document hidden from a learner is omitted for them.
  const isShown = items.some((card) => card.id === facts.attachment_id);
  const document =
    isShown && facts.attachment_id !== null ? await findAttachment(db, siteId, facts.attachment_id) : null;
  return {
    ...placed,
    summary: item.summary,
    diagnosis: facts.diagnosis,
    attachmentId: document?.item_id ?? null,
    attachmentFilename: document ? (by ? sharedFilename(id, document) : document.filename) : "",
    attachmentBytes: document?.bytes ?? 0,
    items: by ? [] : items,
  };
}

/** Original names can contain patients' names. */
export const sharedFilename = (id: number, file: { readonly media_type: string; readonly filename: string }): string =>
  neutralFilename("textbook", id, { mediaType: file.media_type, filename: file.filename });

/**
 * The PDF that the asker may read. @returns undefined if there is none. @throws AppError `notFound` if the textbook is
 * not shown.
 */
export async function findShownDocument(
  db: SiteDb,
  { id, ...asker }: Asker & { readonly id: number },
): Promise<{ readonly file: PlacedAttachment; readonly by: ShownBy | null } | undefined> {
  const { siteId } = asker;
  const { accessScope, by } = await findShownItem(db, asker, { id, kind: "textbook" });
  const documentId = (await findTextbookFacts(db, siteId, id))?.attachment_id ?? null;
  // If it is inactive in the textbook, learners do not get it.
  const isShown = (await listCards(db, siteId, id, accessScope)).some((card) => card.id === documentId);
  const file = documentId !== null && isShown ? await findAttachment(db, siteId, documentId) : undefined;
  return file && { file, by };
}
