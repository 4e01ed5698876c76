// @vitest-environment happy-dom
import { AppError } from "@parfocal/core/errors.ts";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { sendStoredAnswers } from "./send-stored-answers.ts";
import { listStoredAttempts, openAnswers, storageKeyOf } from "./stored-answers.ts";

const send = vi.hoisted(() => vi.fn());
vi.mock("./quiz-attempt.api.ts", () => ({ sendAnswers: send }));

const OWNER = { siteId: 3, userId: 8 };
const answerOf = (questionId: number) => ({ questionId, questionType: "short-answer", answer: "Kidney", rev: 2 });
const storedFor = (key: string, count = 1): void =>
  localStorage.setItem(key, JSON.stringify(Array.from({ length: count }, (_, at) => answerOf(at + 1))));

beforeEach(() => {
  send.mockReset().mockResolvedValue({});
});
afterEach(() => localStorage.clear());

it("answers of all attempts that a closed page has left are sent, and are no longer stored once the server has them", async () => {
  storedFor(storageKeyOf(OWNER, 70, 1));
  storedFor(storageKeyOf(OWNER, 71, 12), 201);
  await sendStoredAnswers(listStoredAttempts(OWNER));
  expect(send.mock.calls.map(([quiz, body]) => [quiz, body.attemptNo, body.quizAnswers.length])).toEqual([
    [{ id: 70 }, 1, 1],
    [{ id: 71 }, 12, 200],
    [{ id: 71 }, 12, 1],
  ]);
  expect(localStorage).toHaveLength(0);
});

it("those of others, of previews and of an attempt that is open in this page are left alone", () => {
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

it("what cannot be sent now stays stored; what the server does not take any more goes", async () => {
  const [lost, over] = [storageKeyOf(OWNER, 70, 1), storageKeyOf(OWNER, 71, 1)];
  storedFor(lost);
  storedFor(over);
  send.mockImplementation(async ({ id }: { id: number }) => {
    throw id === 70
      ? new AppError("unavailable", "no network", { codes: ["networkLost"] })
      : new AppError("invalid", "out of time", { codes: ["outOfTime"] });
  });
  await sendStoredAnswers(listStoredAttempts(OWNER));
  expect(Object.keys(localStorage)).toEqual([lost]);
});

it("answers are kept if another page stores one more while they are sent", async () => {
  const key = storageKeyOf(OWNER, 70, 1);
  storedFor(key);
  send.mockImplementation(async () => storedFor(key, 2));
  await sendStoredAnswers(listStoredAttempts(OWNER));
  expect(JSON.parse(localStorage.getItem(key) ?? "[]")).toHaveLength(2);
});
