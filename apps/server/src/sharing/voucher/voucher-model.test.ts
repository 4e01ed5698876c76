/**
 * REL-18: vouchers match a small model after any sequence of actions: generated, used to register (also by several people
 * at once), expired, deleted; accounts that end or are deleted, and groups that are deleted.
 */
import { deleteUser } from "@parfocal/core/personal-data/personal-data.contract.ts";
import { openSession } from "@parfocal/core/session/session.contract.ts";
import { deleteUserGroup } from "@parfocal/core/user-group/manage-groups.contract.ts";
import {
  createVouchers,
  deleteVoucher,
  listVoucherCodes,
  listVouchers,
  registerWithVoucher,
} from "@parfocal/core/voucher/voucher.contract.ts";
import fc from "fast-check";
import { sql } from "kysely";
import { beforeAll, expect, it } from "vitest";
import { buildInvite } from "#testing/build-invite.ts";
import { buildSite, type TestSite } from "#testing/build-site.ts";
import { buildUser, type TestUser } from "#testing/build-user.ts";
import { buildUserGroup } from "#testing/build-user-group.ts";
import { buildVoucher } from "#testing/build-voucher.ts";
import { commandsComparedBy, runModel } from "#testing/run-model.ts";
import { sendCall } from "#testing/send-call.ts";
import { type SharedTestServer, sharedTestServer } from "#testing/test-server.ts";

const RUNS = 8;
const VOUCHERS = 5;
const GROUPS = 2;
const UNKNOWN_ID = 987_654_321;
const PASSWORD = "a long enough password";
const PAST = "2020-01-01 00:00:00";
const SOON = "2099-06-30 23:59:59";
const LATER = "2099-12-31 23:59:59";

/** Code's expiration, account's expiration, problem. */
const DATES = [
  [null, null, null],
  [SOON, null, null],
  [SOON, LATER, null],
  [SOON, SOON, null],
  [PAST, LATER, "expirationInPast"],
  [SOON, PAST, "accountExpirationInPast"],
  [LATER, SOON, "accountExpiresBeforeCode"],
  [null, LATER, "accountExpiresBeforeCode"],
] as const;

let server: SharedTestServer;
let foreignCode: string;
beforeAll(async () => {
  server = await sharedTestServer();
  const site = await buildSite(server);
  foreignCode = (await buildVoucher(site, await buildUser(site, { role: "administrator" }))).code;
});

interface ModelAccount {
  readonly email: string;
  readonly validUntil: string | null;
  hasEnded: boolean;
}
interface ModelVoucher {
  readonly validUntil: string | null;
  readonly accountValidUntil: string | null;
  /** Number of the group; null: none, or deleted. */
  group: number | null;
  isUsed: boolean;
  isExpired: boolean;
  isDeleted: boolean;
  /** The account that exists; null: none, or deleted. */
  account: ModelAccount | null;
}
interface Model {
  readonly vouchers: ModelVoucher[];
  readonly accounts: ModelAccount[];
  /** Members of each group; null: deleted. */
  readonly groups: (Set<string> | null)[];
  /** Wrong codes since the last comparison; null: depends on who was first. */
  guesses: number | null;
}
interface Real {
  readonly site: TestSite;
  readonly administrator: TestUser;
  readonly learner: TestUser;
  readonly groupIds: readonly number[];
  readonly inviteCode: string;
  readonly codes: string[];
}

const statusOf = ({ isUsed, isExpired, isDeleted }: ModelVoucher) => {
  if (isUsed) return "used";
  if (isExpired) return "expired";
  return isDeleted ? "disabled" : "active";
};
const isActive = (voucher: ModelVoucher | undefined): voucher is ModelVoucher =>
  voucher !== undefined && statusOf(voucher) === "active";
const emailOf = (person: number) => `person${person}@example.test`;
const codeAt = ({ codes }: Real, place: number) => codes[place] ?? "0".repeat(20);
/** The time zone of the site is UTC. */
const instantOf = (date: string | null) => date && new Date(`${date.replace(" ", "T")}Z`);

/** The account exists, its voucher is used, and it is in the voucher's group: all or nothing. */
function register({ accounts, groups }: Model, voucher: ModelVoucher, email: string): void {
  const account = { email, validUntil: voucher.accountValidUntil, hasEnded: false };
  accounts.push(account);
  voucher.account = account;
  voucher.isUsed = true;
  if (voucher.group !== null) groups[voucher.group]?.add(email);
}

/** Wrong codes are counted, then forgotten. */
async function stored({ site, administrator, learner, groupIds }: Real) {
  const { rows: vouchers } = await sql`
    SELECT used_at IS NOT NULL AS "isUsed", is_deleted AS "isDeleted", user_group_id::integer AS "groupId",
      (SELECT email FROM site_user WHERE id = used_by) AS email
    FROM voucher WHERE site_id = ${site.id} ORDER BY id
  `.execute(server.owner);
  const { rows: accounts } = await sql`
    SELECT email, role, expires_at AS "validUntil", coalesce(expires_at < now(), false) AS "hasEnded" FROM site_user
    WHERE site_id = ${site.id} AND id NOT IN (${administrator.id}, ${learner.id}) AND deleted_at IS NULL
    ORDER BY id
  `.execute(server.owner);
  const { rows: members } = await sql`
    SELECT user_group_id::integer AS "groupId", email FROM user_group_member
    JOIN site_user ON site_user.id = user_group_member.user_id
    WHERE user_group_member.site_id = ${site.id} ORDER BY 1, 2
  `.execute(server.owner);
  const failures = await forgetGuesses(site);
  return { vouchers, accounts, members, guesses: failures.length, groupIds };
}

const forgetGuesses = ({ id }: TestSite) =>
  server.owner.deleteFrom("sign_in_failure").where("site_id", "=", id).returning("subject").execute();

const command = commandsComparedBy<Model, Real>(async (model, real) => {
  const { groupIds } = real;
  const vouchers = model.vouchers.map(({ isUsed, isDeleted, group, account }) => ({
    isUsed,
    isDeleted,
    groupId: group === null ? null : groupIds[group],
    email: account?.email ?? null,
  }));
  const accounts = model.accounts.map(({ email, hasEnded, validUntil }) => ({
    email,
    role: "learner",
    hasEnded,
    validUntil: hasEnded ? expect.any(Date) : instantOf(validUntil),
  }));
  const members = model.groups.flatMap((emails, group) =>
    [...(emails ?? [])].sort().map((email) => ({ groupId: groupIds[group], email })),
  );
  const guesses = model.guesses ?? expect.any(Number);
  expect(await stored(real)).toEqual({ vouchers, accounts, members, guesses, groupIds });
  model.guesses = 0;
});

const generate = (count: number, dates: (typeof DATES)[number], group: number | null, prefix: string) => {
  const [expirationDate, accountExpirationDate, problem] = dates;
  return command(`generate ${count}: ${JSON.stringify({ dates, group, prefix })}`, async (model, real) => {
    const userGroupId = group === null ? null : (real.groupIds[group] ?? null);
    const body = { count, expirationDate, accountExpirationDate, prefix, userGroupId };
    expect((await sendCall(server, createVouchers, { as: real.learner, body })).status).toBe(403);
    const { status, failure, answer } = await sendCall(server, createVouchers, { as: real.administrator, body });
    if (problem !== null) return expect([status, failure.data]).toEqual([400, [problem]]);
    if (group !== null && model.groups[group] === null) return expect(status).toBe(404);
    expect([status, answer.codes.length]).toEqual([200, count]);
    for (const code of answer.codes) {
      real.codes.push(code);
      const fresh = { isUsed: false, isExpired: false, isDeleted: false, account: null };
      model.vouchers.push({ validUntil: expirationDate, accountValidUntil: accountExpirationDate, group, ...fresh });
    }
  });
};

const send = ({ site }: Real, voucher: string, email: string, password = PASSWORD) =>
  sendCall(server, registerWithVoucher, {
    siteId: site.id,
    body: { voucher, displayName: "Ada L.", email, password },
  });

const registerPerson = (place: number, person: number, password: string) =>
  command(`person ${person} registers with voucher ${place}, “${password}”`, async (model, real) => {
    const [email, typed] = [emailOf(person), codeAt(real, place).toLowerCase().replaceAll("-", " ")];
    const isTaken = model.accounts.some((account) => account.email === email);
    const { status, failure, answer } = await send(real, typed, isTaken ? email.toUpperCase() : email, password);
    const voucher = model.vouchers[place];
    if (!isActive(voucher)) {
      model.guesses = 1;
      return expect([status, failure.data]).toEqual([404, ["voucherUnknown"]]);
    }
    if (password !== PASSWORD) return expect([status, failure.data]).toEqual([400, ["passwordTooShort"]]);
    if (isTaken) return expect([status, failure.data]).toEqual([409, ["emailTaken"]]);
    expect([status, answer]).toEqual([200, { email }]);
    register(model, voucher, email);
  });

/** @param inputs pairs of voucher and person. */
const registerAtOnce = (what: string, inputs: readonly (readonly [place: number, person: number])[]) =>
  command(what, async (model, real) => {
    const answers = await Promise.all(
      inputs.map(([place, person]) => send(real, codeAt(real, place), emailOf(person))),
    );
    const isFree = (person: number) => model.accounts.every(({ email }) => email !== emailOf(person));
    const isPossible = ([place, person]: readonly [number, number]) =>
      isActive(model.vouchers[place]) && isFree(person);
    // The first answers that the rules allow; who is first is open.
    for (const [index, input] of inputs.entries()) {
      const { status } = answers[index] as (typeof answers)[number];
      expect([200, 404, 409]).toContain(status);
      if (status !== 200) continue;
      expect(isPossible(input)).toBe(true);
      register(model, model.vouchers[input[0]] as ModelVoucher, emailOf(input[1]));
    }
    expect(inputs.filter(isPossible)).toEqual([]);
    model.guesses = null;
  });

const useWrong = command("a person registers with wrong codes", async (model, real) => {
  const codes = [foreignCode, real.inviteCode, "no code"];
  for (const code of codes) {
    const { status, failure } = await send(real, code, emailOf(0));
    expect([status, failure.data]).toEqual([404, ["voucherUnknown"]]);
  }
  model.guesses = codes.length;
});

const idOf = async (real: Real, place: number) => {
  const query = { q: codeAt(real, place) };
  return (await sendCall(server, listVouchers, { as: real.administrator, query })).answer.vouchers[0]?.id ?? UNKNOWN_ID;
};

const remove = (place: number) =>
  command(`delete voucher ${place}`, async ({ vouchers }, real) => {
    const params = { id: String(await idOf(real, place)) };
    const { status } = await sendCall(server, deleteVoucher, { as: real.administrator, params });
    const voucher = vouchers[place];
    expect(status).toBe(voucher ? 204 : 404);
    if (voucher) voucher.isDeleted = true;
  });

const expire = (place: number) =>
  command(
    `voucher ${place} expires`,
    async ({ vouchers }, real) => {
      const id = await idOf(real, place);
      await sql`UPDATE voucher SET expires_at = now() - interval '1 second' WHERE id = ${id}`.execute(server.owner);
      (vouchers[place] as ModelVoucher).isExpired = true;
    },
    ({ vouchers }) => vouchers[place] !== undefined,
  );

const accountOf = async ({ site }: Real, email: string) =>
  server.owner
    .selectFrom("site_user")
    .select("id")
    .where("site_id", "=", site.id)
    .where("email", "=", email)
    .executeTakeFirstOrThrow();

const onAccount = (
  what: string,
  person: number,
  work: (model: Model, real: Real, account: ModelAccount) => Promise<void>,
) =>
  command(
    `person ${person} ${what}`,
    async (model, real) => {
      const account = model.accounts.find(({ email }) => email === emailOf(person));
      if (account) await work(model, real, account);
    },
    ({ accounts }) => accounts.some(({ email }) => email === emailOf(person)),
  );

const endAccount = (person: number) =>
  onAccount("reaches the end of the account", person, async (_, real, account) => {
    const { id } = await accountOf(real, account.email);
    await sql`UPDATE site_user SET expires_at = now() - interval '1 second' WHERE id = ${id}`.execute(server.owner);
    account.hasEnded = true;
  });

const signIn = (person: number) =>
  onAccount("signs in", person, async (_, { site }, { email, hasEnded }) => {
    const body = { login: email, password: PASSWORD };
    const { status, answer } = await sendCall(server, openSession, { siteId: site.id, body });
    if (hasEnded) expect(status).toBe(401);
    else expect([status, answer.user.role]).toEqual([200, "learner"]);
    await forgetGuesses(site);
  });

/** The voucher stays used; the email address is free again. */
const deletePerson = (person: number) =>
  onAccount("is deleted", person, async (model, real, account) => {
    const { id } = await accountOf(real, account.email);
    const call = { as: real.administrator, params: { id: String(id) }, query: { work: "remove" as const } };
    expect((await sendCall(server, deleteUser, call)).status).toBe(204);
    model.accounts.splice(model.accounts.indexOf(account), 1);
    for (const voucher of model.vouchers) if (voucher.account === account) voucher.account = null;
    for (const members of model.groups) members?.delete(account.email);
  });

/** Its vouchers remain, without a group. */
const deleteGroup = (group: number) =>
  command(`delete group ${group}`, async ({ groups, vouchers }, real) => {
    const call = { as: real.administrator, params: { id: String(real.groupIds[group]) } };
    const { status } = await sendCall(server, deleteUserGroup, call);
    expect(status).toBe(groups[group] === null ? 404 : 204);
    groups[group] = null;
    for (const voucher of vouchers) if (voucher.group === group) voucher.group = null;
  });

const list = command("read the lists", async (model, real) => {
  const { answer } = await sendCall(server, listVouchers, { as: real.administrator, query: {} });
  const expected = model.vouchers.map((voucher, place) => ({
    code: codeAt(real, place),
    status: statusOf(voucher),
    user: voucher.account?.email,
    group: voucher.group === null ? undefined : real.groupIds[voucher.group],
    expirationDate: voucher.isExpired ? expect.any(String) : voucher.validUntil,
    accountExpirationDate: voucher.accountValidUntil,
    isDeleted: voucher.isDeleted,
  }));
  expect(
    answer.vouchers.map(({ id, batch, createdAt, user, group, ...facts }) => ({
      ...facts,
      user: user?.email,
      group: group?.id,
    })),
  ).toEqual(expected.toReversed());
  const { answer: active } = await sendCall(server, listVoucherCodes, { as: real.administrator, query: {} });
  expect(active.codes).toEqual(expected.filter(({ status }) => status === "active").map(({ code }) => code));
});

const voucher = fc.nat(VOUCHERS - 1);
const person = fc.nat(3);
const group = fc.nat(GROUPS - 1);
const generated = fc
  .tuple(
    fc.integer({ min: 1, max: 2 }),
    fc.constantFrom(...DATES),
    fc.option(group, { nil: null }),
    fc.constantFrom("", "HIST26"),
  )
  .map((input) => generate(...input));
const anyCommand = [
  generated,
  generated,
  fc.tuple(voucher, person, fc.constantFrom(PASSWORD, PASSWORD, "short")).map((input) => registerPerson(...input)),
  fc.tuple(voucher, person, fc.constant(PASSWORD)).map((input) => registerPerson(...input)),
  voucher.map((place) =>
    registerAtOnce(
      `three people register with voucher ${place} at once`,
      [0, 1, 2].map((one) => [place, one] as const),
    ),
  ),
  fc.tuple(voucher, voucher, person).map(([one, other, who]) =>
    registerAtOnce(`person ${who} registers with vouchers ${one} and ${other} at once`, [
      [one, who],
      [other, who],
    ]),
  ),
  fc.constant(useWrong),
  voucher.map(remove),
  voucher.map(expire),
  person.map(endAccount),
  person.map(signIn),
  person.map(deletePerson),
  group.map(deleteGroup),
  fc.constant(list),
];

/** A site for each sequence, so that every row of it is compared. */
async function setUp(): Promise<{ model: Model; real: Real }> {
  const site = await buildSite(server);
  const administrator = await buildUser(site, { role: "administrator" });
  const learner = await buildUser(site);
  const groupIds = [await buildUserGroup(site), await buildUserGroup(site)];
  const holder = await buildUserGroup(site);
  const { code: inviteCode } = await buildInvite(site, { groupId: holder, createdBy: administrator });
  return {
    model: { vouchers: [], accounts: [], groups: groupIds.map(() => new Set<string>()), guesses: 0 },
    real: { site, administrator, learner, groupIds, inviteCode, codes: [] },
  };
}

// The record (`run-model.ts`) takes a minute.
it("vouchers match their model after any sequence of actions", { timeout: 600_000 }, async () => {
  await runModel(anyCommand, setUp, RUNS);
});
