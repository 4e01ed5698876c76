/**
 * REL-12: a hundred people repeatedly redeem the same one-time code concurrently: vouchers, with which each of them
 * registers, and one-time invite codes. Then codes are redeemed while they are revoked, and while the server is
 * killed. A code admits one person or, if it is revoked in time, nobody; an admitted person is in the user group; a person
 * whose admission was acknowledged is still there after a kill.
 *
 * Usage: node lab/redeem-codes.ts [--codes 200] [--people 100] [--kills 20]
 */
import type { Invite } from "@parfocal/core/invite/invite.contract.ts";
import { queryDatabase } from "./database-of.ts";
import { endWithin, numberFromCommandLine, printResult } from "./figures.ts";
import { type Answer, addLearners, ask, from, make } from "./learners.ts";
import { countLetIn, forgetWrongCodes, outcomeOf, useInvite, useVoucher } from "./redeem/redeemers.ts";
import { pause, prepareServer, signIn } from "./server-under-test.ts";

/** Delay of the kill after the start, ms. */
const KILL_MS = { min: 5, max: 400 };
/** Creating an account includes a password hash of some tens of milliseconds, two at a time. */
const MAX_MS_A_REGISTRATION = 100;

type Kind = "voucher" | "invite";
interface Code {
  readonly kind: Kind;
  readonly id: number;
  readonly code: string;
}

const codes = numberFromCommandLine("codes", 200);
const people = numberFromCommandLine("people", 100);
const kills = numberFromCommandLine("kills", 20);
endWithin(120_000 + (codes + kills) * (people * MAX_MS_A_REGISTRATION + 15_000));

// Each has a separate address, since calls are counted per address.
const server = await prepareServer({ environment: { PARFOCAL_TRUST_PROXY: "127.0.0.1" } });
try {
  await server.start();
  const token = await signIn(server);
  const redeemers = await addLearners(server, people);
  const violations: string[] = [];
  let raced = 0;

  async function addGroup(title: string): Promise<number> {
    return (await make<{ id: number }>(server, "/v2/userGroup", { token, body: { title } })).id;
  }

  async function addVouchers(userGroupId: number, count: number): Promise<Code[]> {
    const body = { count, userGroupId };
    const { batch, codes: made } = await make<{ batch: number; codes: string[] }>(server, "/v2/voucher/", {
      token,
      body,
    });
    const rows = await queryDatabase<{ id: string }>(server, "SELECT id FROM voucher WHERE batch = $1 ORDER BY id", [
      batch,
    ]);
    return made.map((code, index) => ({ kind: "voucher", id: Number(rows[index]?.id), code }));
  }

  async function addInvites(userGroupId: number, count: number): Promise<Code[]> {
    const made: Code[] = [];
    while (made.length < count) {
      const body = { userGroupId, isOneTime: true };
      const { id, code } = await make<Invite>(server, "/v2/assignment/generateInvite", { token, body });
      made.push({ kind: "invite", id, code });
    }
    return made;
  }

  const redeem = ({ kind, code }: Code): Promise<Answer>[] =>
    redeemers.map((redeemer) =>
      kind === "voucher" ? useVoucher(server, code, from(redeemer.address)) : useInvite(server, redeemer, code),
    );
  const takeBack = ({ kind, id }: Code): Promise<Answer> =>
    kind === "voucher"
      ? ask(server, "DELETE", `/v2/voucher/${id}`, { token })
      : ask(server, "PUT", `/v2/assignment/deactivate/${id}`, { token });

  /** A person admitted by an invite code gets the same response again: that admits nobody else. */
  const withoutWinners = (first: readonly Answer[], second: readonly Answer[]) =>
    second.filter((_, place) => outcomeOf(first.slice(place, place + 1), { mayBeUnanswered: true }).winners === 0);

  /** @param expected allowed numbers of admitted people. */
  async function check(what: string, code: Code, answers: readonly Answer[], expected: readonly number[]) {
    raced += 1;
    const { winners, oddStatuses } = outcomeOf(answers, { mayBeUnanswered: what === "kill" });
    const { letIn, isWhole } = await countLetIn(server, code.kind, code.code, code.id);
    const isCounted = what === "kill" ? letIn >= winners : letIn === winners;
    if (!expected.includes(letIn) || !isCounted || !isWhole || oddStatuses.length > 0)
      violations.push(
        `${what} ${code.kind} ${code.id}: ${winners} answered, ${letIn} let in, whole: ${isWhole}, odd: ${oddStatuses}`,
      );
    await forgetWrongCodes(server);
  }

  const groupId = await addGroup("Those who race");
  const toRace = [...(await addVouchers(groupId, codes)), ...(await addInvites(groupId, codes))];
  const begin = performance.now();
  for (const code of toRace) await check("race", code, await Promise.all(redeem(code)), [1]);
  const raceSeconds = (performance.now() - begin) / 1000;

  const takenBack = Math.ceil(codes / 10);
  const otherGroupId = await addGroup("Those who are late");
  for (const code of [
    ...(await addVouchers(otherGroupId, takenBack)),
    ...(await addInvites(otherGroupId, takenBack)),
  ]) {
    const [back, ...answers] = await Promise.all([takeBack(code), ...redeem(code)]);
    if (back && back.status >= 300) violations.push(`taking back ${code.kind} ${code.id}: ${back.status}`);
    const late = withoutWinners(answers, await Promise.all(redeem(code)));
    const isRejected = outcomeOf(late).winners === 0;
    if (!isRejected) violations.push(`${code.kind} ${code.id} was redeemed after it was taken back`);
    await check("taken back", code, [...answers, ...late], [0, 1]);
  }

  const killedGroupId = await addGroup("Those who are interrupted");
  const toKill = [
    ...(await addVouchers(killedGroupId, Math.ceil(kills / 2))),
    ...(await addInvites(killedGroupId, Math.floor(kills / 2))),
  ];
  for (const code of toKill) {
    const racing = Promise.all(redeem(code));
    await pause(KILL_MS.min + Math.random() * (KILL_MS.max - KILL_MS.min));
    await server.kill();
    const answers = await racing;
    await server.start();
    await forgetWrongCodes(server);
    // People without a response try again: the code is still valid for one of them, or was used.
    const again = withoutWinners(answers, await Promise.all(redeem(code)));
    await check("kill", code, [...answers, ...again], [1]);
  }

  for (const violation of violations) process.stdout.write(`${violation}\n`);
  const invariants = await server.runDatabaseTask("invariants");
  if (invariants.status !== 0) process.stdout.write(`${invariants.text}\n`);
  printResult("REL-12", violations.length === 0 && invariants.status === 0, {
    violations: `${violations.length}/${raced}`,
    people,
    races: toRace.length,
    races_took: `${raceSeconds.toFixed(1)}s`,
    kills: toKill.length,
  });
} finally {
  await server.close();
}
process.exit();
