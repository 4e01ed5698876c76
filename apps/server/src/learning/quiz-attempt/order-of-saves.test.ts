/**
 * Issue 14, acceptance 4, on the server: the same saves in any order, sequential or concurrent, give the same points.
 */
import type { TakenQuiz } from "@parfocal/core/quiz/quiz.contract.ts";
import fc from "fast-check";
import { beforeAll, expect, it } from "vitest";
import { type AttemptWorld, attemptWorld, goodAnswers, questionOf, tokenOf } from "#testing/attempt-world.ts";
import { buildUser, type TestUser } from "#testing/build-user.ts";
import { type SharedTestServer, sharedTestServer } from "#testing/test-server.ts";

const RUNS = 8;
const SAVES_MAX = 12;

let server: SharedTestServer;
let world: AttemptWorld;
beforeAll(async () => {
  server = await sharedTestServer();
  world = await buildWorld();
});

const { buildWorld, save, submit, taken } = attemptWorld(() => server);

/** Answers to the questions of `FIVE`, none of them completely right; tokens differ between learners. */
function otherAnswers(quiz: TakenQuiz): object[] {
  const of = (title: string) => {
    const { id, questionType } = questionOf(quiz, title);
    return { questionId: id, questionType };
  };
  const match = (left: string, right: string) => ({
    left: tokenOf(quiz, "Match", left),
    right: tokenOf(quiz, "Match", right),
  });
  return [
    { ...of("Organ?"), answer: tokenOf(quiz, "Organ?", "Liver") },
    { ...of("Stains?"), answer: [tokenOf(quiz, "Stains?", "HE"), tokenOf(quiz, "Stains?", "Blue")] },
    { ...of("Name it"), answer: "tubule" },
    { ...of("Match"), answer: [match("HE", "magenta"), match("PAS", "magenta")] },
    { ...of("Where?"), answer: ["POINT (900 900)", "POINT (200 200)"] },
  ];
}

/** A save as the page sends it: a question, whether it is answered well, and a unique revision. */
interface PlannedSave {
  readonly question: number;
  readonly isGood: boolean;
  readonly rev: number;
}
const savesInTwoOrders = fc
  .uniqueArray(fc.record({ question: fc.nat(4), isGood: fc.boolean(), rev: fc.integer({ min: 1, max: 4 }) }), {
    selector: ({ question, rev }) => `${question}:${rev}`,
    minLength: 2,
    maxLength: SAVES_MAX,
  })
  .chain((saves) => fc.tuple(fc.constant(saves), fc.shuffledSubarray(saves, { minLength: saves.length })));

async function begin() {
  const learner = await buildUser(world.site);
  await save(world, [], {}, learner);
  const quiz = await taken(world, learner);
  const [good, other] = [goodAnswers(quiz), otherAnswers(quiz)];
  const answerOf = ({ question, isGood, rev }: PlannedSave) => ({ ...(isGood ? good : other)[question], rev });
  return { learner, send: (saves: readonly PlannedSave[]) => save(world, saves.map(answerOf), {}, learner) };
}

async function resultOf(learner: TestUser) {
  const { status, answer } = await submit(world, learner);
  expect(status).toBe(200);
  return answer.result;
}

it("the same saves give the same points in any order: one by one, in one request, concurrently, and repeated", async () => {
  await fc.assert(
    fc.asyncProperty(savesInTwoOrders, async ([saves, shuffled]) => {
      const [oneByOne, shuffledOnes, inOne, atOnce] = await Promise.all([begin(), begin(), begin(), begin()]);
      for (const one of saves) expect((await oneByOne.send([one])).status).toBe(200);
      for (const one of shuffled) expect((await shuffledOnes.send([one])).status).toBe(200);
      expect((await inOne.send(shuffled)).status).toBe(200);
      const twice = [...shuffled, ...saves].map((one) => atOnce.send([one]));
      expect((await Promise.all(twice)).every(({ status }) => status === 200)).toBe(true);
      const [result, ...others] = await Promise.all(
        [oneByOne, shuffledOnes, inOne, atOnce].map(({ learner }) => resultOf(learner)),
      );
      expect(others).toEqual([result, result, result]);
    }),
    { numRuns: RUNS },
  );
});
