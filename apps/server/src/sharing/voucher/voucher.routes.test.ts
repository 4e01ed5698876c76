import type { BodyFor } from "@parfocal/core/call.contract.ts";
import { getSession, openSession } from "@parfocal/core/session/session.contract.ts";
import {
  createVouchers,
  deleteVoucher,
  listVoucherCodes,
  listVouchers,
  REGISTER_GUESSES_MAX,
  registerWithVoucher,
} from "@parfocal/core/voucher/voucher.contract.ts";
import { statusOfVoucher } from "@parfocal/core/voucher/voucher-status.ts";
import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { withSite } from "#platform/db/database.ts";
import { buildSite, type TestSite } from "#testing/build-site.ts";
import { buildUser, type TestUser } from "#testing/build-user.ts";
import { buildUserGroup } from "#testing/build-user-group.ts";
import { sendCall } from "#testing/send-call.ts";
import { type SharedTestServer, sharedTestServer } from "#testing/test-server.ts";
import { listGroupsOfUser } from "#user-group/user-group.queries.ts";

const PASSWORD = "a long enough password";
const SOON = "2099-06-30 23:59:59";
const LATER = "2099-12-31 23:59:59";

let server: SharedTestServer;
beforeAll(async () => {
  server = await sharedTestServer();
});

async function buildSchool() {
  const site = await buildSite(server);
  return { site, administrator: await buildUser(site, { role: "administrator" }) };
}

const generate = (as: TestUser, body: BodyFor<typeof createVouchers>) => sendCall(server, createVouchers, { as, body });
const list = async (as: TestUser, query: object = {}) =>
  (await sendCall(server, listVouchers, { as, query: query as never })).answer;

let people = 0;
function register(site: TestSite, voucher: string, change: Partial<BodyFor<typeof registerWithVoucher>> = {}) {
  people += 1;
  const body = { voucher, displayName: "Ada L.", email: `ada${people}@example.test`, password: PASSWORD, ...change };
  return sendCall(server, registerWithVoucher, { siteId: site.id, body });
}

describe("generating vouchers", () => {
  it("returns the requested number of codes, all different, and lists them as active with their dates", async () => {
    const { administrator } = await buildSchool();
    const dates = { expirationDate: SOON, accountExpirationDate: LATER };
    const { status, answer } = await generate(administrator, { count: 60, prefix: "hist26", ...dates });
    expect(status).toBe(200);
    expect(new Set(answer.codes).size).toBe(60);
    for (const code of answer.codes) expect(code).toMatch(/^HIST26(-[0-9A-Z]{5}){4}$/);
    const { vouchers, total } = await list(administrator);
    expect([total, vouchers.length]).toEqual([60, 50]);
    expect(vouchers[0]).toMatchObject({ status: "active", user: null, isDeleted: false, group: null, ...dates });
    expect((await list(administrator, { page: "2" })).vouchers).toHaveLength(10);
  });

  it("of 10,000 returns all codes, which can be fetched again", async () => {
    const { administrator } = await buildSchool();
    const { answer } = await generate(administrator, { count: 10_000 });
    const again = await sendCall(server, listVoucherCodes, { as: administrator, query: {} });
    expect(again.answer.codes).toEqual(answer.codes);
    await generate(administrator, { count: 1 });
    const all = await sendCall(server, listVoucherCodes, { as: administrator, query: {} });
    expect(all.status).toBe(413);
    const query = { batch: String(answer.batch) };
    const batch = await sendCall(server, listVoucherCodes, { as: administrator, query });
    expect(batch.answer.codes).toHaveLength(10_000);
  });

  const rejected: [name: string, body: BodyFor<typeof createVouchers>, code: string][] = [
    ["0 vouchers", { count: 0 }, "count.too_small"],
    ["10,001 vouchers", { count: 10_001 }, "count.too_big"],
    ["a prefix with a hyphen", { count: 1, prefix: "A-B" }, "prefix.invalid_format"],
    ["a code date in the past", { count: 1, expirationDate: "2020-01-01 00:00:00" }, "expirationInPast"],
    [
      "an account date in the past",
      { count: 1, expirationDate: SOON, accountExpirationDate: "2020-01-01 00:00:00" },
      "accountExpirationInPast",
    ],
    [
      "codes that outlive their accounts",
      { count: 1, expirationDate: LATER, accountExpirationDate: SOON },
      "accountExpiresBeforeCode",
    ],
  ];
  for (const [name, body, code] of rejected)
    it(`rejects ${name}, and creates nothing`, async () => {
      const { administrator } = await buildSchool();
      const { status, failure } = await generate(administrator, body);
      expect([status, failure.data]).toEqual([400, [code]]);
      expect((await list(administrator)).total).toBe(0);
    });

  it("rejects a user group of another site", async () => {
    const { administrator } = await buildSchool();
    const other = await buildSchool();
    const userGroupId = await buildUserGroup(other.site);
    expect((await generate(administrator, { count: 1, userGroupId })).status).toBe(404);
  });

  it("stores no code in the database", async () => {
    const { site, administrator } = await buildSchool();
    const { answer } = await generate(administrator, { count: 1 });
    const [code = ""] = answer.codes;
    const { rows } = await sql<{
      row: string;
    }>`SELECT voucher::text AS row FROM voucher WHERE site_id = ${site.id}`.execute(server.owner);
    expect(rows).toHaveLength(1);
    expect(rows[0]?.row).not.toContain(code.replaceAll("-", ""));
    expect(rows[0]?.row).not.toContain(Buffer.from(code.replaceAll("-", "")).toString("hex"));
  });
});

describe("the list", () => {
  it("finds a code in any spelling, and people by name and email address", async () => {
    const { site, administrator } = await buildSchool();
    const { answer } = await generate(administrator, { count: 3 });
    const [first = "", second = ""] = answer.codes;
    await register(site, first, { displayName: "Grace Hopper", email: "grace@example.test" });
    const found = async (q: string) => (await list(administrator, { q })).vouchers.map(({ code }) => code);
    expect(await found(second.toLowerCase().replaceAll("-", " "))).toEqual([second]);
    expect(await found("hopper")).toEqual([first]);
    expect(await found("GRACE@")).toEqual([first]);
    expect(await found("nobody")).toEqual([]);
  });

  it("has the status defined by the rule, for each combination of used, expired and deleted", async () => {
    const { site, administrator } = await buildSchool();
    const { answer } = await generate(administrator, { count: 8 });
    const rows = await server.owner
      .selectFrom("voucher")
      .select("id")
      .where("site_id", "=", site.id)
      .orderBy("id")
      .execute();
    const expected: string[] = [];
    for (const [index, { id }] of rows.entries()) {
      const [isUsed, isExpired, isDeleted] = [(index & 1) > 0, (index & 2) > 0, (index & 4) > 0];
      const expiresAt = new Date(Date.now() + (isExpired ? -60_000 : 3_600_000));
      await sql`UPDATE voucher SET used_at = ${isUsed ? new Date() : null}, expires_at = ${expiresAt},
        is_deleted = ${isDeleted} WHERE id = ${id}`.execute(server.owner);
      expected.push(statusOfVoucher({ isUsed, expiresAt, isDeleted }, new Date()));
    }
    const { vouchers } = await list(administrator);
    expect(vouchers.map(({ status }) => status).reverse()).toEqual(expected);
    const active = await list(administrator, { status: "active" });
    expect(active.vouchers.map(({ code }) => code)).toEqual([answer.codes[0]]);
  });
});

describe("registering with a voucher", () => {
  it("creates a learner's account in the voucher's group, valid until its date, and uses the voucher", async () => {
    const { site, administrator } = await buildSchool();
    const userGroupId = await buildUserGroup(site, { title: "Histology" });
    const dates = { expirationDate: SOON, accountExpirationDate: LATER };
    const { answer } = await generate(administrator, { count: 1, userGroupId, ...dates });
    const [code = ""] = answer.codes;
    const { status, answer: made } = await register(site, code.toLowerCase());
    expect(status).toBe(200);
    const body = { login: made.email, password: PASSWORD };
    const signedIn = await sendCall(server, openSession, { siteId: site.id, body });
    expect(signedIn.answer.user.role).toBe("learner");
    const groups = await withSite(server.platform.database, site.id, (db) =>
      listGroupsOfUser(db, site.id, signedIn.answer.user.id),
    );
    expect(groups).toEqual([{ id: userGroupId, title: "Histology" }]);
    const row = await server.owner
      .selectFrom("site_user")
      .select("expires_at")
      .where("id", "=", signedIn.answer.user.id)
      .executeTakeFirstOrThrow();
    expect(row.expires_at?.toISOString()).toBe("2099-12-31T23:59:59.000Z");
    const { vouchers } = await list(administrator);
    expect(vouchers[0]).toMatchObject({ status: "used", user: { email: made.email } });
    expect((await register(site, code)).status).toBe(404);
  });

  it("by 100 people with one voucher at once succeeds for one, and leaves nothing of the others", async () => {
    const { site, administrator } = await buildSchool();
    const [code = ""] = (await generate(administrator, { count: 1 })).answer.codes;
    const answers = await Promise.all(Array.from({ length: 100 }, () => register(site, code)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { status } of answers) expect([200, 404, 429]).toContain(status);
    const people = await server.owner.selectFrom("site_user").select("id").where("site_id", "=", site.id).execute();
    expect(people).toHaveLength(2);
  });

  it("unknown, used, expired, disabled and other sites' codes have the same answer", async () => {
    const { site, administrator } = await buildSchool();
    const other = await buildSchool();
    const [used = "", expired = "", disabled = ""] = (await generate(administrator, { count: 3 })).answer.codes;
    const [foreign = ""] = (await generate(other.administrator, { count: 1 })).answer.codes;
    await register(site, used);
    const idOf = async (q: string) => (await list(administrator, { q })).vouchers[0]?.id ?? 0;
    await sql`UPDATE voucher SET expires_at = now() - interval '1 minute' WHERE id = ${await idOf(expired)}`.execute(
      server.owner,
    );
    const params = { id: String(await idOf(disabled)) };
    expect((await sendCall(server, deleteVoucher, { as: administrator, params })).status).toBe(204);
    const codes = ["", "x", "AAAAA-AAAAA-AAAAA-AAAAA", used, expired, disabled, foreign];
    const answers = await Promise.all(codes.slice(1).map((code) => register(site, code)));
    for (const { status, failure } of answers)
      expect([status, failure.message, failure.data]).toEqual([
        404,
        "This voucher does not work. Check the code, or ask for a new one.",
        ["voucherUnknown"],
      ]);
  });

  it("reports account errors only if the code is valid, and does not use it", async () => {
    const { site, administrator } = await buildSchool();
    const [code = ""] = (await generate(administrator, { count: 1 })).answer.codes;
    const { email } = administrator;
    expect((await register(site, "AAAAA-AAAAA-AAAAA-AAAAA", { email })).failure.data).toEqual(["voucherUnknown"]);
    expect((await register(site, code, { email })).failure.data).toEqual(["emailTaken"]);
    expect((await register(site, code, { password: "short" })).failure.data).toEqual(["passwordTooShort"]);
    expect((await register(site, code)).status).toBe(200);
  });

  it("is throttled after 30 wrong codes from one address, for right ones too", async () => {
    const { site, administrator } = await buildSchool();
    const [code = ""] = (await generate(administrator, { count: 1 })).answer.codes;
    const answers = await Promise.all(Array.from({ length: REGISTER_GUESSES_MAX + 10 }, () => register(site, "wrong")));
    expect(answers.filter(({ status }) => status === 404)).toHaveLength(REGISTER_GUESSES_MAX);
    expect((await register(site, code)).status).toBe(429);
    const other = await buildSchool();
    const [free = ""] = (await generate(other.administrator, { count: 1 })).answer.codes;
    expect((await register(other.site, free)).status).toBe(200);
  });

  it("signs nobody in: the page signs in with the new password", async () => {
    const { site, administrator } = await buildSchool();
    const [code = ""] = (await generate(administrator, { count: 1 })).answer.codes;
    const { raw } = await register(site, code);
    expect(raw.cookies).toEqual([]);
    expect((await sendCall(server, getSession, { siteId: site.id })).answer.user).toBeNull();
  });
});
