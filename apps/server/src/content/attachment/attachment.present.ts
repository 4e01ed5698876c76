import type { Attachment } from "@parfocal/core/attachment/attachment.contract.ts";
import type { AttachmentCard } from "@parfocal/core/attachment/attachment-card.contract.ts";
import { attachmentKindOf, mediaTypeOfUrl } from "@parfocal/core/attachment/media-types.ts";
import { presentFieldsOfEach } from "#custom-field/custom-field.present.ts";
import type { AccessScope } from "#item/access-scope.ts";
import { findSeenIn } from "#item/item-paths.queries.ts";
import type { SiteDb } from "#platform/db/database.ts";
import { listAttachmentsOf, type PlacedAttachment } from "./attachment.queries.ts";

const attachmentFilePath = (id: number): string => `/api/v2/attachment/${id}/file`;

export function presentAttachmentCard(row: PlacedAttachment): AttachmentCard {
  const isLink = row.stored_name === null;
  const mimeType = isLink ? (row.is_file_link ? mediaTypeOfUrl(row.url) : "") : row.media_type;
  return {
    id: row.item_id,
    title: row.title,
    mimeType,
    src: isLink ? row.url : attachmentFilePath(row.item_id),
    kind: isLink && mimeType === "" ? "link" : attachmentKindOf(mimeType),
  };
}

/** Attachments as shown with a slide. */
export async function presentAttachmentsOf(
  db: SiteDb,
  siteId: number,
  parentId: number,
  accessScope: AccessScope,
): Promise<AttachmentCard[]> {
  const seen = await findSeenIn(db, siteId, parentId, accessScope);
  const attachments = await listAttachmentsOf(db, siteId, parentId, accessScope);
  return attachments.filter(({ item_id }) => seen === null || seen.has(item_id)).map(presentAttachmentCard);
}

export async function presentAttachment(
  db: SiteDb,
  siteId: number,
  row: PlacedAttachment,
  isManager: boolean,
): Promise<Attachment> {
  const [attachment] = await presentAttachments(db, siteId, [row], isManager);
  return attachment as Attachment;
}

/**
 * In the order of the rows, with one query for all. Names of files and people are only for content managers
 * (docs/patient-data.md).
 */
export async function presentAttachments(
  db: SiteDb,
  siteId: number,
  rows: readonly PlacedAttachment[],
  isManager: boolean,
): Promise<Attachment[]> {
  const ids = rows.map(({ item_id }) => item_id);
  const fields = await presentFieldsOfEach(db, siteId, ids);
  return rows.map((row) => ({
    ...presentAttachmentCard(row),
    itemId: row.item_id,
    attachmentId: row.item_id,
    filename: isManager ? row.filename : "",
    bytes: row.bytes,
    url: row.url,
    isFileLink: row.is_file_link,
    isLink: row.stored_name === null,
    parentId: row.parentId,
    assignedTo: isManager ? row.createdBy : null,
    assignedToUsername: isManager ? row.createdByName : null,
    customFields: fields.get(row.item_id) ?? [],
  }));
}
