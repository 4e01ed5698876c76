/**
 * Model tests (REL-18): any sequence of calls to the real server leaves what a small model in memory predicts. A few
 * sequences in every run; `MODEL_RUNS=200`, five times, for the record.
 */
import fc from "fast-check";

type Work<Model, Real> = (model: Model, real: Real) => Promise<void>;

/** Largest number of calls in a sequence. */
const COMMANDS_MAX = 30;

/**
 * @param compare is called after each action: what is stored equals the model.
 * @returns a function that defines an action: its name in a failure, its work, and when it is possible.
 */
export const commandsComparedBy =
  <Model extends object, Real>(compare: Work<Model, Real>) =>
  (
    name: string,
    work: Work<Model, Real>,
    isPossible: (model: Readonly<Model>) => boolean = () => true,
  ): fc.AsyncCommand<Model, Real> => ({
    check: isPossible,
    async run(model, real) {
      await work(model, real);
      await compare(model, real);
    },
    toString: () => name,
  });

/**
 * Runs random sequences, each from a new start.
 *
 * @param usualRuns number of sequences in every run of the tests: a second or two.
 * @throws Error with the shortest failing sequence found, and its seed.
 */
export async function runModel<Model extends object, Real>(
  commands: readonly fc.Arbitrary<fc.AsyncCommand<Model, Real>>[],
  setUp: () => Promise<{ readonly model: Model; readonly real: Real }>,
  usualRuns: number,
): Promise<void> {
  await fc.assert(
    fc.asyncProperty(fc.commands([...commands], { maxCommands: COMMANDS_MAX, size: "max" }), async (sequence) => {
      const start = await setUp();
      await fc.asyncModelRun(() => start, sequence);
    }),
    { numRuns: Number(process.env.MODEL_RUNS) || usualRuns },
  );
}
