/**
 * The job that sends a grade to its learning platform. The points are read when the grade is sent, so only the newest
 * are sent. A kill between the platform's response and our commit causes the same grade to be sent again with a later
 * time.
 */
import type { LtiPlatform } from "@parfocal/core/lti/lti-platform.contract.ts";
import {
  type CountedScore,
  GRADE_RETRY_MS,
  type GradeOutcome,
  outcomeOfAnswer,
  SCORE_SCOPE,
  SCORE_TYPE,
  scoreMessage,
  scoresAddress,
} from "@parfocal/core/lti/lti-score.ts";
import { type SiteDb, withSite } from "#platform/db/database.ts";
import { AddressNotAllowed, postToPublicAddress } from "#platform/http/read-public-address.ts";
import { type JobContext, type JobHandler, JobPostponed } from "#platform/jobs/job-queue.ts";
import { storeIfOwned } from "#platform/jobs/store-if-owned.ts";
import { loggedError } from "#platform/log.ts";
import type { Platform } from "#platform/platform.ts";
import { findOrCreateLineItem } from "./line-item-service.ts";
import {
  findLeaseMs,
  SEND_LTI_GRADE,
  settleGrade,
  settleLink,
  type TakenGrade,
  takeGrade,
  takeLink,
  updateFailedGrade,
} from "./lti-grade.queries.ts";
import { findPlatform } from "./lti-platform.queries.ts";
import { accessToken, forgetToken, NoAccessToken, type ServicePlatform } from "./service-token.ts";

const TIMEOUT_MS = 10_000;
const ANSWER_MAX_BYTES = 64 * 1024;
const UNAUTHENTICATED = 401;

/** A user's counted score of a quiz; null: nothing was submitted. */
type FindScore = (
  db: SiteDb,
  siteId: number,
  of: { readonly quizId: number; readonly userId: number },
) => Promise<CountedScore | null>;

export const ltiGradeJobHandlers = (platform: Platform, findScore: FindScore): Record<string, JobHandler> => ({
  [SEND_LTI_GRADE]: (context) => sendGrade(platform, findScore, context),
});

type Job = Pick<JobContext, "siteId" | "subjectId" | "assertOwned">;

interface Ready {
  readonly grade: TakenGrade;
  readonly score: CountedScore | null;
  readonly learning: LtiPlatform;
}

/** @throws JobPostponed */
export async function sendGrade(platform: ServicePlatform, findScore: FindScore, job: Job): Promise<void> {
  const { siteId, subjectId: id } = job;
  const ready = await withSite(platform.database, siteId, async (db): Promise<Ready | undefined> => {
    const grade = await takeGrade(db, siteId, id);
    const learning = grade && (await findPlatform(db, siteId, grade.platformId));
    if (!grade || !learning) return undefined;
    const score = await findScore(db, siteId, grade);
    if (grade.lineItemUrl !== null || isKnown(grade, score)) return { grade, learning, score };
    const leaseMs = await takeLink(db, siteId, grade.linkId);
    // Rolling back releases the grade; this does not count as an attempt.
    if (leaseMs !== null) throw new JobPostponed(leaseMs + 1);
    return { grade, learning, score };
  });
  if (!ready) {
    const leaseMs = await withSite(platform.database, siteId, (db) => findLeaseMs(db, siteId, id));
    if (leaseMs !== null) throw new JobPostponed(leaseMs + 1);
    return;
  }
  const { grade, score } = ready;
  const of = { id, rev: grade.rev };
  // Another server may have sent newer points since, which must not be marked as unsent.
  const store = (write: (db: SiteDb) => Promise<void>) => storeIfOwned(platform, job, write);
  if (isKnown(grade, score)) return store((db) => settleGrade(db, siteId, of));
  const outcome = await send(platform, job, ready);
  if (outcome.kind === "sent") return store((db) => settleGrade(db, siteId, of, sentOf(score)));
  const delayMs = GRADE_RETRY_MS[grade.attempts - 1];
  const isGivenUp = outcome.kind === "failed" || delayMs === undefined;
  await store((db) => updateFailedGrade(db, siteId, { ...of, ...outcome, isGivenUp }));
  if (!isGivenUp) throw new JobPostponed(delayMs);
}

const sentOf = (score: CountedScore | null) => ({
  earnedHundredths: score?.points?.earnedHundredths ?? null,
  maxHundredths: score?.points?.maxHundredths ?? null,
  isFinal: score?.isFinal ?? false,
});

/** Whether the platform already has this score; nothing is sent for a user who has never submitted. */
function isKnown(grade: TakenGrade, score: CountedScore | null): boolean {
  if (grade.sentAt === null) return score === null;
  const { earnedHundredths, maxHundredths, isFinal } = sentOf(score);
  return (
    grade.sentEarnedHundredths === earnedHundredths &&
    grade.sentMaxHundredths === maxHundredths &&
    grade.sentIsFinal === isFinal
  );
}

async function send(platform: ServicePlatform, job: Job, ready: Ready): Promise<GradeOutcome> {
  const { siteId } = job;
  const { learning } = ready;
  try {
    const column = await columnOf(platform, job, ready);
    return "url" in column ? await post(platform, siteId, { ...ready, lineItemUrl: column.url }) : column;
  } catch (error) {
    platform.log.warn({ error: loggedError(error), siteId, platform: learning.id }, "a grade could not be sent");
    if (error instanceof AddressNotAllowed) return { kind: "failed", problem: "address", status: null };
    if (error instanceof NoAccessToken) return { kind: "again", problem: "token", status: error.status };
    return { kind: "again", problem: "unreachable", status: null };
  }
}

/** If the line item is unknown, this sender has the lease of the link and releases it in any case. */
async function columnOf(platform: ServicePlatform, job: Job, { grade, learning }: Ready) {
  const { lineItemUrl, lineItemsUrl } = grade;
  if (lineItemUrl !== null) return { url: lineItemUrl };
  if (lineItemsUrl === null) throw new Error("a link has neither a column nor a container");
  let url: string | null = null;
  try {
    const found = await findOrCreateLineItem(platform, job.siteId, { learning, grade, lineItemsUrl });
    if ("url" in found) url = found.url;
    return found;
  } finally {
    await storeIfOwned(platform, job, (db) => settleLink(db, job.siteId, grade, url));
  }
}

async function post(
  platform: ServicePlatform,
  siteId: number,
  { grade, score, learning, lineItemUrl }: Ready & { readonly lineItemUrl: string },
): Promise<GradeOutcome> {
  const tokenRequest = { learning, scope: SCORE_SCOPE };
  const token = await accessToken(platform, siteId, tokenRequest);
  const message = scoreMessage(score, { subject: grade.subject, at: grade.scoreAt.getTime() });
  const { status } = await postToPublicAddress(
    scoresAddress(lineItemUrl),
    { type: SCORE_TYPE, body: JSON.stringify(message), headers: { authorization: `Bearer ${token}` } },
    { allowedNetworks: platform.hostNetworks, timeoutMs: TIMEOUT_MS, maxBytes: ANSWER_MAX_BYTES },
  );
  if (status === UNAUTHENTICATED) forgetToken(platform, siteId, tokenRequest);
  return outcomeOfAnswer(status);
}
