/**
 * Receives a textbook's PDF with a form: stores it durably first, then writes its rows; if rejected, the file is
 * removed.
 */
import { AppError, notFound } from "@parfocal/core/errors.ts";
import { createTextbook, replaceTextbookDocument, type Textbook } from "@parfocal/core/textbook/textbook.contract.ts";
import { keepFile } from "#attachment/add-attachment.ts";
import { insertAttachment } from "#attachment/attachment.queries.ts";
import { withFormFiles } from "#attachment/form-files.ts";
import { type ReceivedFile, receiveForm } from "#attachment/receive-form.ts";
import { appendPlacement, insertItem } from "#item/item.queries.ts";
import { addPlacedContent } from "#item/placed-content.ts";
import { listPlaces, lockStructure } from "#item/placement.queries.ts";
import { type SiteDb, withSite } from "#platform/db/database.ts";
import { attachmentName } from "#platform/files/file-store.ts";
import { findOrClaimKey, keepAnswer, readIdempotencyKey } from "#platform/http/idempotency.ts";
import { type LongRouteContext, parseInput } from "#platform/http/route.ts";
import { removeItems } from "#structure/remove-items.ts";
import { loadTextbook } from "./load-textbook.ts";
import { insertTextbookFacts, lockTextbook, updateTextbookFacts } from "./textbook.queries.ts";

interface TextbookInput {
  readonly title: string;
  readonly summary: string;
  readonly diagnosis: string;
  readonly parentId: number;
}

const PDF = "application/pdf";

/** @returns its ID. */
export async function addDocument(
  db: SiteDb,
  { siteId, textbookId, createdBy }: { siteId: number; textbookId: number; createdBy: number | null },
  file: Omit<ReceivedFile, "partPath" | "sha256">,
): Promise<number> {
  const { id } = await insertItem(db, siteId, { kind: "attachment", title: file.filename, createdBy });
  await insertAttachment(db, siteId, id, {
    stored_name: file.storedName,
    filename: file.filename,
    media_type: file.mediaType,
    bytes: file.bytes,
    url: "",
    is_file_link: false,
    document_id: null,
  });
  await appendPlacement(db, siteId, { parentId: textbookId, itemId: id });
  return id;
}

/** The file is kept while `work` runs, and removed if `work` rejects it or finds it already received. */
async function withReceivedPdf<Answer>(
  { request, platform, siteId }: LongRouteContext,
  work: (
    fields: Readonly<Record<string, string>>,
    file: ReceivedFile | null,
  ) => Promise<{ readonly answer: Answer; readonly isNew: boolean }>,
  check: (fields: Readonly<Record<string, string>>) => void,
): Promise<Answer> {
  const { files } = platform;
  const nameOf = (storedName: string) => attachmentName(siteId, storedName);
  const { fields, file } = await receiveForm(request, (storedName) => files.partFor(nameOf(storedName)));
  const left = { parts: new Set(file ? [file.partPath] : []), names: new Set<string>() };
  return withFormFiles(files, left, async () => {
    check(fields);
    if (file && file.mediaType !== PDF)
      throw new AppError("invalid", "A textbook must be a PDF. Choose a PDF file.", { codes: ["file"] });
    if (file) {
      const name = nameOf(file.storedName);
      left.names.add(name);
      await keepFile(files, name, file);
    }
    return work(fields, file);
  });
}

/**
 * Moves the PDF from this textbook only to the bin: a copy of the textbook shows the same PDF. Takes the lock of the
 * tree, which precedes that of any item.
 */
async function removeDocument(
  db: SiteDb,
  { siteId, textbookId, removedBy }: { siteId: number; textbookId: number; removedBy: number },
): Promise<void> {
  await lockStructure(db, siteId);
  const textbook = await lockTextbook(db, siteId, textbookId);
  if (!textbook) throw notFound("Textbook");
  const places = await listPlaces(db, siteId, textbookId);
  const old = places.find(({ itemId }) => itemId === textbook.attachment_id);
  if (old) await removeItems(db, siteId, { parentId: textbookId, itemIds: [old.itemId], removedBy });
}

/** Idempotent for repeated requests with the same key: the file's hash identifies its bytes. */
export function receiveTextbook(context: LongRouteContext): Promise<Textbook> {
  const { platform, siteId, caller, request } = context;
  const key = readIdempotencyKey(request);
  const { id: userId } = caller.signedIn();
  const readFields = (fields: object) => parseInput(createTextbook.form, fields, "form") as TextbookInput;
  return withReceivedPdf(
    context,
    (fields, file) =>
      withSite(platform.database, siteId, async (db) => {
        const { diagnosis, ...values } = readFields(fields);
        const input = { params: null, query: null, body: { ...values, diagnosis, file: file?.sha256 ?? null } };
        const claim =
          key === null ? null : await findOrClaimKey(db, { siteId, userId, key, call: createTextbook, input });
        if (claim?.stored) return { answer: createTextbook.answer.parse(claim.stored.answer), isNew: false };
        const id = await addPlacedContent(db, siteId, { ...values, kind: "textbook", createdBy: userId });
        const attachmentId = file && (await addDocument(db, { siteId, textbookId: id, createdBy: userId }, file));
        await insertTextbookFacts(db, siteId, id, { diagnosis, attachment_id: attachmentId });
        const answer = await loadTextbook(db, { siteId, caller, id, parentId: values.parentId });
        if (claim) await keepAnswer(db, claim, { status: 200, answer });
        return { answer, isNew: true };
      }),
    readFields,
  );
}

export function receiveTextbookDocument(context: LongRouteContext, id: number): Promise<Textbook> {
  const { platform, siteId, caller } = context;
  const createdBy = caller.signedIn().id;
  return withReceivedPdf(
    context,
    (_, file) =>
      withSite(platform.database, siteId, async (db) => {
        if (!file) throw new AppError("invalid", "Choose a PDF file.", { codes: ["file"] });
        await removeDocument(db, { siteId, textbookId: id, removedBy: createdBy });
        const attachmentId = await addDocument(db, { siteId, textbookId: id, createdBy }, file);
        await updateTextbookFacts(db, siteId, id, { attachment_id: attachmentId });
        return { answer: await loadTextbook(db, { siteId, caller, id }), isNew: true };
      }),
    (fields) => parseInput(replaceTextbookDocument.form, fields, "form"),
  );
}
