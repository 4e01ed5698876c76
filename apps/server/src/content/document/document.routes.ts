import { attachmentKindOf } from "@parfocal/core/attachment/media-types.ts";
import {
  assignDocuments,
  deleteDocument,
  getDocumentFile,
  getDocumentThumbnail,
  previewDocument,
  restoreDocument,
  type SiteDocument,
  searchDocuments,
  uploadDocuments,
} from "@parfocal/core/document/document.contract.ts";
import { DOCUMENT_MAX_BYTES, DOCUMENT_PAGE_SIZE, DOCUMENTS_AT_ONCE } from "@parfocal/core/document/document-limits.ts";
import { notFound } from "@parfocal/core/errors.ts";
import { presentAttachmentCard } from "#attachment/attachment.present.ts";
import { findAttachment } from "#attachment/attachment.queries.ts";
import { recordAudit } from "#audit/record-audit.ts";
import { findMediaFile, type KnownFile, searchMediaFiles, setMediaFileDeleted } from "#media/media.queries.ts";
import { fileRouteOf, smallPictureRouteOf } from "#media/media-file.ts";
import { receiveMedia } from "#media/receive-media.ts";
import type { SiteDb } from "#platform/db/database.ts";
import { mediaName } from "#platform/files/file-store.ts";
import { longRoute, type Route, route } from "#platform/http/route.ts";
import { attachDocuments } from "./assign-documents.ts";
import { presentDocument } from "./document.present.ts";
import { countUsesOf } from "./document.queries.ts";
import { readTextPreview } from "./preview-text.ts";

async function findExisting(db: SiteDb, siteId: number, id: number): Promise<KnownFile> {
  const row = await findMediaFile(db, siteId, id, "document");
  if (!row) throw notFound("Document");
  return row;
}

async function presentAll(db: SiteDb, siteId: number, rows: readonly KnownFile[]): Promise<SiteDocument[]> {
  const ids = rows.map(({ id }) => id);
  const counts = await countUsesOf(db, siteId, ids);
  return rows.map((row) => presentDocument(row, counts.get(row.id) ?? 0));
}

async function presentOne(db: SiteDb, siteId: number, row: KnownFile): Promise<SiteDocument> {
  const [document] = await presentAll(db, siteId, [row]);
  return document as SiteDocument;
}

export const documentRoutes: readonly Route[] = [
  longRoute(uploadDocuments, (context) =>
    receiveMedia<typeof uploadDocuments, object>(context, uploadDocuments, {
      shelf: "document",
      limits: {
        files: DOCUMENTS_AT_ONCE,
        maxBytes: DOCUMENT_MAX_BYTES,
        tooLarge: "The limit for a document is 200 MB.",
      },
      check: () => {},
      refusesBroken: false,
      findFolder: () => Promise.resolve(null),
      present: (row) => presentDocument(row, 0),
    }),
  ),

  route(searchDocuments, async ({ db, siteId }, { body: { q, page } }) => {
    const search = { page, pageSize: DOCUMENT_PAGE_SIZE, q, types: null, folder: undefined };
    const { rows, total } = await searchMediaFiles(db, siteId, "document", search);
    return { documents: await presentAll(db, siteId, rows), total };
  }),

  route(previewDocument, async ({ db, siteId, platform: { files } }, { params: { id } }) => {
    const row = await findExisting(db, siteId, id);
    const document = await presentOne(db, siteId, row);
    const kind = attachmentKindOf(row.media_type);
    const preview = kind === "file" ? await readTextPreview(files, mediaName(siteId, row.stored_name)) : null;
    if (preview === null) return { ...document, kind, text: null, isCut: false };
    return { ...document, kind: "text" as const, ...preview };
  }),

  fileRouteOf(getDocumentFile, "document"),
  smallPictureRouteOf(getDocumentThumbnail, "document"),

  route(assignDocuments, async ({ db, siteId, caller, platform: { files } }, { body }) => {
    const ids = await attachDocuments(db, siteId, body, { files, createdBy: caller.signedIn().id });
    const attachments = [];
    for (const id of ids) {
      const row = await findAttachment(db, siteId, id);
      if (row) attachments.push(presentAttachmentCard(row));
    }
    return { attachments };
  }),

  route(deleteDocument, async ({ db, siteId, caller }, { params: { id } }) => {
    await findExisting(db, siteId, id);
    await setMediaFileDeleted(db, siteId, id, { shelf: "document", isDeleted: true });
    await recordAudit(db, siteId, { action: "mediaDeleted", actorId: caller.signedIn().id, objectId: id });
  }),

  route(restoreDocument, async ({ db, siteId, caller }, { params: { id } }) => {
    await setMediaFileDeleted(db, siteId, id, { shelf: "document", isDeleted: false });
    await recordAudit(db, siteId, { action: "mediaRestored", actorId: caller.signedIn().id, objectId: id });
    return presentOne(db, siteId, await findExisting(db, siteId, id));
  }),
];
