/**
 * REL-13: each learner starts a quiz twenty times concurrently and gets one attempt; then some submit while they restart, and
 * the teacher resets the quiz while answers are saved. There is never more than one running attempt, a submitted one has its
 * points, and no call fails with a server error.
 *
 * Usage: node lab/race-attempts.ts [--learners 500] [--starts 20]
 */
import { queryDatabase } from "./database-of.ts";
import { addExam, countAttempts } from "./exam/exam.ts";
import { endWithin, numberFromCommandLine, printResult } from "./figures.ts";
import { type Answer, addLearners, ask, from, type Learner, SITE_ID } from "./learners.ts";
import { prepareServer, signIn } from "./server-under-test.ts";

/** Learners in parallel. */
const AT_ONCE = 10;
/** One in this number of learners races with the teacher's reset. */
const RESET_EVERY = 4;
const SERVER_FAULT = 500;

const learners = numberFromCommandLine("learners", 500);
const starts = numberFromCommandLine("starts", 20);
endWithin(120_000 + learners * starts * 200);

const server = await prepareServer({ environment: { PARFOCAL_TRUST_PROXY: "127.0.0.1" } });
try {
  await server.start();
  const token = await signIn(server);
  const people = await addLearners(server, learners);
  const violations: string[] = [];
  let calls = 0;

  async function send(learner: Learner, method: string, path: string, body: object): Promise<Answer> {
    calls += 1;
    const answer = await ask(server, method, path, { token: learner.token, headers: from(learner.address), body });
    if (answer.status === 0 || answer.status >= SERVER_FAULT) violations.push(`${method} ${path} ${answer.status}`);
    return answer;
  }

  /** A few at a time: the races are within a learner. */
  async function each(work: (learner: Learner) => Promise<void>): Promise<void> {
    for (let index = 0; index < people.length; index += AT_ONCE)
      await Promise.all(people.slice(index, index + AT_ONCE).map(work));
  }

  const quizId = await addExam(server, token, 3_600);
  const path = `/v2/quiz/${quizId}`;
  const start = (learner: Learner) => send(learner, "POST", `${path}/answer`, { quizId, quizAnswers: [] });

  await each(async (learner) => {
    const answers = await Promise.all(Array.from({ length: starts }, () => start(learner)));
    const numbers = new Set(answers.map(({ answer }) => (answer as { attemptNo?: number } | null)?.attemptNo));
    if (numbers.size !== 1 || !numbers.has(1))
      violations.push(`learner ${learner.id} got the attempts ${[...numbers]}`);
  });
  const started = await countAttempts(server, quizId);
  if (started.attempts !== learners || started.people !== learners)
    violations.push(`${started.attempts} attempts of ${started.people} people were started`);

  await each(async (learner) => {
    await Promise.all([
      send(learner, "PUT", `${path}/restart`, {}),
      send(learner, "POST", `${path}/answer/submit`, {}),
      send(learner, "PUT", `${path}/restart`, { attemptNo: 1 }),
      send(learner, "POST", `${path}/answer/submit`, { attemptNo: 1 }),
    ]);
  });
  let resets = 0;
  const reset = async () => {
    const { status } = await ask(server, "PUT", `${path}/reset`, { token, body: {} });
    if (status !== 200) violations.push(`reset ${status}`);
    resets += 1;
  };
  await each(async (learner) => {
    await Promise.all([start(learner), learner.id % RESET_EVERY === 0 ? reset() : start(learner), start(learner)]);
  });

  const [broken] = await queryDatabase<{ running: number; ungraded: number }>(
    server,
    `SELECT
       (SELECT count(*)::int FROM (
          SELECT FROM quiz_attempt WHERE site_id = $1 AND state = 'started' AND archived_at IS NULL
          GROUP BY quiz_id, user_id HAVING count(*) > 1) AS twice) AS running,
       (SELECT count(*)::int FROM quiz_attempt
        WHERE site_id = $1 AND state = 'submitted' AND (max_hundredths IS NULL OR finalised_by IS NULL)) AS ungraded`,
    [SITE_ID],
  );
  if (broken?.running !== 0 || broken.ungraded !== 0) violations.push(`in the database: ${JSON.stringify(broken)}`);
  for (const violation of violations.slice(0, 20)) process.stdout.write(`${violation}\n`);
  const invariants = await server.runDatabaseTask("invariants");
  if (invariants.status !== 0) process.stdout.write(`${invariants.text}\n`);
  printResult("REL-13", violations.length === 0 && invariants.status === 0, {
    violations: violations.length,
    learners,
    starts_each: starts,
    calls,
    resets,
  });
} finally {
  await server.close();
}
