/**
 * Where on a slide the wrong marks of an annotation question fell.
 *
 * Source: issue 14, part 5; decision 0084.
 */
import { z } from "zod";
import type { Call } from "../../call.contract.ts";
import { id, idParams, idText } from "../../platform/ids.ts";

/** People that are counted: those who submitted first. */
export const WRONG_MARKS_USERS_MAX = 5_000;
/** No further people are counted once there are so many wrong marks. */
export const WRONG_MARKS_MAX = 5_000;
/** Places that are listed: those with most people. */
export const WRONG_PLACES_MAX = 50;
/** Marks that are shown on the slide: those in places first. */
export const WRONG_MARKS_SHOWN_MAX = 500;

const place = z.object({
  /** Of the expert annotation or region that contains its marks; null: of none. */
  name: z.string().nullable(),
  /** null: in neither. In a region of the key are marks that overlap it too little. */
  kind: z.enum(["annotation", "region"]).nullable(),
  /** People with a wrong mark there: 2 or more. */
  userCount: z.int(),
  markCount: z.int(),
});
export type WrongPlaceShown = z.output<typeof place>;

const wrongMarks = z.object({
  questionId: id,
  quizId: id,
  /** In a Common quiz: what it is asked of. */
  itemId: id.nullable(),
  /** The image; null: it is deleted. */
  subjectId: id.nullable(),
  /** What is right, WKT in slide pixels. */
  regions: z.array(z.object({ title: z.string(), wkt: z.string() })),
  /** People whose first submitted attempt was asked this question: those who submitted first, as far as the limits allow. */
  userCount: z.int(),
  /** Those with a mark. */
  answeredCount: z.int(),
  /** Those with a wrong mark. */
  wrongUserCount: z.int(),
  wrongMarkCount: z.int(),
  /** From the most people to the fewest. */
  places: z.array(place),
  /** WKT points in slide pixels: an area or line by a point within it. */
  marks: z.array(
    z.object({
      wkt: z.string(),
      /** From 0, in `places`; null: in none of them. */
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
    /** In a Common quiz: the slide or case that it is asked of; left out: the first. */
    itemId: idText.optional(),
  }),
  answer: wrongMarks,
} as const satisfies Call;
