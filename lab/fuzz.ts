/**
 * SEC-18: invalid requests of all types to every operation of the API, as an administrator, a teacher and a learner. No
 * response is 5xx, none has an undeclared field, none takes more than 2 s, and health stays under 200 ms.
 *
 * Usage: npm run fuzz -- [--seed N] [--cases N] [--quick] [--only "PUT /v2/folder/{id}"] [--as learner] [--case N]
 *
 *   --cases N   requests per operation and session (default: 70; 3 with --quick)
 *   --only      only operations whose method and path contain this text
 *   --case N    only this case (with --only and --as); prints its request and answer
 *
 * Starts its own server (temporary data folder, free port). Each finding ends with the command that repeats it.
 */
import { randomInt } from "node:crypto";
import { parseArgs } from "node:util";
import { printResult } from "./figures.ts";
import { type ApiDescription, type Operation, operationsOf } from "./fuzz/api-description.ts";
import { ANSWER_MAX_MS, checkAnswer, type Violation } from "./fuzz/check-answer.ts";
import { FUZZ_ACTORS, type FuzzActor, type FuzzWorld, openFuzzWorlds } from "./fuzz/fuzz-sites.ts";
import { HEALTH_MAX_MS, watchHealth } from "./fuzz/health-watch.ts";
import { mutateRequest, type RawRequest, type RightRequest } from "./fuzz/mutate-request.ts";
import { seededRandom } from "./fuzz/random.ts";
import { agentFrom, type RawAnswer, sendRaw } from "./fuzz/send-raw.ts";
import { pause, prepareServer } from "./server-under-test.ts";

/** For each of three sessions: 210 per operation. */
const CASES = 70;
const QUICK_CASES = 3;
const AT_ONCE = 4;
/** Number of requests after which their objects are replaced by new ones and the session is checked. */
const PORTION = 20;
/** Operations per site. */
const OPERATIONS_OF_A_SITE = 10;
const LARGEST_SEED = 1_000_000;
/** Repetitions of a slow request on its own: it counts only if it is slow each time. */
const TRIES = 3;
const PRINTED_CHARACTERS = 2_000;

const { values: settings } = parseArgs({
  options: {
    seed: { type: "string" },
    cases: { type: "string" },
    quick: { type: "boolean", default: false },
    only: { type: "string", default: "" },
    as: { type: "string" },
    case: { type: "string" },
  },
});
const seed = Number(settings.seed ?? randomInt(1, LARGEST_SEED));
const cases = Number(settings.cases ?? (settings.quick ? QUICK_CASES : CASES));
const actors = FUZZ_ACTORS.filter((actor) => settings.as === undefined || actor === settings.as);
const single = settings.case === undefined ? null : Number(settings.case);
if (![seed, cases, single ?? 0].every(Number.isSafeInteger) || actors.length === 0)
  throw new Error(`--seed, --cases and --case must be whole numbers; --as must be one of ${FUZZ_ACTORS.join(", ")}.`);

interface Sent {
  readonly operation: Operation;
  readonly actor: FuzzActor;
  readonly number: number;
  readonly request: RawRequest;
  readonly startedAt: number;
  readonly endedAt: number;
}

interface Finding {
  readonly where: Pick<Sent, "operation" | "actor" | "number" | "request">;
  readonly violation: Violation;
}

const findings: Finding[] = [];
const statuses = new Map<number, number>();
/** Operations that have succeeded at least once: the others have rejected everything. */
const reached = new Set<string>();
let sentCount = 0;
let slowestMs = 0;

console.log(`fuzz --seed ${seed}`);
const server = await prepareServer({ environment: { LOG_LEVEL: "error" } });
try {
  await server.start();
  const worlds = await openFuzzWorlds(server.dataFolder);
  const health = watchHealth(server.origin);
  const description = (await (await fetch(`${server.origin}/api/openapi.json`)).json()) as ApiDescription;
  const all = operationsOf(description);
  const chosen = all.filter(({ key }) => key.includes(settings.only));
  if (chosen.length === 0) throw new Error(`No operation contains "${settings.only}".`);
  console.log(`${chosen.length} of ${all.length} operations, ${cases} requests each as ${actors.join(", ")}`);

  let world: FuzzWorld | null = null;
  const sessions = new Map<FuzzActor, string>();

  /** Whether the session is still valid: some operations sign out, suspend or remove people. */
  const isSignedIn = async (token: string): Promise<boolean> => {
    const answer = await fetch(`${server.origin}/api/session`, { headers: { "x-site-token": token } });
    const { user } = (await answer.json()) as { user?: object | null };
    return user !== null && user !== undefined;
  };
  const newSession = async (actor: FuzzActor): Promise<string> => {
    for (let attempt = 0; attempt < 3; attempt += 1) {
      world ??= await worlds.build();
      const token = await world.openSession(actor);
      if (await isSignedIn(token)) {
        sessions.set(actor, token);
        return token;
      }
      world = null;
      sessions.clear();
    }
    throw new Error(`The ${actor} of a new site cannot sign in.`);
  };
  const sessionOf = async (actor: FuzzActor): Promise<string> => {
    const token = sessions.get(actor);
    return token !== undefined && (await isSignedIn(token)) ? token : newSession(actor);
  };

  /** Created objects can reach a limit: then a new site is used. */
  const prepareOf = async (operation: Operation, actor: FuzzActor): Promise<{ token: string; right: RightRequest }> => {
    try {
      const token = await sessionOf(actor);
      world ??= await worlds.build();
      return { token, right: await world.requestOf(operation.key) };
    } catch {
      world = await worlds.build();
      sessions.clear();
      const token = await sessionOf(actor);
      return { token, right: await world.requestOf(operation.key) };
    }
  };

  const requestOf = (operation: Operation, actor: FuzzActor, number: number, right: RightRequest, token: string) =>
    mutateRequest(
      operation,
      right,
      { "x-site-token": token },
      seededRandom(`${seed} ${operation.key} ${actor} ${number}`),
    );

  /** Repeats it on its own until it is fast. @returns null if it was fast once. */
  const confirmSlow = async (sent: Omit<Sent, "startedAt" | "endedAt">, agent: ReturnType<typeof agentFrom>) => {
    let got: RawAnswer | null = null;
    for (let attempt = 1; attempt < TRIES; attempt += 1) {
      got = await sendRaw(server.origin, agent, sent.request);
      if (got.ms <= ANSWER_MAX_MS && got.status > 0) return checkAnswer(sent.operation, got);
    }
    return got && checkAnswer(sent.operation, got);
  };

  const sendOne = async (
    sent: Omit<Sent, "startedAt" | "endedAt">,
    agent: ReturnType<typeof agentFrom>,
  ): Promise<Sent> => {
    const startedAt = Date.now();
    const got = await sendRaw(server.origin, agent, sent.request);
    const endedAt = Date.now();
    sentCount += 1;
    slowestMs = Math.max(slowestMs, got.ms);
    statuses.set(got.status, (statuses.get(got.status) ?? 0) + 1);
    if (got.status >= 200 && got.status < 300) reached.add(sent.operation.key);
    if (single !== null) print(sent.request, got);
    let violation = checkAnswer(sent.operation, got);
    if (violation?.fault === "slow") violation = await confirmSlow(sent, agent);
    if (violation) note({ where: sent, violation });
    return { ...sent, startedAt, endedAt };
  };

  /** Finds the request that, repeated on its own, delays the health check each time. */
  const findWhatDelays = async (done: readonly Sent[], agent: ReturnType<typeof agentFrom>): Promise<void> => {
    const slow = health.since(0);
    const suspects = done.filter(({ startedAt, endedAt }) =>
      slow.some(({ at, ms }) => startedAt <= at + ms && endedAt >= at),
    );
    for (const suspect of suspects) {
      const delays: number[] = [];
      for (let attempt = 1; attempt < TRIES; attempt += 1) {
        health.forget();
        const startedAt = Date.now();
        await sendRaw(server.origin, agent, suspect.request);
        await pause(2 * HEALTH_MAX_MS);
        const [slowest] = health.since(startedAt);
        if (!slowest) break;
        delays.push(Math.round(slowest.ms));
      }
      if (delays.length === TRIES - 1)
        note({
          where: suspect,
          violation: { fault: "slow", details: `health took ${delays.join(" and ")} ms` },
        });
    }
    health.forget();
  };

  for (const [index, operation] of chosen.entries()) {
    if (index % OPERATIONS_OF_A_SITE === 0) {
      world = null;
      sessions.clear();
    }
    // Calls are limited per address.
    const agent = agentFrom(`127.0.2.${1 + (index % 250)}`);
    const done: Sent[] = [];
    for (const actor of actors) {
      const numbers = single === null ? Array.from({ length: cases }, (_, number) => number) : [single];
      for (let from = 0; from < numbers.length; from += PORTION) {
        const { token, right } = await prepareOf(operation, actor);
        const waiting = numbers.slice(from, from + PORTION);
        const work = async (): Promise<void> => {
          for (let number = waiting.shift(); number !== undefined; number = waiting.shift()) {
            const request = requestOf(operation, actor, number, right, token);
            done.push(await sendOne({ operation, actor, number, request }, agent));
          }
        };
        await Promise.all(Array.from({ length: AT_ONCE }, work));
        if (!server.isRunning()) throw new Error(`The server ended at ${operation.key}:\n${server.lastOutput()}`);
      }
    }
    if (health.since(0).length > 0) await findWhatDelays(done, agent);
    agent.destroy();
    if ((index + 1) % 25 === 0)
      console.log(`${index + 1}/${chosen.length}  ${sentCount} sent  ${findings.length} findings`);
  }

  report(server.lastOutput());
  const counted = [...statuses]
    .toSorted(([one], [other]) => one - other)
    .map(([status, count]) => `${status}:${count}`);
  console.log(`answers ${counted.join(" ")}`);
  const unreached = chosen.filter(({ key }) => !reached.has(key)).map(({ key }) => key);
  if (unreached.length > 0) console.log(`never successful: ${unreached.join(", ")}`);
  printResult("SEC-18", findings.length === 0 && server.isRunning(), {
    seed,
    operations: chosen.length,
    successful: reached.size,
    sent: sentCount,
    findings: findings.length,
    slowestMs: Math.round(slowestMs),
    healthAsked: health.count(),
    healthSlowestMs: Math.round(health.slowestMs()),
  });
  await health.stop();
  await worlds.close();
} finally {
  await server.close();
}
process.exit();

/** Prints the first finding of each type immediately; the report contains all. */
function note(finding: Finding): void {
  const isNew = !findings.some((known) => kindOf(known) === kindOf(finding));
  findings.push(finding);
  if (isNew) console.log(linesOf(finding, 1));
}

function kindOf({ where, violation }: Finding): string {
  return `${violation.fault} ${where.operation.key} ${where.request.what.replace(/[=:].*/, "")}`;
}

function linesOf({ where: { operation, actor, number, request }, violation }: Finding, count: number): string {
  return [
    `${violation.fault}  ${operation.key}  ${count} x  ${request.what}`,
    `    ${violation.details}`,
    `    npm run fuzz -- --seed ${seed} --only "${operation.key}" --as ${actor} --case ${number}`,
  ].join("\n");
}

function print({ method, path, headers, body, what }: RawRequest, got: RawAnswer): void {
  console.log(`${what}\n${method} ${path.slice(0, PRINTED_CHARACTERS)}\n${JSON.stringify(headers)}`);
  if (body) console.log(body.toString().slice(0, PRINTED_CHARACTERS));
  console.log(
    `-> ${got.status} in ${Math.round(got.ms)} ms: ${got.failure || got.body.toString().slice(0, PRINTED_CHARACTERS)}`,
  );
}

/** Groups findings of one type at one operation: their number, and the first. */
function report(log: string): void {
  const groups = Map.groupBy(findings, kindOf);
  for (const group of groups.values()) console.log(linesOf(group[0] as Finding, group.length));
  if (findings.some(({ violation }) => violation.fault === "5xx"))
    console.log(`last lines of the log:\n${log.slice(-4_000)}`);
}
