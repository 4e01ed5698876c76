/**
 * Consensus of those who have submitted a quiz.
 *
 * Source: spec decisions, "Quizzes", "Consensus"; calls.tsv; decision 0078.
 */
import { z } from "zod";
import type { Call } from "../../call.contract.ts";
import { id, idParams, idText } from "../../platform/ids.ts";
import { QUESTION_TYPES, QUIZ_SUBJECT_KINDS } from "../quiz/quiz-types.ts";

/** Counted users: those who submitted first. */
export const CONSENSUS_USERS_MAX = 5_000;
/** Texts and pairs shown: the most frequent ones. */
export const CONSENSUS_TEXTS_MAX = 20;

const share = z.object({
  /** Option, pair or text. */
  text: z.string(),
  /** Number of users. */
  count: z.int(),
  /** Fraction of all submitted users, 0 to 1. */
  share: z.number(),
  isAgreed: z.boolean(),
  /** Null: unknown. */
  isRight: z.boolean().nullable(),
});
export type ConsensusShare = z.output<typeof share>;

const consensus = z.object({
  questionId: id,
  quizId: id,
  /** Common quiz: the slide or case of the question. */
  itemId: id.nullable(),
  title: z.string(),
  questionType: z.enum(QUESTION_TYPES),
  /** Threshold of the quiz, 0 to 1. */
  threshold: z.number(),
  /**
   * Users with a submitted attempt that contained this question; their latest attempt counts. Up to 5,000 are counted.
   */
  userCount: z.int(),
  /** Users who gave an answer. */
  answeredCount: z.int(),
  isReached: z.boolean(),
  /** Empty for an annotation question. */
  shares: z.array(share),
  /** Image or case; null: none. */
  subjectId: id.nullable(),
  subjectKind: z.enum(QUIZ_SUBJECT_KINDS).nullable(),
  /** Annotation questions: WKT in slide pixels of the areas marked by at least a share of the users. */
  areas: z.array(z.object({ share: z.number(), wkt: z.string() })),
  /** Area marked by at least the threshold; null: none, or not an annotation question. */
  agreedArea: z.string().nullable(),
});
export type Consensus = z.output<typeof consensus>;

export const getConsensus = {
  method: "GET",
  path: "/v2/quiz/question/{id}/consensus",
  summary: "Get what the users who have submitted a quiz agree about in one question",
  policy: "manageContent",
  params: idParams,
  query: z.object({
    /** Common quiz: the slide or case of the question; default: the first. */
    itemId: idText.optional(),
  }),
  answer: consensus,
} as const satisfies Call;
