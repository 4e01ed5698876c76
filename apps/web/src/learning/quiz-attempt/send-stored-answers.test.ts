// @vitest-environment happy-dom
import { AppError } from "@parfocal/core/errors.ts";
import { QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { quizKeys } from "#quiz/quiz.api.ts";
import { sendStoredAnswers } from "./send-stored-answers.ts";
import { listStoredAttempts, openAnswers, storageKeyOf } from "./stored-answers.ts";

const send = vi.hoisted(() => vi.fn());
vi.mock("./quiz-attempt.api.ts", () => ({ sendAnswers: send }));

const queryClient = new QueryClient();
const OWNER = { siteId: 3, userId: 8 };
const answerOf = (questionId: number) => ({ questionId, questionType: "short-answer", answer: "Kidney", rev: 2 });
const storedFor = (key: string, count = 1): void =>
  localStorage.setItem(key, JSON.stringify(Array.from({ length: count }, (_, at) => answerOf(at + 1))));

beforeEach(() => {
  send.mockReset().mockResolvedValue({});
});
afterEach(() => {
  localStorage.clear();
  history.replaceState(null, "", "/");
});

it("stored answers of all attempts are sent after their page was closed, and are deleted once the server has them", async () => {
  storedFor(storageKeyOf(OWNER, 70, 1));
  storedFor(storageKeyOf(OWNER, 71, 12), 201);
  await sendStoredAnswers(listStoredAttempts(OWNER), queryClient);
  expect(send.mock.calls.map(([quiz, body]) => [quiz, body.attemptNo, body.quizAnswers.length])).toEqual([
    [{ id: 70 }, 1, 1],
    [{ id: 71 }, 12, 200],
    [{ id: 71 }, 12, 1],
  ]);
  expect(localStorage).toHaveLength(0);
});

it("those of others, of previews and of an attempt that is open in this page are not sent", () => {
  storedFor(storageKeyOf({ ...OWNER, userId: 80 }, 70, 1));
  storedFor(storageKeyOf({ ...OWNER, siteId: 4 }, 70, 1));
  storedFor(storageKeyOf(OWNER, 70, "preview-2026-11-02T09:00:00.000Z"));
  const key = storageKeyOf(OWNER, 72, 1);
  storedFor(key);
  const close = openAnswers(key);
  expect(listStoredAttempts(OWNER)).toEqual([]);
  close();
  expect(listStoredAttempts(OWNER)).toEqual([{ key, quizId: 72, attemptNo: 1 }]);
});

it("unsent answers stay stored if they can be retried; those that the server finally rejects are deleted", async () => {
  const [lost, over] = [storageKeyOf(OWNER, 70, 1), storageKeyOf(OWNER, 71, 1)];
  storedFor(lost);
  storedFor(over);
  send.mockImplementation(async ({ id }: { id: number }) => {
    throw id === 70
      ? new AppError("unavailable", "no network", { codes: ["networkLost"] })
      : new AppError("invalid", "out of time", { codes: ["outOfTime"] });
  });
  await sendStoredAnswers(listStoredAttempts(OWNER), queryClient);
  expect(Object.keys(localStorage)).toEqual([lost]);
});

it("answers stay stored if another page stores a new one while they are sent", async () => {
  const key = storageKeyOf(OWNER, 70, 1);
  storedFor(key);
  send.mockImplementation(async () => storedFor(key, 2));
  await sendStoredAnswers(listStoredAttempts(OWNER), queryClient);
  expect(JSON.parse(localStorage.getItem(key) ?? "[]")).toHaveLength(2);
});

it("on a page of the quiz they are sent and stay stored: the quiz may have been fetched before they were saved", async () => {
  const [shown, other] = [storageKeyOf(OWNER, 70, 1), storageKeyOf(OWNER, 71, 1)];
  storedFor(shown);
  storedFor(other);
  history.replaceState(null, "", "/s3/course5/q70/i9/qs4/");
  await sendStoredAnswers(listStoredAttempts(OWNER), queryClient);
  expect(send).toHaveBeenCalledTimes(2);
  expect(Object.keys(localStorage)).toEqual([shown]);
});

it("they stay stored if the quiz is opened while they are sent", async () => {
  const key = storageKeyOf(OWNER, 70, 1);
  storedFor(key);
  send.mockImplementation(async () => history.replaceState(null, "", "/s3/course5/q70/"));
  await sendStoredAnswers(listStoredAttempts(OWNER), queryClient);
  expect(Object.keys(localStorage)).toEqual([key]);
});

it("a quiz that is cached from an earlier page is fetched again when it is opened", async () => {
  queryClient.setQueryData(quizKeys.one(70, null), { id: 70, answers: [] });
  storedFor(storageKeyOf(OWNER, 70, 1));
  await sendStoredAnswers(listStoredAttempts(OWNER), queryClient);
  expect(queryClient.getQueryData(quizKeys.one(70, null))).toBeUndefined();
});
