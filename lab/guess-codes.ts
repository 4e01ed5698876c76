/**
 * SEC-05: codes cannot be guessed.
 *
 * - Entropy: generated codes have 20 characters of 32, no code occurs twice, and no character is more likely than another
 *   at any position (chi²).
 * - Guesses: after the allowed number of wrong ones every request gets 429, independent of the address in a forged
 *   header, also after a restart.
 * - Time: unknown, used, expired and revoked codes get the same response in the same time.
 *
 * Usage: node lab/guess-codes.ts [--codes 100000] [--guesses 10000] [--times 500]
 */
import type { Invite } from "@parfocal/core/invite/invite.contract.ts";
import { queryDatabase } from "./database-of.ts";
import { endWithin, numberFromCommandLine, percentile, printResult } from "./figures.ts";
import { addLearners, ask, type Learner, make } from "./learners.ts";
import { forgetWrongCodes, useInvite, useVoucher } from "./redeem/redeemers.ts";
import { prepareServer, signIn } from "./server-under-test.ts";

const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const CODE_CHARACTERS = 20;
const BATCH_MAX = 10_000;
/** For 31 degrees of freedom, exceeded by one in a million fair samples; twenty positions are tested. */
const MAX_CHI_SQUARE = 86;
const MAX_DIFFERENCE_MS = 5;
/** Medians of fewer samples depend on other work of the machine: they are printed but not checked. */
const COMPARED_TIMES = 200;
/** Limits of reliability.md (T-07) per network address and per person. */
const WRONG_OF_ADDRESS = 30;
const WRONG_OF_PERSON = 10;
const GUESSES_AT_ONCE = 20;

const codeCount = numberFromCommandLine("codes", 100_000);
const guessCount = numberFromCommandLine("guesses", 10_000);
const times = numberFromCommandLine("times", 500);
endWithin(600_000);

const server = await prepareServer();
try {
  await server.start();
  const token = await signIn(server);
  const faults: string[] = [];
  const note = (isRight: boolean, sentence: string) => void (isRight || faults.push(sentence));

  const chiSquare = await measureEntropy(token, note);
  await forgetWrongCodes(server);
  const heard = await guess(token, note);
  await forgetWrongCodes(server);
  const differenceMs = await compareTimes(token, note);

  for (const fault of faults) process.stdout.write(`${fault}\n`);
  printResult("SEC-05", faults.length === 0, {
    codes: codeCount,
    chi_square: chiSquare.toFixed(1),
    guesses: guessCount,
    checked: heard,
    difference: `${differenceMs.toFixed(2)}ms`,
  });
} finally {
  await server.close();
}
process.exit();

type Note = (isRight: boolean, sentence: string) => void;

/** @returns the largest chi² of a position. */
async function measureEntropy(token: string, note: Note): Promise<number> {
  const codes: string[] = [];
  while (codes.length < codeCount) {
    const count = Math.min(BATCH_MAX, codeCount - codes.length);
    const made = await make<{ codes: string[] }>(server, "/v2/voucher/", { token, body: { count } });
    codes.push(...made.codes.map((code) => code.replaceAll("-", "")));
  }
  note(new Set(codes).size === codes.length, "a code was generated twice");
  note(
    codes.every((code) => code.length === CODE_CHARACTERS && [...code].every((one) => ALPHABET.includes(one))),
    `a code is not ${CODE_CHARACTERS} characters of the alphabet`,
  );
  const expected = codes.length / ALPHABET.length;
  const ofPlaces = Array.from({ length: CODE_CHARACTERS }, (_, place) => {
    const counts = new Map([...ALPHABET].map((one) => [one, 0]));
    for (const code of codes) counts.set(code.charAt(place), (counts.get(code.charAt(place)) ?? 0) + 1);
    return [...counts.values()].reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
  });
  const worst = Math.max(...ofPlaces);
  note(worst < MAX_CHI_SQUARE, `chi² of place ${ofPlaces.indexOf(worst) + 1}: ${worst.toFixed(1)}`);
  return worst;
}

function wrongCode(): string {
  const character = () => ALPHABET[Math.floor(Math.random() * ALPHABET.length)];
  return Array.from({ length: CODE_CHARACTERS }, character).join("");
}

/** @returns the number of guesses that were checked. */
async function guess(token: string, note: Note): Promise<number> {
  const statuses: number[] = [];
  const forged = () => ({ "x-forwarded-for": `203.0.113.${Math.floor(Math.random() * 256)}` });
  const register = async () => statuses.push((await useVoucher(server, wrongCode(), forged())).status);
  for (let sent = 0; sent < guessCount; sent += GUESSES_AT_ONCE)
    await Promise.all(Array.from({ length: Math.min(GUESSES_AT_ONCE, guessCount - sent) }, register));
  const checked = statuses.filter((status) => status === 404).length;
  note(checked === WRONG_OF_ADDRESS, `${checked} guesses of vouchers were checked`);
  note(checked + statuses.filter((status) => status === 429).length === guessCount, "a guess was answered otherwise");

  const [person] = (await addLearners(server, 1)) as [Learner];
  const ofPerson = [];
  for (let sent = 0; sent < 2 * WRONG_OF_PERSON; sent += 1)
    ofPerson.push((await useInvite(server, person, wrongCode())).status);
  note(
    ofPerson.filter((status) => status === 404).length === WRONG_OF_PERSON && ofPerson.at(-1) === 429,
    `guesses of invite codes by one person: ${ofPerson}`,
  );
  const invite = await addInvite(token, await addGroup(token, "Guessed"));
  const { status } = await useInvite(server, person, invite.code);
  note(status === 429, `the right code after too many wrong ones: ${status}`);

  await server.kill();
  await server.start();
  note((await useVoucher(server, wrongCode())).status === 429, "a restart has forgotten the wrong vouchers");
  note((await useInvite(server, person, wrongCode())).status === 429, "a restart has forgotten the wrong invite codes");
  return checked;
}

async function addGroup(token: string, title: string): Promise<number> {
  return (await make<{ id: number }>(server, "/v2/userGroup", { token, body: { title } })).id;
}

function addInvite(token: string, userGroupId: number): Promise<Invite> {
  return make<Invite>(server, "/v2/assignment/generateInvite", { token, body: { userGroupId, isOneTime: true } });
}

/** @returns the largest difference of two medians, ms. */
async function compareTimes(token: string, note: Note): Promise<number> {
  const groupId = await addGroup(token, "Timed");
  const [first, other] = (await addLearners(server, 2)) as [Learner, Learner];
  const [used, expired, deactivated] = [
    await addInvite(token, groupId),
    await addInvite(token, groupId),
    await addInvite(token, groupId),
  ];
  await useInvite(server, first, used.code);
  await ask(server, "PUT", `/v2/assignment/deactivate/${deactivated.id}`, { token });
  await queryDatabase(server, "UPDATE invite SET expires_at = now() - interval '1 day' WHERE id = $1", [expired.id]);
  const kinds = {
    unknown: wrongCode(),
    used: used.code,
    expired: expired.code,
    deactivated: deactivated.code,
  };
  const tookMs = new Map(Object.keys(kinds).map((kind) => [kind, [] as number[]]));
  const said = new Set<string>();
  for (let time = 0; time < times; time += 1) {
    // In random order, so that the first request after a reset of the counter varies.
    const order = Object.entries(kinds).toSorted(() => Math.random() - 0.5);
    for (const [kind, code] of order) {
      const begin = performance.now();
      const { status, answer: refusal } = await useInvite(server, other, code);
      tookMs.get(kind)?.push(performance.now() - begin);
      said.add(`${status} ${(refusal as { message?: string } | null)?.message}`);
    }
    await forgetWrongCodes(server);
  }
  note(said.size === 1, `codes that do not work are answered differently: ${[...said].join(" / ")}`);
  const medians = [...tookMs.values()].map((values) => percentile(values, 0.5));
  const difference = Math.max(...medians) - Math.min(...medians);
  note(
    times < COMPARED_TIMES || difference <= MAX_DIFFERENCE_MS,
    `medians, ms: ${[...tookMs.keys()].map((kind, index) => `${kind} ${medians[index]?.toFixed(2)}`).join(", ")}`,
  );
  return difference;
}
