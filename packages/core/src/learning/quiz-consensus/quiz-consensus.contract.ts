/**
 * What those who have submitted a quiz agree about.
 *
 * Source: spec decisions, "Quizzes", "Consensus"; calls.tsv; decision 0078.
 */
import { z } from "zod";
import type { Call } from "../../call.contract.ts";
import { id, idParams, idText } from "../../platform/ids.ts";
import { QUESTION_TYPES, QUIZ_SUBJECT_KINDS } from "../quiz/quiz-types.ts";

/** Users that are counted: those who submitted first. */
export const CONSENSUS_USERS_MAX = 5_000;
/** Texts and pairs that are shown: those that were given most often. */
export const CONSENSUS_TEXTS_MAX = 20;

const share = z.object({
  /** Option, pair or text. */
  text: z.string(),
  /** Users who gave it. */
  count: z.int(),
  /** Of all submitted users, from 0 to 1. */
  share: z.number(),
  isAgreed: z.boolean(),
  /** null: not known. */
  isRight: z.boolean().nullable(),
});
export type ConsensusShare = z.output<typeof share>;

const consensus = z.object({
  questionId: id,
  quizId: id,
  /** In a Common quiz: what it is asked of. */
  itemId: id.nullable(),
  title: z.string(),
  questionType: z.enum(QUESTION_TYPES),
  /** Of the quiz, from 0 to 1. */
  threshold: z.number(),
  /** Users who have submitted an attempt that was asked this question: the latest of each. The first 5,000 are counted. */
  userCount: z.int(),
  /** Those who gave an answer. */
  answeredCount: z.int(),
  isReached: z.boolean(),
  /** Of an annotation question: empty. */
  shares: z.array(share),
  /** Image or case; null: the question shows none. */
  subjectId: id.nullable(),
  subjectKind: z.enum(QUIZ_SUBJECT_KINDS).nullable(),
  /** Of an annotation question, WKT in slide pixels: what at least such a share of the users has marked. */
  areas: z.array(z.object({ share: z.number(), wkt: z.string() })),
  /** What at least the threshold has marked; null: there is nothing, or it is no annotation question. */
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
    /** In a Common quiz: the slide or case that it is asked of; left out: the first. */
    itemId: idText.optional(),
  }),
  answer: consensus,
} as const satisfies Call;
