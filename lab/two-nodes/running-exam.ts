/** An exam that continues while servers fail. */
import { addExam, countLost, Sitting } from "../exam/exam.ts";
import { addLearners } from "../learners.ts";
import type { Nodes } from "./convert-and-kill.ts";

const EXAM_LASTS_S = 3_600;

export interface ExamResult {
  readonly lost: number;
  readonly saves: number;
  /** Duration of the slowest answer, ms. */
  readonly slowestMs: number;
  /** Rejections, with the call. */
  readonly failures: readonly string[];
  /** Whether each learner has one submission with the earned points. */
  readonly isExact: boolean;
}

export interface RunningExam {
  /** Number of confirmed answers so far. */
  saves(): number;
  /** Everyone submits. */
  end(): Promise<ExamResult>;
}

export async function startExam(
  { through, token }: Pick<Nodes, "through" | "token">,
  learners: number,
): Promise<RunningExam> {
  const quizId = await addExam(through, token, EXAM_LASTS_S);
  const sittings = (await addLearners(through, learners)).map((learner) => new Sitting(through, quizId, learner));
  let isOver = false;
  const sat = Promise.all(
    sittings.map(async (sitting) => {
      await sitting.start();
      while (!isOver) await sitting.save();
    }),
  );
  const saves = () => sittings.reduce((sum, { saveMs }) => sum + saveMs.length, 0);
  return {
    saves,
    async end() {
      isOver = true;
      await sat;
      const lost = await countLost(through, quizId, sittings);
      const exact = await Promise.all(sittings.map((sitting) => sitting.submitTwice()));
      return {
        lost,
        saves: saves(),
        slowestMs: Math.max(0, ...sittings.flatMap(({ saveMs }) => saveMs)),
        failures: sittings.flatMap(({ failures }) => failures),
        isExact: exact.every(Boolean),
      };
    },
  };
}
