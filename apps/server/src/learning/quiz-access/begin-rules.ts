/** The checks before an attempt is started, and its deadline. */
import { AppError } from "@parfocal/core/errors.ts";
import {
  deadlineFor,
  type ExtraTime,
  GRACE_S,
  type StartProblem,
  startProblem,
} from "@parfocal/core/quiz-access/access-rules.ts";
import type { FastifyRequest } from "fastify";
import { readSealKeys } from "#platform/access/seal-keys.ts";
import type { SiteDb } from "#platform/db/database.ts";
import type { RequestSite } from "#platform/http/site-and-session.ts";
import type { Platform } from "#platform/platform.ts";
import { isPassRight, openAccessCode } from "./access-code.ts";
import { type AccessRow, countAttempts, findAccess, findExtraTimes } from "./quiz-access.queries.ts";
import { assertSafeExamBrowser } from "./safe-exam-browser.ts";

const PROBLEM_TEXTS: Readonly<Record<StartProblem, (access: AccessRow) => string>> = {
  notOpenYet: ({ openFrom, timeZone }) => `This quiz opens on ${openFrom} (${timeZone}). Start it then.`,
  closed: ({ openUntil, timeZone }) => `This quiz closed on ${openUntil} (${timeZone}). Ask your teacher.`,
  noAttemptsLeft: ({ attemptsMax }) =>
    attemptsMax === 1
      ? "This quiz can be taken only once. Ask your teacher for another attempt."
      : `You have used all ${attemptsMax} attempts. Ask your teacher for another one.`,
};

interface Starting {
  readonly quizId: number;
  readonly userId: number;
  /** ms since the epoch. */
  readonly now: number;
  /** Pass received for the access code; undefined: none was entered. */
  readonly pass: string | undefined;
}

type Request = { readonly request: FastifyRequest; readonly site: RequestSite; readonly platform: Platform };

/** @throws AppError `invalid` or `forbidden` if a new attempt cannot be started. */
export async function assertMayBegin(
  db: SiteDb,
  { request, site, platform }: Request,
  { quizId, userId, now, pass }: Starting,
): Promise<void> {
  const access = await findAccess(db, site.id, quizId);
  if (!access) return;
  const attemptsUsed = await countAttempts(db, site.id, { quizId, userId });
  const { attemptsMax } = access;
  const opensAt = access.opensAt?.getTime() ?? null;
  const closesAt = access.closesAt?.getTime() ?? null;
  const problem = startProblem({ attemptsMax, attemptsUsed, opensAt, closesAt }, now);
  if (problem) throw new AppError("invalid", PROBLEM_TEXTS[problem](access), { codes: [problem] });
  assertSafeExamBrowser(request, site.origins, access.configKey);
  if (access.sealedCode === null) return;
  const code = openAccessCode(access.sealedCode, site.id, await readSealKeys(db));
  if (code !== "" && !isPassRight(pass, { siteId: site.id, quizId, userId, code }, platform, now))
    throw new AppError("invalid", "Enter the access code of this quiz.", { codes: ["accessCode"] });
}

/**
 * The check during an attempt.
 *
 * @param access settings of the quiz; undefined: none.
 * @throws AppError `forbidden` if the quiz requires another browser.
 */
export function assertMayContinue(
  { request, site }: Omit<Request, "platform">,
  access: Pick<AccessRow, "configKey"> | undefined,
): void {
  if (access) assertSafeExamBrowser(request, site.origins, access.configKey);
}

export interface Beginning {
  readonly startedAt: Date;
  readonly deadlineAt: Date | null;
  /** Seconds without extra time; null: no limit. */
  readonly timeLimitS: number | null;
  /** Seconds after the deadline in which requests are still in time; omitted: the default. */
  readonly graceS?: number;
  /** Included in the deadline, seconds; omitted: none. */
  readonly grantedS?: number;
}

/** @param now ms since the epoch. */
export async function findBeginning(
  db: SiteDb,
  siteId: number,
  { quizId, userId, now }: Omit<Starting, "pass">,
): Promise<Beginning> {
  const access = await findAccess(db, siteId, quizId);
  const extras = access?.limitS == null ? undefined : await findExtraTimes(db, siteId, quizId, [userId]);
  return beginningAt(now, access, extras?.get(userId));
}

/** @param extras of the person; omitted: none. */
function beginningAt(now: number, access: AccessRow | undefined, extras: readonly ExtraTime[] = []): Beginning {
  const limitS = access?.limitS ?? null;
  const deadline = deadlineFor({ startedAt: now, limitS, extras, closesAt: access?.closesAt?.getTime() ?? null });
  return {
    startedAt: new Date(now),
    deadlineAt: deadline === null ? null : new Date(deadline),
    timeLimitS: limitS,
    graceS: access?.graceS ?? GRACE_S,
  };
}

/** Whether everyone can start the quiz now: attempts are not limited, and no code is needed. */
export function isOpenToAll(access: AccessRow | undefined, now: number): boolean {
  if (!access) return true;
  const { attemptsMax, sealedCode, opensAt, closesAt } = access;
  const dates = { opensAt: opensAt?.getTime() ?? null, closesAt: closesAt?.getTime() ?? null };
  const problem = startProblem({ attemptsMax, attemptsUsed: 0, ...dates }, now);
  return attemptsMax === null && sealedCode === null && problem === null;
}

/** The same for several people. @returns by person. */
export async function findBeginnings(
  db: SiteDb,
  siteId: number,
  {
    quizId,
    access,
    userIds,
    now,
  }: Pick<Starting, "quizId" | "now"> & {
    readonly access: AccessRow | undefined;
    readonly userIds: readonly number[];
  },
): Promise<ReadonlyMap<number, Beginning>> {
  const extras = access?.limitS == null ? undefined : await findExtraTimes(db, siteId, quizId, userIds);
  return new Map(userIds.map((userId) => [userId, beginningAt(now, access, extras?.get(userId))]));
}
