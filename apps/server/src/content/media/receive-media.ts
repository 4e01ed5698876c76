/**
 * Adds files to the library, or to the documents: all or none. The files are stored before their rows are written (rule
 * D-5).
 */
import { readFile } from "node:fs/promises";
import type { AnswerOf, Call } from "@parfocal/core/call.contract.ts";
import { AppError } from "@parfocal/core/errors.ts";
import { TITLE_MAX_CHARACTERS } from "@parfocal/core/item/item-text-limits.ts";
import { keepFile } from "#attachment/add-attachment.ts";
import { withFormFiles } from "#attachment/form-files.ts";
import { type FormLimits, type ReceivedFile, receiveFiles } from "#attachment/receive-form.ts";
import { type SiteDb, withSite } from "#platform/db/database.ts";
import { mediaName } from "#platform/files/file-store.ts";
import { findOrClaimKey, keepAnswer, readIdempotencyKey } from "#platform/http/idempotency.ts";
import { type LongRouteContext, parseInput } from "#platform/http/route.ts";
import { createLimiter } from "#platform/limiter.ts";
import { type FileShelf, findMediaFile, insertMediaFile, type KnownFile } from "./media.queries.ts";
import { drawSmallPicture, hasSmallPicture, smallPictureName } from "./small-picture.ts";

/** Forms received in parallel: slides have priority on the disk (rule D-12). */
const FORMS_AT_ONCE = 4;
const MAX_WAITING = 50;
const limiter = createLimiter(FORMS_AT_ONCE, MAX_WAITING);

interface ShelfRules<Fields> {
  readonly shelf: FileShelf;
  readonly limits: FormLimits;
  /** Runs before anything is stored. @throws AppError for a file that is not accepted. */
  readonly check: (file: ReceivedFile, fields: Fields) => void;
  /** Whether an unreadable image is rejected; otherwise it is stored like any file. */
  readonly refusesBroken: boolean;
  /** Runs in the transaction. @returns the folder for the files. @throws AppError if it does not exist. */
  readonly findFolder: (db: SiteDb, siteId: number, fields: Fields) => Promise<number | null>;
  readonly present: (row: KnownFile) => unknown;
}

interface StoredFile extends ReceivedFile {
  readonly size: { readonly width: number; readonly height: number } | null;
}

/** The name without its extension, since the type is detected from the bytes. */
export function titleOfFile(filename: string): string {
  return (
    filename
      .replace(/(?<=.)\.\w{1,8}$/, "")
      .slice(0, TITLE_MAX_CHARACTERS)
      .toWellFormed() || filename
  );
}

const brokenPicture = ({ filename }: ReceivedFile) =>
  new AppError("invalid", `“${filename}” is not a readable image, or it has more than 64 megapixels.`, {
    codes: ["files.broken"],
  });

export function receiveMedia<C extends Call, Fields>(
  context: LongRouteContext,
  contract: C,
  rules: ShelfRules<Fields>,
): Promise<AnswerOf<C>> {
  return limiter.run(async () => {
    const { siteId, platform } = context;
    const partFor = (storedName: string) => platform.files.partFor(mediaName(siteId, storedName));
    const { fields: sent, files } = await receiveFiles(context.request, partFor, rules.limits);
    const left = { parts: new Set(files.map(({ partPath }) => partPath)), names: new Set<string>() };
    const answer = await withFormFiles(platform.files, left, async () => {
      const fields = parseInput(contract.form, sent, "form") as Fields;
      if (files.length === 0) throw new AppError("invalid", "Choose at least one file.", { codes: ["files.missing"] });
      for (const file of files) rules.check(file, fields);
      const stored = await keepAll(context, files, rules.refusesBroken, left.names);
      return storeOnce(context, contract, rules, fields, stored);
    });
    return contract.answer.parse(answer) as AnswerOf<C>;
  });
}

/** @param left mutable list of the names to be removed if a later step fails. */
export async function keepAll(
  { siteId, platform }: Pick<LongRouteContext, "siteId" | "platform">,
  files: readonly ReceivedFile[],
  refusesBroken: boolean,
  left: Set<string>,
): Promise<StoredFile[]> {
  const stored: StoredFile[] = [];
  for (const file of files) {
    const drawn = hasSmallPicture(file) ? await drawSmallPicture(() => readFile(file.partPath)) : null;
    if (drawn === null && refusesBroken && hasSmallPicture(file)) throw brokenPicture(file);
    const name = mediaName(siteId, file.storedName);
    left.add(name).add(smallPictureName(name));
    await keepFile(platform.files, name, file);
    if (drawn) await platform.files.write(smallPictureName(name), drawn.small);
    stored.push({ ...file, size: drawn?.size ?? null });
  }
  return stored;
}

/** Idempotent for repeated requests with the same key: the files' hashes identify their bytes. */
function storeOnce<Fields>(
  { platform, siteId, caller, request }: LongRouteContext,
  contract: Call,
  rules: ShelfRules<Fields>,
  fields: Fields,
  files: readonly StoredFile[],
) {
  const key = readIdempotencyKey(request);
  const { id: userId } = caller.signedIn();
  return withSite(platform.database, siteId, async (db) => {
    const body = { fields, files: files.map(({ sha256, filename }) => [sha256, filename]) };
    const input = { params: null, query: null, body };
    const claim = key === null ? null : await findOrClaimKey(db, { siteId, userId, key, call: contract, input });
    if (claim?.stored) return { answer: claim.stored.answer, isNew: false };
    const folderId = await rules.findFolder(db, siteId, fields);
    const answer: unknown[] = [];
    for (const file of files) {
      const title = titleOfFile(file.filename);
      const row = { ...file, shelf: rules.shelf, folderId, title, createdBy: userId };
      const id = await insertMediaFile(db, siteId, row);
      answer.push(rules.present((await findMediaFile(db, siteId, id, rules.shelf)) as KnownFile));
    }
    if (claim) await keepAnswer(db, claim, { status: 200, answer });
    return { answer, isNew: true };
  });
}
