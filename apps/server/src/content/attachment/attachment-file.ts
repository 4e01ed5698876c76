/** Serves an attached file to callers who may see its parent. */
import { getAttachmentFile } from "@parfocal/core/attachment/attachment.contract.ts";
import { findVisibleItem } from "#item/item-access.ts";
import { attachmentName } from "#platform/files/file-store.ts";
import { findAttachment } from "./attachment.queries.ts";
import { filenameFor, storedFileRoute } from "./stored-file-route.ts";

export const attachmentFileRoute = storedFileRoute(getAttachmentFile, async (db, { siteId, caller, id }) => {
  await findVisibleItem(db, { siteId, caller, id, kind: "attachment" });
  const file = await findAttachment(db, siteId, id);
  if (!file || file.stored_name === null) return undefined;
  return {
    name: attachmentName(siteId, file.stored_name),
    storedName: file.stored_name,
    mediaType: file.media_type,
    filename: filenameFor(caller, "attachment", id, file),
  };
});
