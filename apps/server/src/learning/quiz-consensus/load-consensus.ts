/** Agreement among people who have submitted a quiz, for one question (decision 0078). */
import { setImmediate } from "node:timers/promises";
import { notFound } from "@parfocal/core/errors.ts";
import type { Shape } from "@parfocal/core/geometry/shape.ts";
import type { PixelSizeUm } from "@parfocal/core/geometry/slide-point.ts";
import { formatWkt, parseWkt } from "@parfocal/core/geometry/wkt.ts";
import { type GivenAnswer, isAnswered } from "@parfocal/core/quiz-attempt/given-answer.ts";
import { leftOf, rightOf } from "@parfocal/core/quiz-attempt/grade-answer.ts";
import { foldedAnswer, isShortAnswerRight } from "@parfocal/core/quiz-attempt/short-answer.ts";
import { areaOf, areasOf, fewestUsers, joinedShape } from "@parfocal/core/quiz-consensus/agreed-areas.ts";
import { agreedShares, type Vote } from "@parfocal/core/quiz-consensus/agreed-shares.ts";
import { marksApart } from "@parfocal/core/quiz-consensus/marks-apart.ts";
import {
  CONSENSUS_TEXTS_MAX,
  CONSENSUS_USERS_MAX,
  type Consensus,
} from "@parfocal/core/quiz-consensus/quiz-consensus.contract.ts";
import { boundsOfAll, reachPxOf, VoteRaster } from "@parfocal/core/quiz-consensus/vote-raster.ts";
import type { Caller } from "#platform/access/caller.ts";
import type { SiteDb } from "#platform/db/database.ts";
import { loadQuizBasis } from "#quiz/load-quiz.ts";
import { findQuizIdOf } from "#quiz/quiz.queries.ts";
import type { AskedQuestion } from "#quiz-attempt/asked-question.ts";
import { loadAskedQuestions } from "#quiz-attempt/asked-questions.ts";
import { listVotes } from "./quiz-consensus.queries.ts";

interface ConsensusQuery {
  readonly siteId: number;
  readonly caller: Caller;
  readonly questionId: number;
  /** undefined: the first slide or case that the question is about. */
  readonly itemId: number | undefined;
}

type RatedVote = Vote & { readonly isRight: boolean | null };

/** @throws AppError `notFound` if the caller has no access to the question, or it is not about that slide or case. */
export async function loadConsensus(
  db: SiteDb,
  { siteId, caller, questionId, itemId }: ConsensusQuery,
): Promise<Consensus> {
  const quizId = await findQuizIdOf(db, siteId, questionId);
  if (quizId === undefined) throw notFound("Question");
  const basis = await loadQuizBasis(db, { siteId, caller, id: quizId });
  const asked = (await loadAskedQuestions(db, siteId, basis)).find(
    ({ question, subjectId }) => question.id === questionId && (itemId === undefined || subjectId === itemId),
  );
  if (!asked) throw notFound("Question");
  const { question, subjectId, subject, key } = asked;
  const given = await listVotes(db, siteId, { quizId, questionId, subjectId, most: CONSENSUS_USERS_MAX });
  const answers = given.filter((answer) => answer?.type === question.type && isAnswered(answer)) as GivenAnswer[];
  const threshold = basis.settings.consensus_threshold;
  const userCount = given.length;
  const shares = agreedShares(votesFor(asked, answers), {
    userCount,
    threshold,
    isExclusive: question.type === "multiple-choice" || question.type === "short-answer",
  });
  const found = await agreeOnAreas(answers, { userCount, threshold, pixel: key.pixel });
  return {
    questionId,
    quizId,
    itemId: subjectId === 0 ? null : subjectId,
    title: question.title,
    questionType: question.type,
    threshold,
    userCount,
    answeredCount: answers.length,
    isReached: shares.some(({ isAgreed }) => isAgreed) || found.agreedArea !== null,
    shares,
    subjectId: subject?.id ?? null,
    subjectKind: subject?.kind ?? null,
    ...found,
  };
}

/** Options in their order, including unselected ones; pairs and texts by frequency. */
function votesFor({ question, key }: AskedQuestion, answers: readonly GivenAnswer[]): RatedVote[] {
  const { type, answerOptions, correctAnswer } = question;
  if (type === "multiple-choice" || type === "multiple-answer")
    return answerOptions.map(({ id, option, isCorrect }) => ({
      text: option,
      isRight: isCorrect,
      count: answers.filter((answer) => chosenIn(answer).includes(id)).length,
    }));
  const votes = new Map<string, RatedVote>();
  const add = (text: string, folded: string, isRight: boolean | null) =>
    votes.set(folded, { text, isRight, ...votes.get(folded), count: (votes.get(folded)?.count ?? 0) + 1 });
  const byId = new Map(answerOptions.map((pair) => [pair.id, pair]));
  for (const answer of answers) {
    if (answer.type === "short-answer")
      add(
        answer.text.trim(),
        foldedAnswer(answer.text),
        correctAnswer.trim() === "" ? null : isShortAnswerRight(answer.text, key.correctAnswer),
      );
    if (answer.type !== "matching") continue;
    const made = answer.pairs.flatMap(({ leftId, rightId }) => {
      const [left, right] = [byId.get(leftId), byId.get(rightId)];
      if (!left || !right) return [];
      return [[`${leftOf(left)} – ${rightOf(right)}`, rightOf(left) === rightOf(right)] as const];
    });
    // Two left sides can have the same text: each person is counted once.
    for (const [text, isRight] of new Map(made)) add(text, text, isRight);
  }
  return [...votes.values()].sort((one, other) => other.count - one.count).slice(0, CONSENSUS_TEXTS_MAX);
}

function chosenIn(answer: GivenAnswer): readonly number[] {
  if (answer.type === "multiple-answer") return answer.optionIds;
  return answer.type === "multiple-choice" && answer.optionId !== null ? [answer.optionId] : [];
}

/** Number of people whose marks are added to the grid before other requests are served. */
const USERS_AT_ONCE = 5;
/** Maximum number of positions at which agreement is measured: those with the most people. */
const GROUPS_MAX = 200;

async function agreeOnAreas(
  answers: readonly GivenAnswer[],
  { userCount, threshold, pixel }: { userCount: number; threshold: number; pixel: PixelSizeUm | null },
): Promise<Pick<Consensus, "areas" | "agreedArea">> {
  const users: Shape[][] = [];
  for (const answer of answers) {
    if (answer.type !== "annotation") continue;
    users.push(
      answer.marks.flatMap((wkt) => {
        const parsed = parseWkt(wkt);
        return parsed.ok ? parsed.shape : [];
      }),
    );
    if (users.length % USERS_AT_ONCE === 0) await setImmediate();
  }
  const minUsers = fewestUsers(threshold, userCount);
  const groups = marksApart(users, reachPxOf(pixel))
    .filter((group) => group.length >= minUsers)
    .sort((one, other) => other.length - one.length)
    .slice(0, GROUPS_MAX);
  const byShare = new Map<number, Shape[]>();
  const agreed: Shape[] = [];
  for (const group of groups) {
    const raster = await rasterOf(group, pixel);
    for (const { share, shape } of areasOf(raster, userCount))
      byShare.set(share, [...(byShare.get(share) ?? []), shape]);
    const area = areaOf(raster, threshold, userCount);
    if (area) agreed.push(area);
    await setImmediate();
  }
  const textOf = (shapes: readonly Shape[]) => {
    const shape = joinedShape(shapes);
    return shape && formatWkt(shape);
  };
  const areas = [...byShare].map(([share, shapes]) => ({ share, wkt: textOf(shapes) ?? "" }));
  return { areas: areas.sort((one, other) => one.share - other.share), agreedArea: textOf(agreed) };
}

async function rasterOf(users: readonly (readonly Shape[])[], pixel: PixelSizeUm | null): Promise<VoteRaster> {
  const bounds = boundsOfAll(users.flat());
  if (!bounds) throw new Error("a group of marks is never empty");
  const raster = new VoteRaster(bounds, pixel);
  for (const [place, marks] of users.entries()) {
    raster.addUser(marks);
    if (place % USERS_AT_ONCE === 0) await setImmediate();
  }
  return raster;
}
