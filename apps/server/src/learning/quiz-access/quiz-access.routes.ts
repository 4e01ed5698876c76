import { AppError, notFoundOrNoAccess } from "@parfocal/core/errors.ts";
import { attemptsLeft, EXTRA_TIMES_MAX, extraTimeS, startProblem } from "@parfocal/core/quiz-access/access-rules.ts";
import {
  enterAccessCode,
  getQuizAccess,
  getQuizAllowance,
  grantTime,
  type QuizAccess,
  setExtraTime,
  updateQuizAccess,
} from "@parfocal/core/quiz-access/quiz-access.contract.ts";
import { recordAudit } from "#audit/record-audit.ts";
import { findVisibleItem } from "#item/item-access.ts";
import { lockItems } from "#item/placement.queries.ts";
import { lockSealKeys, readSealKeys } from "#platform/access/seal-keys.ts";
import { withSite } from "#platform/db/database.ts";
import { BEAT_EVERY_MS } from "#platform/heartbeat/heartbeat.ts";
import { steadyNow } from "#platform/http/arrival.ts";
import { longRoute, type RouteContext, route } from "#platform/http/route.ts";
import { exchangeCode, openAccessCode, sealAccessCode } from "./access-code.ts";
import { grantToRunning, moveDeadlines } from "./move-deadlines.ts";
import { insertOutageGrant } from "./outage.queries.ts";
import {
  type AccessRow,
  countAttempts,
  deleteExtraTime,
  findAccess,
  findExtraTimes,
  insertExtraTime,
  keepWhom,
  listExtraTimes,
  upsertAccess,
} from "./quiz-access.queries.ts";

type Context = Pick<RouteContext, "db" | "siteId" | "caller" | "platform">;

/** @throws AppError `notFound` if the caller has no access to the quiz. */
async function loadAccess({ db, siteId, caller }: Omit<Context, "platform">, quizId: number): Promise<AccessRow> {
  await findVisibleItem(db, { siteId, caller, id: quizId, kind: "quiz" });
  const access = await findAccess(db, siteId, quizId);
  if (!access) throw notFoundOrNoAccess();
  return access;
}

async function presentAccess(context: Context, quizId: number): Promise<QuizAccess> {
  const { db, siteId } = context;
  const access = await loadAccess(context, quizId);
  const { attemptsMax, openFrom, openUntil, timeZone, graceS, sealedCode, configKey } = access;
  return {
    quizId,
    attemptsMax,
    openFrom,
    openUntil,
    timeZone,
    graceS,
    accessCode: openAccessCode(sealedCode, siteId, await readSealKeys(db)),
    configKey,
    allowsMeasuring: access.allowsMeasuring,
    allowsColour: access.allowsColour,
    showsAnnotations: access.showsAnnotations,
    extraTimes: await listExtraTimes(db, siteId, quizId, EXTRA_TIMES_MAX),
  };
}

export const quizAccessRoutes = [
  route(getQuizAccess, (context, { params: { quizId } }) => presentAccess(context, quizId)),

  route(updateQuizAccess, async (context, { params: { quizId }, body }) => {
    const { db, siteId, caller } = context;
    const keys = await lockSealKeys(db);
    const before = await loadAccess(context, quizId);
    const {
      attemptsMax = before.attemptsMax,
      openFrom = before.openFrom,
      openUntil = before.openUntil,
      graceS = before.graceS,
      configKey = before.configKey,
      allowsMeasuring = before.allowsMeasuring,
      allowsColour = before.allowsColour,
      showsAnnotations = before.showsAnnotations,
    } = body;
    if (openFrom && openUntil && openFrom >= openUntil)
      throw new AppError("invalid", "The quiz must open before it closes. Change one of the dates.", {
        codes: ["openUntil"],
      });
    await upsertAccess(db, siteId, quizId, {
      attemptsMax,
      openFrom,
      openUntil,
      graceS,
      // An unchanged code is sealed again too: it may have been re-encrypted since it was read.
      sealedCode: sealAccessCode(body.accessCode ?? openAccessCode(before.sealedCode, siteId, keys), siteId, keys),
      configKey: configKey.toLowerCase(),
      allowsMeasuring,
      allowsColour,
      showsAnnotations,
    });
    await moveDeadlines(db, siteId, quizId, steadyNow());
    const actorId = caller.signedIn().id;
    await recordAudit(db, siteId, { action: "quizAccessChanged", actorId, objectId: quizId });
    return presentAccess(context, quizId);
  }),

  route(setExtraTime, async (context, { params: { quizId }, body }) => {
    const { db, siteId, caller } = context;
    await loadAccess(context, quizId);
    // Changes are serialized: two concurrent changes for the same person would both add a row.
    await lockItems(db, siteId, [quizId]);
    const { minutes, percent } = body;
    const of = { userId: body.userId ?? null, userGroupId: body.userGroupId ?? null };
    const isRemoved = minutes === null && percent === null;
    if (!isRemoved && !(await keepWhom(db, siteId, of)))
      throw new AppError("invalid", "This person or user group does not exist. Choose another one.", {
        codes: [of.userId === null ? "userGroupId" : "userId"],
      });
    await deleteExtraTime(db, siteId, quizId, of);
    if (!isRemoved) {
      const all = await listExtraTimes(db, siteId, quizId, EXTRA_TIMES_MAX);
      if (all.length >= EXTRA_TIMES_MAX)
        throw new AppError("invalid", `A quiz can have extra time for ${EXTRA_TIMES_MAX} people and user groups.`, {
          codes: ["tooMany"],
        });
      await insertExtraTime(db, siteId, quizId, { ...of, minutes, percent });
    }
    await moveDeadlines(db, siteId, quizId, steadyNow());
    await recordAudit(db, siteId, {
      action: "extraTimeChanged",
      actorId: caller.signedIn().id,
      objectId: quizId,
      ...(body.userId === undefined ? {} : { personId: body.userId }),
      facts: body.userGroupId === undefined ? {} : { userGroupId: body.userGroupId },
    });
    return presentAccess(context, quizId);
  }),

  route(grantTime, async (context, { params: { quizId }, body: { seconds, outageFrom } }) => {
    const { db, siteId, caller } = context;
    await loadAccess(context, quizId);
    const beganAt = outageFrom === undefined ? undefined : new Date(outageFrom);
    // Once per outage, even if two teachers grant it at the same time.
    if (beganAt && !(await insertOutageGrant(db, siteId, { quizId, beganAt, seconds }))) {
      return { quizId, attemptCount: 0 };
    }
    const startedBefore = beganAt && new Date(beganAt.getTime() + BEAT_EVERY_MS);
    const attemptCount = await grantToRunning(db, siteId, { quizId, seconds, startedBefore });
    await recordAudit(db, siteId, {
      action: "timeGranted",
      actorId: caller.signedIn().id,
      objectId: quizId,
      facts: { count: attemptCount },
    });
    return { quizId, attemptCount };
  }),

  route(getQuizAllowance, async (context, { params: { quizId } }) => {
    const { db, siteId, caller } = context;
    const access = await loadAccess(context, quizId);
    const { id: userId } = caller.signedIn();
    const { attemptsMax, limitS, openFrom, openUntil, timeZone } = access;
    const facts = {
      attemptsMax,
      attemptsUsed: await countAttempts(db, siteId, { quizId, userId }),
      opensAt: access.opensAt?.getTime() ?? null,
      closesAt: access.closesAt?.getTime() ?? null,
    };
    const extras = (await findExtraTimes(db, siteId, quizId, [userId])).get(userId) ?? [];
    return {
      quizId,
      problem: startProblem(facts, steadyNow()),
      attemptsMax,
      attemptsLeft: attemptsLeft(facts),
      openFrom,
      openUntil,
      timeZone,
      extraTime: limitS === null ? 0 : extraTimeS(limitS, extras),
      isCodeRequired: access.sealedCode !== null,
      isSafeExamBrowserRequired: access.configKey !== "",
    };
  }),

  longRoute(enterAccessCode, async ({ siteId, caller, platform, request }, { params: { quizId }, body: { code } }) => {
    const { id: userId } = caller.signedIn();
    await withSite(platform.database, siteId, (db) =>
      findVisibleItem(db, { siteId, caller, id: quizId, kind: "quiz" }),
    );
    const guess = { siteId, quizId, userId, code, address: request.ip, now: steadyNow() };
    return { pass: await exchangeCode(platform, guess) };
  }),
];
