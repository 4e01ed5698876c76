import { AppError } from "@parfocal/core/errors.ts";
import type { QuizAnswer, QuizAnswerSent } from "@parfocal/core/quiz/taken-quiz.contract.ts";
import { expect, it } from "vitest";
import { createAttemptKeeper, isAnswerGiven, type KeeperWorld, type QuestionRef, withSaved } from "./attempt-keeper.ts";

const SHORT: QuestionRef = { id: 1, itemId: null, questionType: "short-answer" };
const CHOICE: QuestionRef = { id: 2, itemId: null, questionType: "multiple-choice" };

const savedOf = (sent: QuizAnswerSent): QuizAnswer =>
  ({ ...sent, rev: sent.rev ?? 0, isSubmitted: false, verdict: null, solution: null }) as QuizAnswer;

/** A browser whose timers run on demand, and a server that can be unreachable. */
function createWorld(stored: string | null = null) {
  const calls: (readonly QuizAnswerSent[])[] = [];
  const timers: { work: () => void; ms: number }[] = [];
  const facts = { stored, now: 0, failure: null as ((sent: readonly QuizAnswerSent[]) => unknown) | null };
  const world: KeeperWorld = {
    read: () => facts.stored,
    write: (text) => {
      facts.stored = text;
    },
    send: async (answers) => {
      calls.push(answers);
      const failure = facts.failure?.(answers);
      if (failure) throw failure;
      return answers.map(savedOf);
    },
    now: () => facts.now,
    later: (work, ms) => {
      const timer = { work, ms };
      timers.push(timer);
      return () => {
        const place = timers.indexOf(timer);
        if (place >= 0) timers.splice(place, 1);
      };
    },
  };
  return { world, facts, calls, timers };
}

const lost = () => new AppError("unavailable", "no network", { codes: ["networkLost"] });

it("a change is stored immediately, sent after a pause, and no longer stored once the server has it", async () => {
  const { world, facts, calls, timers } = createWorld();
  const keeper = createAttemptKeeper([], world);
  keeper.change(SHORT, { answer: "Kid" });
  keeper.change(SHORT, { answer: "Kidney" });
  expect(facts.stored).toContain("Kidney");
  expect([calls.length, timers.length, keeper.snapshot().status]).toEqual([0, 1, "saving"]);
  expect(await keeper.flush()).toBe(true);
  expect(calls.map(([one]) => [one?.answer, one?.rev])).toEqual([["Kidney", 2]]);
  expect([facts.stored, keeper.snapshot().status]).toEqual([null, "saved"]);
});

it("while offline all changes wait, are retried, and are restored after a reload", async () => {
  const first = createWorld();
  first.facts.failure = lost;
  const keeper = createAttemptKeeper([], first.world);
  keeper.change(SHORT, { answer: "Kidney" });
  keeper.change(CHOICE, { answer: "tokenoftwelv", isMarked: true });
  expect(await keeper.flush()).toBe(false);
  expect(keeper.snapshot().status).toBe("waiting");
  expect(first.timers.map(({ ms }) => ms)).toEqual([1_000]);
  expect(await keeper.flush()).toBe(false);
  expect(first.timers.map(({ ms }) => ms)).toEqual([2_000]);

  const second = createWorld(first.facts.stored);
  const again = createAttemptKeeper([], second.world);
  expect([...again.snapshot().answers.values()].map(({ answer, isMarked }) => [answer, isMarked])).toEqual([
    ["Kidney", false],
    ["tokenoftwelv", true],
  ]);
  expect(await again.flush()).toBe(true);
  expect(second.calls).toHaveLength(1);
});

it("a stored answer that is older than the server's is dropped", () => {
  const stored = JSON.stringify([{ questionId: 1, itemId: null, questionType: "short-answer", answer: "old", rev: 2 }]);
  const { world } = createWorld(stored);
  const server = savedOf({
    questionId: 1,
    itemId: null,
    questionType: "short-answer",
    answer: "new",
    isMarked: false,
    isChecked: false,
    rev: 3,
  });
  const keeper = createAttemptKeeper([server], world);
  expect(keeper.snapshot().answers.get("1:0")).toMatchObject({ answer: "new", rev: 3 });
  expect(keeper.snapshot().status).toBe("saved");
});

it("changes made while sending are sent again", async () => {
  const { world, calls } = createWorld();
  const keeper = createAttemptKeeper([], {
    ...world,
    send: async (answers) => {
      if (calls.length === 0) keeper.change(SHORT, { answer: "later" });
      return world.send(answers);
    },
  });
  keeper.change(SHORT, { answer: "first" });
  expect(await keeper.flush()).toBe(true);
  expect(calls.map(([one]) => one?.answer)).toEqual(["first", "later"]);
});

it("an answer that the server rejects does not block the others; its reason is shown", async () => {
  const { world, facts, calls } = createWorld();
  facts.failure = (sent) =>
    sent.some(({ questionId }) => questionId === 1) ? new AppError("invalid", "Changed.") : null;
  const keeper = createAttemptKeeper([], world);
  keeper.change(SHORT, { answer: "x" });
  keeper.change(CHOICE, { answer: "tokenoftwelv" });
  await keeper.flush();
  expect(calls.map((sent) => sent.map(({ questionId }) => questionId))).toEqual([[1, 2], [1], [2]]);
  expect([...keeper.snapshot().problems]).toEqual([["1:0", "Changed."]]);
  expect(keeper.snapshot().status).toBe("saved");
});

it("a time-out ends it: nothing more is sent, and the input stays stored", async () => {
  const { world, facts, calls } = createWorld();
  facts.failure = () => new AppError("invalid", "out of time", { codes: ["outOfTime"] });
  const keeper = createAttemptKeeper([], world);
  keeper.change(SHORT, { answer: "late" });
  expect(await keeper.flush()).toBe(false);
  expect(keeper.snapshot().end).toBe("outOfTime");
  expect(await keeper.flush()).toBe(false);
  expect(calls).toHaveLength(1);
  expect(facts.stored).toContain("late");
});

it("answers of another browser replace saved ones, never pending ones", async () => {
  const { world } = createWorld();
  const keeper = createAttemptKeeper([], world);
  keeper.change(SHORT, { answer: "mine" });
  const theirs = (answer: string, rev: number) =>
    savedOf({
      questionId: 1,
      itemId: null,
      questionType: "short-answer",
      answer,
      isMarked: false,
      isChecked: false,
      rev,
    });
  keeper.merge([theirs("theirs", 9)]);
  expect(keeper.snapshot().answers.get("1:0")?.answer).toBe("mine");
  await keeper.flush();
  keeper.merge([theirs("theirs", 9)]);
  expect(keeper.snapshot().answers.get("1:0")?.answer).toBe("theirs");
});

it("an answer counts as given if it is not empty", () => {
  expect([undefined, null, "", "  ", [], "x", ["a"]].map(isAnswerGiven)).toEqual([
    false,
    false,
    false,
    false,
    false,
    true,
    true,
  ]);
});

it("change numbers follow the time of the attempt, and always increase", async () => {
  const { world, facts, calls } = createWorld();
  const keeper = createAttemptKeeper([], world);
  for (const now of [70, 70, 20, 300.9]) {
    facts.now = now;
    keeper.change(SHORT, { answer: `at ${now}` });
    await keeper.flush();
  }
  expect(calls.map(([one]) => one?.rev)).toEqual([70, 71, 72, 300]);
});

it("saved answers replace earlier ones", () => {
  const answer = (questionId: number, text: string) =>
    savedOf({
      questionId,
      itemId: null,
      questionType: "short-answer",
      answer: text,
      isMarked: false,
      isChecked: false,
    });
  const all = withSaved([answer(1, "old"), answer(2, "other")], [answer(1, "new"), answer(3, "first")]);
  expect(all.map((one) => [one.questionId, one.answer])).toEqual([
    [1, "new"],
    [2, "other"],
    [3, "first"],
  ]);
});
