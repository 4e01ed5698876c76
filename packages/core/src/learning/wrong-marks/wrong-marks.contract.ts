/**
 * Places of the wrong marks of an annotation question on its slide.
 *
 * Source: issue 14, part 5; decision 0084.
 */
import { z } from "zod";
import type { Call } from "../../call.contract.ts";
import { id, idParams, idText } from "../../platform/ids.ts";

/** Counted people: those who submitted first. */
export const WRONG_MARKS_USERS_MAX = 5_000;
/** No more people are counted once there are this many wrong marks. */
export const WRONG_MARKS_MAX = 5_000;
/** Listed places: those with the most people. */
export const WRONG_PLACES_MAX = 50;
/** Marks shown on the slide; those in places first. */
export const WRONG_MARKS_SHOWN_MAX = 500;

const place = z.object({
  /** Name of the expert annotation or region that contains its marks; null: none. */
  name: z.string().nullable(),
  /** Null: neither. Marks in a region of the key are wrong because they overlap it too little. */
  kind: z.enum(["annotation", "region"]).nullable(),
  /** People with a wrong mark there, at least 2. */
  userCount: z.int(),
  markCount: z.int(),
});
export type WrongPlaceShown = z.output<typeof place>;

const wrongMarks = z.object({
  questionId: id,
  quizId: id,
  /** Common quiz: the slide or case of the question. */
  itemId: id.nullable(),
  /** The image; null: deleted. */
  subjectId: id.nullable(),
  /** Regions of the key, WKT in slide pixels. */
  regions: z.array(z.object({ title: z.string(), wkt: z.string() })),
  /** People whose first submitted attempt contained this question, the earliest first, within the limits. */
  userCount: z.int(),
  /** People with a mark. */
  answeredCount: z.int(),
  /** People with a wrong mark. */
  wrongUserCount: z.int(),
  wrongMarkCount: z.int(),
  /** Sorted by number of people, descending. */
  places: z.array(place),
  /** WKT points in slide pixels; areas and lines by their representative point. */
  marks: z.array(
    z.object({
      wkt: z.string(),
      /** Index into `places`, from 0; null: none. */
      place: z.int().nullable(),
    }),
  ),
});
export type WrongMarks = z.output<typeof wrongMarks>;

export const getWrongMarks = {
  method: "GET",
  path: "/v2/quiz/question/{id}/wrongMarks",
  summary: "Get where the wrong marks of an annotation question fell, from the first submitted attempt of each person",
  policy: "manageContent",
  params: idParams,
  query: z.object({
    /** Common quiz: the slide or case of the question; default: the first. */
    itemId: idText.optional(),
  }),
  answer: wrongMarks,
} as const satisfies Call;
