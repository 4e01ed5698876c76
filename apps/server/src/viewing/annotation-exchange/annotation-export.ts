/** Streams the annotations of an image that the caller can see as a file. */
import { Readable } from "node:stream";
import type { AnnotationCaller } from "@parfocal/core/annotation/annotation-access.ts";
import { exportAnnotations } from "@parfocal/core/annotation-exchange/annotation-exchange.contract.ts";
import { EXPORT_FORMATS } from "@parfocal/core/annotation-exchange/export-formats.ts";
import type { AnnotatedCanvas } from "@parfocal/core/annotation-exchange/web-annotation.ts";
import type { ParamsOf, QueryOf } from "@parfocal/core/call.contract.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import { findAnnotationCaller, presentAnnotations } from "#annotation/annotation.present.ts";
import type { AnnotationQuery } from "#annotation/annotation-visibility.ts";
import { assertMemberOf, findVisibleImage, type VisibleImage, whoSees } from "#annotation/visible-annotation.ts";
import { recordAudit } from "#audit/record-audit.ts";
import { enforcePolicy } from "#platform/access/caller.ts";
import { type SiteDb, withSite } from "#platform/db/database.ts";
import { publicOriginOf } from "#platform/http/public-origin.ts";
import { parseInput, type Route, urlOf } from "#platform/http/route.ts";
import { findSiteAndCaller, readFileCredentials } from "#platform/http/site-and-session.ts";
import type { Platform } from "#platform/platform.ts";
import { portionsOf } from "./export-portions.ts";
import { listExportedRows, listShownAnnotationsAmong } from "./exported-annotations.queries.ts";

/** Content security policy that allows nothing: a browser only ever treats the answer as a file. */
const FILE_POLICY = "default-src 'none'; sandbox";

type Query = QueryOf<typeof exportAnnotations>;

interface Export {
  readonly siteId: number;
  readonly siteOrigins: readonly string[];
  readonly format: Query["format"];
  readonly who: AnnotationCaller;
  readonly image: VisibleImage;
  readonly question: AnnotationQuery;
  readonly portions: readonly (readonly number[])[];
}

async function findExport(db: SiteDb, request: FastifyRequest): Promise<Export> {
  const { siteId, token } = readFileCredentials(request);
  const { site, caller } = await findSiteAndCaller(db, siteId, token);
  enforcePolicy(exportAnnotations.policy, caller, site);
  const { itemId: imageId } = parseInput(exportAnnotations.params, request.params, "params") as ParamsOf<
    typeof exportAnnotations
  >;
  const query = parseInput(exportAnnotations.query, request.query, "query") as Query;
  const { format, query: filter, userId, workGroupId } = query;
  const image = await findVisibleImage(db, siteId, caller, imageId);
  const who = await findAnnotationCaller(db, siteId, caller);
  assertMemberOf(who, workGroupId);
  const { isAnnotated, isInRunningQuiz } = image;
  const question = { imageId, filter, userId, workGroupId, who: whoSees(isInRunningQuiz, who), isAnnotated };
  const rows = await listExportedRows(db, siteId, question);
  if (caller.user && request.method === "GET")
    await recordAudit(db, siteId, {
      action: "annotationsExported",
      actorId: caller.user.id,
      objectId: imageId,
      facts: { count: rows.length },
    });
  return { siteId, siteOrigins: site.origins, format, who, image, question, portions: portionsOf(rows) };
}

function canvasOf(request: FastifyRequest, { image: { slideFile }, question, siteOrigins }: Export): AnnotatedCanvas {
  const { width, height, orientation_deg: orientationDeg } = slideFile;
  return {
    imageId: question.imageId,
    origin: publicOriginOf(request, siteOrigins),
    width: width ?? 0,
    height: height ?? 0,
    orientationDeg,
  };
}

/** A separate transaction for each batch: none stays open while a slow client receives. */
async function* piecesOf(
  platform: Platform,
  { siteId, format, who, image: { pixel }, question, portions }: Export,
  canvas: AnnotatedCanvas,
): AsyncGenerator<string> {
  const { head, piece, between, tail } = EXPORT_FORMATS[format];
  yield head(canvas);
  let isFirst = true;
  for (const ids of portions) {
    const rows = await withSite(platform.database, siteId, (db) =>
      listShownAnnotationsAmong(db, siteId, question, ids),
    );
    const annotations = await presentAnnotations(rows, who, { pixel });
    const pieces = annotations.map((annotation) => piece(annotation, canvas));
    if (pieces.length > 0) yield (isFirst ? "" : between) + pieces.join(between);
    isFirst = isFirst && pieces.length === 0;
  }
  yield tail;
}

async function answerExport(platform: Platform, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { siteId } = readFileCredentials(request);
  const annotationExport = await withSite(platform.database, siteId, (db) => findExport(db, request));
  const { filename, mediaType } = EXPORT_FORMATS[annotationExport.format];
  const pieces = Readable.from(piecesOf(platform, annotationExport, canvasOf(request, annotationExport)), {
    objectMode: false,
  });
  pieces.on("error", (error) => request.log.error({ err: error }, "an export of annotations broke off"));
  return reply
    .header("content-type", mediaType)
    .header("content-disposition", `attachment; filename="${filename}"`)
    .header("content-security-policy", FILE_POLICY)
    .header("x-content-type-options", "nosniff")
    .header("cross-origin-resource-policy", "same-origin")
    .header("cache-control", "no-store")
    .send(pieces);
}

export const annotationExportRoute: Route = {
  contract: exportAnnotations,
  register(app, platform) {
    app.get(urlOf(exportAnnotations), (request, reply) => answerExport(platform, request, reply));
  },
};
