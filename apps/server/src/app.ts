/** The server: the routes of every slice in one list, and the code around them. */
import { randomUUID } from "node:crypto";
import type { ServerOptions as HttpOptions } from "node:http";
import type { Server as HttpsServer } from "node:https";
import compress from "@fastify/compress";
import cookie from "@fastify/cookie";
import helmet from "@fastify/helmet";
import multipart from "@fastify/multipart";
import rateLimit from "@fastify/rate-limit";
import { notFound } from "@parfocal/core/errors.ts";
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from "fastify";
import { accountRoutes } from "#account/account.routes.ts";
import { manageUsersRoutes } from "#account/manage-users.routes.ts";
import { passkeyRoutes } from "#account/passkey.routes.ts";
import { secondFactorRoutes } from "#account/second-factor.routes.ts";
import { userPictureRoutes } from "#account/user-picture.routes.ts";
import { annotationRoutes } from "#annotation/annotation.routes.ts";
import { annotationCommentRoutes } from "#annotation/annotation-comment.routes.ts";
import { annotationHistoryRoutes } from "#annotation/annotation-history.routes.ts";
import { annotationReviewRoutes } from "#annotation/annotation-review.routes.ts";
import { annotationViewRoutes } from "#annotation/annotation-view.routes.ts";
import { annotationExchangeRoutes } from "#annotation-exchange/annotation-exchange.routes.ts";
import { announcementRoutes } from "#announcement/announcement.routes.ts";
import { assignmentRoutes } from "#assignment/assignment.routes.ts";
import { manageGroupsRoutes } from "#assignment/manage-groups.routes.ts";
import { previewRoutes } from "#assignment/preview.routes.ts";
import { attachmentRoutes } from "#attachment/attachment.routes.ts";
import { auditLogRoutes } from "#audit-log/audit-log.routes.ts";
import { boxRoutes } from "#box/box.routes.ts";
import { caseRoutes } from "#case/case.routes.ts";
import { stopDetection } from "#cell-analysis/built-in-analyser.ts";
import { cellAnalysisRoutes } from "#cell-analysis/cell-analysis.routes.ts";
import { cellCountRoutes } from "#cell-analysis/cell-count.routes.ts";
import { colourPresetRoutes } from "#colour-preset/colour-preset.routes.ts";
import { courseRoutes } from "#course/course.routes.ts";
import { customFieldRoutes } from "#custom-field/custom-field.routes.ts";
import { deepZoomRoutes } from "#deep-zoom/deep-zoom.routes.ts";
import { documentRoutes } from "#document/document.routes.ts";
import { embedRoutes } from "#embed/embed.routes.ts";
import { enrollmentRoutes } from "#enrollment/enrollment.routes.ts";
import { folderRoutes } from "#folder/folder.routes.ts";
import { hostEventRoutes } from "#host-sign-in/host-event.routes.ts";
import { hostMediaRoutes } from "#host-sign-in/host-media.routes.ts";
import { hostPostRoutes } from "#host-sign-in/host-post.routes.ts";
import { createSiteTokenReader } from "#host-sign-in/read-site-token.ts";
import { iiifRoutes } from "#iiif/iiif.routes.ts";
import { imageRoutes } from "#image/image.routes.ts";
import { inviteRoutes } from "#invite/invite.routes.ts";
import { jobRoutes } from "#job/job.routes.ts";
import { ltiChoiceRoutes } from "#lti/lti-choice.routes.ts";
import { ltiGradeRoutes } from "#lti/lti-grade.routes.ts";
import { ltiLaunchRoutes } from "#lti/lti-launch.routes.ts";
import { ltiMemberRoutes } from "#lti/lti-member.routes.ts";
import { ltiPlatformRoutes } from "#lti/lti-platform.routes.ts";
import { ltiRegistrationRoutes } from "#lti/lti-registration.routes.ts";
import { mailRoutes } from "#mail/mail.routes.ts";
import { mediaRoutes } from "#media/media.routes.ts";
import { mediaFolderRoutes } from "#media/media-folder.routes.ts";
import { noteRoutes } from "#note/note.routes.ts";
import { pageRoutes } from "#page/page.routes.ts";
import { personalDataRoutes } from "#personal-data/personal-data.routes.ts";
import { personalDataExportRoutes } from "#personal-data/personal-data-export.routes.ts";
import { onSessionEnd } from "#platform/access/session-end.ts";
import { noteArrival } from "#platform/http/arrival.ts";
import { answerErrors } from "#platform/http/error-answers.ts";
import { acceptForms } from "#platform/http/form-body.ts";
import { describeCalls } from "#platform/http/openapi.ts";
import type { Route } from "#platform/http/route.ts";
import { acceptSiteTokens, takePass } from "#platform/http/site-tokens.ts";
import { followTlsFiles, readTlsFiles, type TlsFiles } from "#platform/http/tls-files.ts";
import { createProxyTrust, type TrustedProxies } from "#platform/http/trusted-proxies.ts";
import type { ProcessMetrics } from "#platform/metrics/process-metrics.ts";
import { platformRoutes } from "#platform/platform.routes.ts";
import type { Platform } from "#platform/platform.ts";
import { progressRoutes } from "#progress/progress.routes.ts";
import { questionExportRoutes } from "#question-export/question-export.routes.ts";
import { questionImportRoutes } from "#question-import/question-import.routes.ts";
import { questionRoutes } from "#quiz/question.routes.ts";
import { quizRoutes } from "#quiz/quiz.routes.ts";
import { quizAccessRoutes } from "#quiz-access/quiz-access.routes.ts";
import { quizAttemptRoutes } from "#quiz-attempt/quiz-attempt.routes.ts";
import { quizConsensusRoutes } from "#quiz-consensus/quiz-consensus.routes.ts";
import { quizResultsRoutes } from "#quiz-results/quiz-results.routes.ts";
import { quizStatisticsRoutes } from "#quiz-statistics/quiz-statistics.routes.ts";
import { quizSubjectRoutes } from "#quiz-subject/quiz-subject.routes.ts";
import { radiologyRoutes } from "#radiology/radiology.routes.ts";
import { radiologyPictureRoutes } from "#radiology/radiology-picture.routes.ts";
import { radiologyUploadRoutes } from "#radiology/radiology-upload.routes.ts";
import { registrationRoutes } from "#registration/registration.routes.ts";
import { relatedRoutes } from "#related/related.routes.ts";
import { searchRoutes } from "#search/search.routes.ts";
import { serverStatusRoutes } from "#server-status/server-status.routes.ts";
import { sessionRoutes } from "#session/session.routes.ts";
import { shareRoutes } from "#share/share.routes.ts";
import { singleSignOnRoutes } from "#single-sign-on/single-sign-on.routes.ts";
import { siteRoutes } from "#site/site.routes.ts";
import { siteLogoRoutes } from "#site/site-logo.routes.ts";
import { siteOptionsRoutes } from "#site/site-options.routes.ts";
import { binRoutes } from "#structure/bin.routes.ts";
import { stateRoutes } from "#structure/state.routes.ts";
import { structureRoutes } from "#structure/structure.routes.ts";
import { tagRoutes } from "#tag/tag.routes.ts";
import { textbookRoutes } from "#textbook/textbook.routes.ts";
import { textbookMarkRoutes } from "#textbook-mark/textbook-mark.routes.ts";
import { textbookNoteRoutes } from "#textbook-note/textbook-note.routes.ts";
import { closeOpenSlides } from "#tile/read-stored-slide.ts";
import { tileRoutes } from "#tile/tile.routes.ts";
import { forgetTileRights } from "#tile/tile-rights.ts";
import { tilesZipRoutes } from "#tile/tiles-zip.routes.ts";
import { uploadRoutes } from "#upload/upload.routes.ts";
import { userRoutes } from "#user/user.routes.ts";
import { userGroupRoutes } from "#user-group/user-group.routes.ts";
import { userImportRoutes } from "#user-import/user-import.routes.ts";
import { voucherRoutes } from "#voucher/voucher.routes.ts";
import { BUILD_HEADER, readPageFiles } from "#web-page/page-files.ts";
import { registerWebPages } from "#web-page/web-page.ts";
import { workRoutes } from "#work/work.routes.ts";
import { workGroupRoutes } from "#work-group/work-group.routes.ts";
import { wrongMarksRoutes } from "#wrong-marks/wrong-marks.routes.ts";

/** Calls below `/api`. */
export const API_ROUTES: readonly Route[] = [
  ...platformRoutes,
  ...sessionRoutes,
  ...siteRoutes,
  ...siteLogoRoutes,
  ...siteOptionsRoutes,
  ...announcementRoutes,
  ...mailRoutes,
  ...auditLogRoutes,
  ...serverStatusRoutes,
  ...userRoutes,
  ...accountRoutes,
  ...userPictureRoutes,
  ...manageUsersRoutes,
  ...personalDataRoutes,
  ...personalDataExportRoutes,
  ...secondFactorRoutes,
  ...passkeyRoutes,
  ...courseRoutes,
  ...tagRoutes,
  ...folderRoutes,
  ...structureRoutes,
  ...stateRoutes,
  ...binRoutes,
  ...imageRoutes,
  ...colourPresetRoutes,
  ...customFieldRoutes,
  ...boxRoutes,
  ...attachmentRoutes,
  ...mediaFolderRoutes,
  ...mediaRoutes,
  ...documentRoutes,
  ...progressRoutes,
  ...relatedRoutes,
  ...searchRoutes,
  ...annotationRoutes,
  ...annotationViewRoutes,
  ...annotationReviewRoutes,
  ...annotationHistoryRoutes,
  ...annotationCommentRoutes,
  ...annotationExchangeRoutes,
  ...caseRoutes,
  ...pageRoutes,
  ...embedRoutes,
  ...textbookRoutes,
  ...textbookMarkRoutes,
  ...textbookNoteRoutes,
  ...radiologyRoutes,
  ...radiologyUploadRoutes,
  ...quizRoutes,
  ...questionExportRoutes,
  ...questionImportRoutes,
  ...questionRoutes,
  ...quizAccessRoutes,
  ...quizAttemptRoutes,
  ...quizConsensusRoutes,
  ...quizStatisticsRoutes,
  ...quizSubjectRoutes,
  ...quizResultsRoutes,
  ...wrongMarksRoutes,
  ...noteRoutes,
  ...cellAnalysisRoutes,
  ...cellCountRoutes,
  ...workGroupRoutes,
  ...userGroupRoutes,
  ...assignmentRoutes,
  ...previewRoutes,
  ...manageGroupsRoutes,
  ...inviteRoutes,
  ...enrollmentRoutes,
  ...singleSignOnRoutes,
  ...hostEventRoutes,
  ...hostPostRoutes,
  ...hostMediaRoutes,
  ...ltiLaunchRoutes,
  ...ltiPlatformRoutes,
  ...ltiRegistrationRoutes,
  ...ltiMemberRoutes,
  ...ltiGradeRoutes,
  ...ltiChoiceRoutes,
  ...userImportRoutes,
  ...voucherRoutes,
  ...registrationRoutes,
  ...shareRoutes,
  ...uploadRoutes,
  ...jobRoutes,
  ...workRoutes,
];

/** Images, at the root. */
export const PICTURE_ROUTES: readonly Route[] = [
  ...tileRoutes,
  ...tilesZipRoutes,
  ...deepZoomRoutes,
  ...iiifRoutes,
  ...radiologyPictureRoutes,
];

const BODY_LIMIT_BYTES = 1024 * 1024;
/** An active browser makes a few calls per second; a lecture hall shares one address. */
const MAX_CALLS_PER_MINUTE = 12_000;
/** Only a chunk of an upload can take longer, and it is sent again. */
const LONGEST_FAREWELL_MS = 5_000;
/** Time limit for headers; a body of 4 MiB may take longer over a slow connection (threat T-31). */
const HEADERS_TIMEOUT_MS = 10_000;
/**
 * Size from which responses are compressed: a list of thousands shrinks to a tenth; smaller ones are not worth the
 * work.
 */
const COMPRESSED_FROM_BYTES = 32 * 1024;
const REQUEST_TIMEOUT_MS = 120_000;
/** A year. Browsers apply it only over https. */
const TRANSPORT_SECURITY = "max-age=31536000; includeSubDomains";

interface AppOptions {
  /** Folder of the built web app; null: none is served. */
  readonly webFolder: string | null;
  readonly logger: FastifyInstance["log"];
  /** null: no proxy is trusted. */
  readonly trustedProxies?: TrustedProxies | null;
  /** TLS of the server itself; null: http. */
  readonly tls?: TlsFiles | null;
  /** null: requests are not measured. */
  readonly metrics?: ProcessMetrics | null;
}

export async function createApp(
  platform: Platform,
  { webFolder, logger, trustedProxies = null, tls = null, metrics = null }: AppOptions,
): Promise<FastifyInstance> {
  const answerError = answerErrors(platform.securityLog);
  const app = Fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    trustProxy: trustedProxies ? createProxyTrust(trustedProxies) : false,
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    ...listeningOptions(tls),
    rewriteUrl: takePass,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    forceCloseConnections: "idle",
    // A URL that cannot be decoded, or whose parameter is too long, matches no route.
    frameworkErrors: (error, request, reply) =>
      setHeadersOfEveryAnswer(request, reply, () => void answerError(error, request, reply)),
  });
  app.setErrorHandler(answerError);
  if (tls) followRenewals(app, tls);
  metrics?.watchRequests(app);
  platform.tracing?.watchRequests(app);
  onSessionEnd(forgetTileRights);
  acceptSiteTokens(createSiteTokenReader(platform));

  app.addHook("onRequest", setHeadersOfEveryAnswer);

  // Tiles bypass the hooks below, each of which would cost more than the tile.
  await app.register(async (pictures) => {
    for (const route of PICTURE_ROUTES) route.register(pictures, platform);
  });

  await app.register(async (pages) => {
    await pages.register(cookie);
    await pages.register(helmet, {
      contentSecurityPolicy: {
        useDefaults: false,
        directives: {
          "default-src": ["'none'"],
          "script-src": ["'self'"],
          // Mantine and OpenLayers set styles on elements.
          "style-src": ["'self'", "'unsafe-inline'"],
          "img-src": ["'self'", "data:", "blob:"],
          // For attached videos.
          "media-src": ["'self'"],
          // For embedded pages: replaced by the hosts that the site allows.
          "frame-src": ["'none'"],
          "font-src": ["'self'"],
          "connect-src": ["'self'"],
          "worker-src": ["'self'", "blob:"],
          "manifest-src": ["'self'"],
          "base-uri": ["'none'"],
          "form-action": ["'self'"],
          "frame-ancestors": ["'none'"],
          "object-src": ["'none'"],
        },
      },
      frameguard: { action: "deny" },
      referrerPolicy: { policy: "same-origin" },
      // Already set for every response.
      strictTransportSecurity: false,
      xContentTypeOptions: false,
    });
    const files = webFolder === null ? null : readPageFiles(webFolder);
    await pages.register(async (api) => registerApi(api, platform, files?.build ?? null), { prefix: "/api" });
    if (webFolder !== null && files) await registerWebPages(pages, platform, { webFolder, files });
    pages.setNotFoundHandler(() => {
      throw notFound();
    });
  });

  app.addHook("preClose", async () => endLingeringConnections(app));
  app.addHook("onClose", closeOpenSlides);
  app.addHook("onClose", stopDetection);
  return app;
}

/** With TLS, Fastify creates a server of `node:https`, which its type for `https: null` does not express. */
const listeningOptions = (tls: TlsFiles | null): { http: HttpOptions } => {
  const http = { headersTimeout: HEADERS_TIMEOUT_MS };
  return tls ? ({ https: { ...http, ...readTlsFiles(tls) } } as never) : { http };
};

function followRenewals(app: FastifyInstance, tls: TlsFiles): void {
  const end = followTlsFiles(app.server as HttpsServer, tls, { log: app.log });
  app.addHook("onClose", async () => end());
}

/** Also for tiles and rejected requests: two headers and no promise, since tiles are the hot path. */
function setHeadersOfEveryAnswer(_request: FastifyRequest, reply: FastifyReply, done: () => void): void {
  reply.header("strict-transport-security", TRANSPORT_SECURITY).header("x-content-type-options", "nosniff");
  done();
}

/**
 * Requests in progress get time to finish. A connection that a browser opened in advance and never used counts as
 * active: without this limit the server would wait half a minute for it.
 */
function endLingeringConnections({ server }: FastifyInstance): void {
  const timer = setTimeout(() => server.closeAllConnections(), LONGEST_FAREWELL_MS);
  server.once("close", () => clearTimeout(timer));
}

/** @param build of the pages; null: no pages. */
async function registerApi(api: FastifyInstance, platform: Platform, build: string | null): Promise<void> {
  // Before anything reads the body: a request that arrived in time does not become late through its processing
  // (reliability rule D-3).
  api.addHook("onRequest", async (request, reply) => {
    noteArrival(request);
    if (build !== null) reply.header(BUILD_HEADER, build);
  });
  await api.register(rateLimit, { max: MAX_CALLS_PER_MINUTE, timeWindow: 60_000 });
  // Data that a route has not read is received and dropped: left in the connection, it would block the next request.
  api.addHook("onResponse", async (request) => void request.raw.resume());
  // A chunk of an upload is read by its route as a stream.
  api.addContentTypeParser("application/octet-stream", (_request, payload, done) => done(null, payload));
  acceptForms(api);
  await api.register(multipart);
  await api.register(compress, {
    threshold: COMPRESSED_FROM_BYTES,
    customTypes: /^application\/json\b/,
    encodings: ["gzip"],
    zlibOptions: { level: 1 },
    // Compressed bodies are not accepted, since a small one could decompress to a large one.
    globalDecompression: false,
  });
  for (const route of API_ROUTES) route.register(api, platform);
  // Created at the first request, since it takes a tenth of a second.
  let description: object | undefined;
  api.get("/openapi.json", (_request, reply) => {
    description ??= describeCalls(
      API_ROUTES.map(({ contract }) => contract),
      platform.version,
    );
    return reply.send(description);
  });
}
