import {
  ATTACHMENT_PAGE_SIZE,
  type Attachment,
  createAttachment,
  getAttachment,
  listAttachments,
  updateAttachment,
} from "@parfocal/core/attachment/attachment.contract.ts";
import { searchAttachments } from "@parfocal/core/attachment/search-attachments.contract.ts";
import { notFoundOrNoAccess } from "@parfocal/core/errors.ts";
import { findVisibleItem } from "#item/item-access.ts";
import { type SiteDb, withSite } from "#platform/db/database.ts";
import { attachmentName } from "#platform/files/file-store.ts";
import { findOrClaimKey, keepAnswer, readIdempotencyKey } from "#platform/http/idempotency.ts";
import { type LongRouteContext, longRoute, parseInput, type Route, route } from "#platform/http/route.ts";
import { createLimiter } from "#platform/limiter.ts";
import { type AttachmentInput, addAttachment, assertFileOrLink, keepFile } from "./add-attachment.ts";
import { presentAttachment, presentAttachments } from "./attachment.present.ts";
import {
  findAttachment,
  listAllAttachments,
  type PlacedAttachment,
  updateAttachmentRow,
} from "./attachment.queries.ts";
import { attachmentFileRoute } from "./attachment-file.ts";
import { withFormFiles } from "./form-files.ts";
import { type ReceivedFile, receiveForm } from "./receive-form.ts";

/** Files received in parallel: slides have priority on the disk (rule D-12). */
const FILES_AT_ONCE = 4;
const MAX_WAITING = 50;
const limiter = createLimiter(FILES_AT_ONCE, MAX_WAITING);

const attachmentNotFound = () => notFoundOrNoAccess("Attachment");

async function findExisting(db: SiteDb, siteId: number, id: number): Promise<PlacedAttachment> {
  const row = await findAttachment(db, siteId, id);
  if (!row) throw attachmentNotFound();
  return row;
}

/** Idempotent for repeated requests with the same key: the file's hash identifies its bytes. */
function attachOnce(
  { platform, siteId, caller, request }: LongRouteContext,
  values: AttachmentInput,
  file: ReceivedFile | null,
) {
  const key = readIdempotencyKey(request);
  const { id: userId } = caller.signedIn();
  return withSite(platform.database, siteId, async (db) => {
    const input = { params: null, query: null, body: { ...values, file: file?.sha256 ?? null } };
    const claim =
      key === null ? null : await findOrClaimKey(db, { siteId, userId, key, call: createAttachment, input });
    if (claim?.stored) return { answer: claim.stored.answer, isNew: false };
    const id = await addAttachment(db, siteId, values, { file, createdBy: userId });
    const answer = await presentAttachment(db, siteId, await findExisting(db, siteId, id), true);
    if (claim) await keepAnswer(db, claim, { status: 200, answer });
    return { answer, isNew: true };
  });
}

async function receiveAttachment(context: LongRouteContext) {
  const { files } = context.platform;
  const nameOf = (storedName: string) => attachmentName(context.siteId, storedName);
  const { fields, file } = await receiveForm(context.request, (storedName) => files.partFor(nameOf(storedName)));
  const left = { parts: new Set(file ? [file.partPath] : []), names: new Set<string>() };
  const answer = await withFormFiles(files, left, async () => {
    const values = parseInput(createAttachment.form, fields, "form") as AttachmentInput;
    assertFileOrLink(values, file);
    if (file) {
      const name = nameOf(file.storedName);
      left.names.add(name);
      await keepFile(files, name, file);
    }
    return attachOnce(context, values, file);
  });
  return createAttachment.answer.parse(answer);
}

async function listPresented(
  db: SiteDb,
  siteId: number,
  search: { page: number; q: string; folder?: number | undefined; item?: number | undefined },
): Promise<Attachment[]> {
  const { page, q, folder, item } = search;
  const rows = await listAllAttachments(db, siteId, { page, pageSize: ATTACHMENT_PAGE_SIZE, q, folder, item });
  return presentAttachments(db, siteId, rows, true);
}

export const attachmentRoutes: readonly Route[] = [
  route(getAttachment, async ({ db, siteId, caller }, { params: { id } }) => {
    await findVisibleItem(db, { siteId, caller, id, kind: "attachment" });
    return presentAttachment(db, siteId, await findExisting(db, siteId, id), caller.can("manageContent"));
  }),

  route(listAttachments, ({ db, siteId }, { query }) => listPresented(db, siteId, query)),

  route(searchAttachments, ({ db, siteId }, { body: { page, q, folder } }) =>
    listPresented(db, siteId, { page, q, folder: folder ?? undefined, item: undefined }),
  ),

  longRoute(createAttachment, (context) => limiter.run(() => receiveAttachment(context))),

  route(updateAttachment, async ({ db, siteId }, { params: { id }, body }) => {
    const row = await findExisting(db, siteId, id);
    const url = body.url ?? row.url;
    assertFileOrLink({ url }, row.stored_name);
    await updateAttachmentRow(db, siteId, id, {
      title: body.title ?? row.title,
      url,
      isFileLink: row.stored_name === null && (body.isFileLink ?? row.is_file_link),
    });
    return presentAttachment(db, siteId, await findExisting(db, siteId, id), true);
  }),

  attachmentFileRoute,
];
