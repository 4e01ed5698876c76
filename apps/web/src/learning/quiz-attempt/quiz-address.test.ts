import { parseScreenPath } from "@parfocal/core/item/public-path.ts";
import type { TakenQuestion } from "@parfocal/core/quiz/taken-quiz.contract.ts";
import { expect, it } from "vitest";
import { questionIndexAt, questionPath } from "./quiz-address.ts";

const question = (id: number, kind: "image" | "case" | null, subjectId = 0, itemId: number | null = null) =>
  ({
    id,
    itemId,
    subject: kind && { id: subjectId, kind, title: "", thumbnail: null },
  }) as TakenQuestion;
const place = { siteId: 1, steps: [{ kind: "quiz" as const, id: 5 }] };
const questions = [
  question(11, null),
  question(12, "image", 9),
  question(13, "case", 7),
  question(14, "image", 8, 8),
  question(14, "image", 9, 9),
];

it("each question has its own URL, which opens it again", () => {
  const paths = questions.map((one) => questionPath(place, one));
  expect(paths).toEqual(["/s1/q5/qs11/", "/s1/q5/i9/qs12/", "/s1/q5/c7/qs13/", "/s1/q5/i8/qs14/", "/s1/q5/i9/qs14/"]);
  expect(paths.map((path) => questionIndexAt(questions, parseScreenPath(path)?.within ?? []))).toEqual([0, 1, 2, 3, 4]);
});

it("in a preview the URLs of questions stay in the preview", () => {
  const paths = questions.slice(0, 2).map((one) => questionPath({ ...place, isPreview: true }, one));
  expect(paths).toEqual(["/s1/q5/preview/qs11/", "/s1/q5/preview/i9/qs12/"]);
  const places = paths.map((path) => parseScreenPath(path));
  expect(places.map((one) => [one?.isPreview, questionIndexAt(questions, one?.within ?? [])])).toEqual([
    [true, 0],
    [true, 1],
  ]);
});

it("the URL of a slide or case means its first question; an unknown one means none", () => {
  const at = (path: string) => questionIndexAt(questions, parseScreenPath(path)?.within ?? []);
  expect([at("/s1/q5/i9/"), at("/s1/q5/c7/"), at("/s1/q5/i99/"), at("/s1/q5/qs99/")]).toEqual([1, 2, -1, -1]);
});
