/** Forty invented learners who have taken the demo's quiz: provides results and statistics for teachers. */

import type { GivenAnswer } from "@parfocal/core/quiz-attempt/given-answer.ts";
import { NO_PASSWORD } from "#platform/access/password.ts";
import type { SiteDb } from "#platform/db/database.ts";
import { findQuizSettings } from "#quiz/quiz.queries.ts";
import { listQuizParts } from "#quiz/quiz-part.queries.ts";
import type { AskedQuestion } from "#quiz-attempt/asked-question.ts";
import { loadAskedQuestions } from "#quiz-attempt/asked-questions.ts";
import { finaliseAttempt } from "#quiz-attempt/finalise-attempt.ts";
import { upsertAnswer } from "#quiz-attempt/quiz-attempt.queries.ts";
import { beginAttempt } from "#quiz-attempt/start-attempt.ts";
import { insertUsers } from "#user/user.queries.ts";
import { DEMO_QUIZZES } from "./demo-reading.ts";
import { bell, between, type Random, seededRandom, seedOf } from "./tissue/random.ts";

const FIRST_NAMES = ["Ana", "Ben", "Chiara", "Deniz", "Emil", "Fatma", "Goran", "Hana", "Ivo", "Jana"] as const;
const LAST_NAMES = ["Alder", "Birch", "Cedar", "Drake"] as const;
const LEARNERS = LAST_NAMES.flatMap((last) =>
  FIRST_NAMES.map((first) => ({
    email: `${first}.${last}@learners.demo.test`.toLowerCase(),
    displayName: `${first} ${last}`,
  })),
);

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** Spread of learners' abilities and question difficulties, on the scale of a logistic curve. */
const SPREAD = 1.2;
const OPEN_SHARE = 0.04;

/** Share of the slide's height, like the key's region. */
const CAPSULE_SHARE = DEMO_QUIZZES.individual.ofSlide.region.share;

const WRONG_TEXTS = ["corpuscle", "Bowman's capsule", "nephron", "macula densa"] as const;

interface Place {
  readonly siteId: number;
  readonly quizId: number;
  /** Size of the slide of the question with marks, in slide pixels. */
  readonly slide: { readonly width: number; readonly height: number };
}

/** All attempts were submitted within the last week. */
export async function addDemoAttempts(db: SiteDb, { siteId, quizId, slide }: Place): Promise<void> {
  const settings = await findQuizSettings(db, siteId, quizId);
  if (!settings) throw new Error("The demo's quiz is gone.");
  const asked = await loadAskedQuestions(db, siteId, {
    quizId,
    parts: await listQuizParts(db, siteId, [quizId]),
    settings,
  });
  const learners = await insertUsers(db, siteId, LEARNERS, { role: "learner", passwordHash: NO_PASSWORD });
  const now = Date.now();
  const random = seededRandom(seedOf("forty learners"));
  for (const { id: userId } of learners) {
    const ability = bell(random, 0.4, SPREAD);
    const startedAt = new Date(now - between(random, 0.1, 7) * DAY_MS);
    const started = { startedAt, deadlineAt: null, timeLimitS: null, quiz: { settings, asked } };
    const attempt = await beginAttempt(db, siteId, { quizId, userId }, started);
    for (const [at, one] of asked.entries()) {
      if (random() < OPEN_SHARE) continue;
      const isKnown = random() < 1 / (1 + Math.exp(difficultyOf(at) - ability));
      const answer = answerTo(one, isKnown, slide, random);
      if (answer === null) continue;
      const { question, subjectId } = one;
      const change = { questionId: question.id, subjectId, answer, isMarked: false, isChecked: false, rev: 1 };
      await upsertAnswer(db, siteId, attempt.id, change);
    }
    const at = new Date(startedAt.getTime() + between(random, 3, 14) * MINUTE_MS);
    await finaliseAttempt(db, siteId, attempt, { by: "person", at, settings, asked });
  }
}

/** From easy to hard, identical in each installation. */
const difficultyOf = (place: number): number => ((place * 7) % 5) * 0.6 - 1.2;

const pick = <Item>(items: readonly Item[], random: Random): Item | undefined =>
  items[Math.floor(random() * items.length)];

/** @returns null if not answered. */
function answerTo(
  { question }: AskedQuestion,
  isKnown: boolean,
  slide: Place["slide"],
  random: Random,
): GivenAnswer | null {
  const { type, answerOptions, correctAnswer } = question;
  const right = answerOptions.filter(({ isCorrect }) => isCorrect).map(({ id }) => id);
  const wrong = answerOptions.filter(({ isCorrect }) => !isCorrect).map(({ id }) => id);
  switch (type) {
    case "multiple-choice":
      return { type, optionId: (isKnown ? right[0] : pick(wrong, random)) ?? null };
    case "multiple-answer":
      return { type, optionIds: isKnown ? right : [...right.slice(1), ...wrong.filter(() => random() < 0.6)] };
    case "matching": {
      const ids = answerOptions.map(({ id }) => id);
      const rights = isKnown ? ids : ids.toReversed();
      return { type, pairs: ids.flatMap((leftId, at) => ({ leftId, rightId: rights[at] ?? leftId })) };
    }
    case "short-answer": {
      const text = (isKnown ? correctAnswer.split("|")[0] : pick(WRONG_TEXTS, random)) ?? "";
      return correctAnswer === "" ? null : { type, text };
    }
    case "annotation":
      return { type, marks: [markOn(slide, isKnown, random)] };
  }
}

/** An outline of the capsule along the upper edge; wrong marks are around the middle and at the lower edge. */
function markOn({ width, height }: Place["slide"], isRight: boolean, random: Random): string {
  const at = (x: number, y: number) => `${Math.round(x * width)} ${Math.round(y * height)}`;
  if (isRight) {
    const left = between(random, 0.03, 0.1);
    const bottom = between(random, 0.75, 1.15) * CAPSULE_SHARE;
    const [right, top] = [1.02 - left, bottom / 10];
    return `POLYGON ((${at(left, top)}, ${at(right, top)}, ${at(right, bottom)}, ${at(left, bottom)}, ${at(left, top)}))`;
  }
  return random() < 0.6
    ? `POINT (${at(bell(random, 0.45, 0.02), bell(random, 0.52, 0.02))})`
    : `POINT (${at(between(random, 0.1, 0.9), between(random, 0.85, 0.98))})`;
}
