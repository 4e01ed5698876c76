/**
 * REL-17: attempts whose time expired while the server was down are submitted when it is back, also if it is killed
 * during this: each once, at its deadline, with the points of the saved answers.
 *
 * Usage: node lab/overdue-attempts.ts [--attempts 5000] [--grace 5]      grace of the attempts, s
 */
import { queryDatabase } from "./database-of.ts";
import { addExam, QUESTION_COUNT } from "./exam/exam.ts";
import { endWithin, numberFromCommandLine, printResult } from "./figures.ts";
import { addLearners, SITE_ID } from "./learners.ts";
import { pause, prepareServer, signIn } from "./server-under-test.ts";

/** Remaining time when the server is killed, s. */
const TIME_LEFT_MS = 4_000;
const CLOSED_WITHIN_MS = 30_000;
/** Minimum number of attempts for measuring the duration. */
const TIMED_ATTEMPTS = 5_000;
const LOOK_EVERY_MS = 200;
/** Polling interval to detect the start, ms. */
const LOOK_OFTEN_MS = 10;

const attempts = numberFromCommandLine("attempts", 5_000);
const graceS = numberFromCommandLine("grace", 5);
endWithin(240_000 + attempts * 50);

const server = await prepareServer();
try {
  await server.start();
  const token = await signIn(server);
  const quizId = await addExam(server, token, 3_600);
  const people = await addLearners(server, attempts);

  // In each attempt, the number of correct short answers depends on its index, and one choice is not answered.
  const deadline = new Date(Date.now() + TIME_LEFT_MS);
  await queryDatabase(
    server,
    `WITH attempt AS (
       INSERT INTO quiz_attempt (site_id, quiz_id, user_id, attempt_no, seed, started_at, deadline_at, grace_s)
       SELECT $1, $2, id, 1, 'lab', now() - interval '1 hour', $4, $6 FROM unnest($3::bigint[]) AS id RETURNING id
     ), placed AS (SELECT id, row_number() OVER (ORDER BY id) AS place FROM attempt),
     question AS (
       SELECT quiz_question.item_id AS id, row_number() OVER (ORDER BY quiz_question.item_id) AS place
       FROM quiz_question JOIN placement ON placement.site_id = $1 AND placement.item_id = quiz_question.item_id
       WHERE quiz_question.site_id = $1 AND placement.parent_id = $2 AND question_type = 'short-answer'
     )
     INSERT INTO quiz_answer (site_id, attempt_id, question_id, answer, rev)
     SELECT $1, placed.id, question.id, jsonb_build_object('type', 'short-answer',
       'text', CASE WHEN question.place <= placed.place % ($5::int + 1) THEN 'right' ELSE 'wrong' END), 1
     FROM placed CROSS JOIN question`,
    [SITE_ID, quizId, people.map(({ id }) => id), deadline, QUESTION_COUNT / 2, graceS],
  );
  await server.kill();
  await pause(Math.max(0, deadline.getTime() + graceS * 1_000 - Date.now()));

  const begin = performance.now();
  await server.start();
  const countOpen = async () => {
    const [row] = await queryDatabase<{ open: number }>(
      server,
      "SELECT count(*)::int AS open FROM quiz_attempt WHERE site_id = $1 AND state = 'started'",
      [SITE_ID],
    );
    return row?.open ?? 0;
  };
  let openAtKill = await countOpen();
  for (; openAtKill === attempts; openAtKill = await countOpen()) await pause(LOOK_OFTEN_MS);
  await server.kill();
  await server.start();
  while ((await countOpen()) > 0) await pause(LOOK_EVERY_MS);
  const tookMs = performance.now() - begin;

  const [wrong] = await queryDatabase<{ count: number }>(
    server,
    `WITH placed AS (SELECT *, row_number() OVER (ORDER BY id) AS place FROM quiz_attempt WHERE site_id = $1 AND quiz_id = $2)
     SELECT count(*)::int AS count FROM placed
     WHERE earned_hundredths IS DISTINCT FROM (place % ($3::int + 1)) * 100 OR max_hundredths IS DISTINCT FROM $4::int * 100
       OR submitted_at IS DISTINCT FROM deadline_at OR finalised_by IS DISTINCT FROM 'sweeper'`,
    [SITE_ID, quizId, QUESTION_COUNT / 2, QUESTION_COUNT],
  );
  const [all] = await queryDatabase<{ count: number }>(
    server,
    "SELECT count(*)::int AS count FROM quiz_attempt WHERE site_id = $1 AND quiz_id = $2",
    [SITE_ID, quizId],
  );
  const invariants = await server.runDatabaseTask("invariants");
  if (invariants.status !== 0) process.stdout.write(`${invariants.text}\n`);
  const isExact = wrong?.count === 0 && all?.count === attempts && invariants.status === 0;
  const isInTime = attempts < TIMED_ATTEMPTS || tookMs <= CLOSED_WITHIN_MS;
  printResult("REL-17", isExact && isInTime, {
    attempts: all?.count ?? 0,
    wrong: wrong?.count ?? -1,
    open_at_kill: openAtKill,
    took: `${(tookMs / 1000).toFixed(1)}s`,
  });
} finally {
  await server.close();
}
