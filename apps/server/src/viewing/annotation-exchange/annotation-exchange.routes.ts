import {
  type ImportReport,
  importAnnotations,
} from "@parfocal/core/annotation-exchange/annotation-exchange.contract.ts";
import type { z } from "zod";
import { findAnnotationCaller } from "#annotation/annotation.present.ts";
import { assertRoomForOutlines } from "#annotation/learner-outlines.ts";
import { lockCheckedFile } from "#annotation/lock-checked-file.ts";
import { assertMemberOf, findVisibleImage } from "#annotation/visible-annotation.ts";
import { type SiteDb, withSite } from "#platform/db/database.ts";
import { findOrClaimKey, keepAnswer, readIdempotencyKey } from "#platform/http/idempotency.ts";
import { type LongRouteContext, longRoute, parseInput, type Route } from "#platform/http/route.ts";
import { createLimiter } from "#platform/limiter.ts";
import { annotationExportRoute } from "./annotation-export.ts";
import { appendAnnotations } from "./appended-annotations.queries.ts";
import { type InspectedFile, inspectFile } from "./inspect-file.ts";
import { receiveAnnotationFile } from "./receive-annotation-file.ts";

/** Maximum number of files in memory, up to 50 MB each: some clients are slow. */
const RECEIVED_AT_ONCE = 6;
/** Of these, the number that is parsed in parallel: parsing needs several times the memory. */
const INSPECTED_AT_ONCE = 2;
const MAX_WAITING = 100;
const receiving = createLimiter(RECEIVED_AT_ONCE, MAX_WAITING);
const inspections = createLimiter(INSPECTED_AT_ONCE, MAX_WAITING);

type Options = z.output<typeof importAnnotations.form>;

/** @throws AppError `notFound` for a slide without access, and a work group of which the caller is not a member. */
async function findTarget(db: SiteDb, { siteId, caller }: LongRouteContext, imageId: number, options: Options) {
  const { slideFile } = await findVisibleImage(db, siteId, caller, imageId);
  assertMemberOf(await findAnnotationCaller(db, siteId, caller), options.workGroupId);
  return slideFile;
}

/** @throws AppError `tooLarge` above a learner's limit per slide. */
function assertRoomFor(db: SiteDb, { siteId, caller }: LongRouteContext, imageId: number, rows: InspectedFile["rows"]) {
  const outlines = rows.map(({ geometry }) => geometry);
  return assertRoomForOutlines(db, siteId, caller, { imageId, authorId: caller.signedIn().id, outlines });
}

/**
 * Imports all valid annotations or, after an error, none; once, even if the file is sent again with the same key.
 *
 * @throws AppError `conflict` if the file of the slide was replaced since the annotations were checked.
 */
function takeOver(
  context: LongRouteContext,
  { imageId, fileId }: { imageId: number; fileId: number },
  { report, rows, sha256 }: InspectedFile,
  options: Options,
): Promise<ImportReport> {
  const { platform, siteId, caller, request } = context;
  const key = readIdempotencyKey(request);
  const { id: userId } = caller.signedIn();
  return withSite(platform.database, siteId, async (db) => {
    const input = { params: { itemId: imageId }, query: null, body: { ...options, file: sha256 } };
    const claim =
      key === null ? null : await findOrClaimKey(db, { siteId, userId, key, call: importAnnotations, input });
    if (claim?.stored) return claim.stored.answer as ImportReport;
    // The caller may have lost access to the slide or the work group while the file was parsed.
    await findTarget(db, context, imageId, options);
    await lockCheckedFile(db, siteId, { imageId, fileId });
    await assertRoomFor(db, context, imageId, rows);
    const answer = { ...report, isDryRun: false, ids: await appendAnnotations(db, siteId, imageId, rows) };
    if (claim) await keepAnswer(db, claim, { status: 200, answer });
    return answer;
  });
}

async function importFile(context: LongRouteContext, imageId: number): Promise<ImportReport> {
  const { platform, siteId, caller, request } = context;
  // A file for a slide that does not exist is not received.
  await withSite(platform.database, siteId, (db) => findVisibleImage(db, siteId, caller, imageId));
  const { fields, bytes } = await receiveAnnotationFile(request);
  const options = parseInput(importAnnotations.form, fields, "form") as Options;
  const slide = await withSite(platform.database, siteId, (db) => findTarget(db, context, imageId, options));
  const inspected = await inspections.run(() =>
    inspectFile(bytes, {
      imageId,
      authorId: caller.signedIn().id,
      isStudent: !caller.can("annotateAsExpert"),
      workGroupId: options.workGroupId ?? null,
      crossing: options.crossing,
      slide,
    }),
  );
  if (options.isDryRun) {
    await withSite(platform.database, siteId, (db) => assertRoomFor(db, context, imageId, inspected.rows));
    return { ...inspected.report, isDryRun: true, ids: [] };
  }
  return takeOver(context, { imageId, fileId: slide.id }, inspected, options);
}

export const annotationExchangeRoutes: readonly Route[] = [
  annotationExportRoute,
  longRoute(importAnnotations, (context, { params }) => receiving.run(() => importFile(context, params.itemId))),
];
