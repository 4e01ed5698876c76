/**
 * Replacing the encryption key: each column, requests during the replacement, kills, and that the old key decrypts
 * nothing.
 */

import { getQuizAccess, updateQuizAccess } from "@parfocal/core/quiz-access/quiz-access.contract.ts";
import { confirmSecondFactor, startSecondFactor } from "@parfocal/core/second-factor/second-factor.contract.ts";
import { openSession } from "@parfocal/core/session/session.contract.ts";
import { sql } from "kysely";
import { Secret, TOTP } from "otpauth";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { lookupsOf } from "#invite/code-secrets.ts";
import { redeemInvite } from "#invite/redeem-invite.ts";
import { readPublicKeys, signToken } from "#lti/lti-keys.ts";
import { writeMail } from "#mail/write-mail.ts";
import { FORMER_SEAL_KEY, lockSealKeys, onlyKey, readSealKeys, SEAL_KEY } from "#platform/access/seal-keys.ts";
import { withSite } from "#platform/db/database.ts";
import { openShareToken } from "#share/share-tokens.ts";
import { buildInvite } from "#testing/build-invite.ts";
import { buildQuiz } from "#testing/build-quiz.ts";
import { buildShare } from "#testing/build-share.ts";
import { buildSite, type TestSite } from "#testing/build-site.ts";
import { buildSlide } from "#testing/build-slide.ts";
import { buildUser } from "#testing/build-user.ts";
import { buildUserGroup } from "#testing/build-user-group.ts";
import { buildVoucher } from "#testing/build-voucher.ts";
import { readMails } from "#testing/read-mails.ts";
import { sendCall } from "#testing/send-call.ts";
import { createTestServer, type TestServer } from "#testing/test-server.ts";
import { isVoucherActive } from "#voucher/voucher.queries.ts";
import { findOrMakeNonceKey } from "./installation.ts";
import { replaceKey, replaceSigningKey } from "./replace-key.ts";
import { SEALED_COLUMNS } from "./sealed-columns.ts";

const PASSWORD = "correct horse battery";
const ACCESS_CODE = "Anatomy-7";
const COLUMNS = SEALED_COLUMNS.length;

/** Binary columns that are not encrypted: hashes, images, public keys, and lookup values of an encrypted text. */
const NOT_SEALED = [/\.(?:\w+_sha256|jpeg|webp|nuclei|credential_id|public_key)$/, /^(?:invite|voucher)\.lookup$/];

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());

let world: Awaited<ReturnType<typeof buildWorld>>;
beforeEach(async () => {
  // Texts of the former tests are encrypted with the present key.
  world = await buildWorld();
});

/** A row in each encrypted column. */
async function buildWorld() {
  const site = await buildSite(server);
  const user = await buildUser(site, { role: "teacher", password: PASSWORD });
  const as = user;
  const secret = (await sendCall(server, startSecondFactor, { as, body: { currentPassword: PASSWORD } })).answer.secret;
  await sendCall(server, confirmSecondFactor, { as, body: { code: codeOf(secret, 0) } });
  const slide = await buildSlide(site);
  const share = await buildShare(site, { createdBy: user, itemId: slide.id });
  const groupId = await buildUserGroup(site, { createdBy: user });
  const invites = [];
  for (let count = 0; count < 3; count += 1) invites.push(await buildInvite(site, { groupId, createdBy: user }));
  const voucher = await buildVoucher(site, user);
  await readPublicKeys(server.platform, site.id, Date.now());
  const { quizId } = await buildQuiz(site);
  const access = await sendCall(server, updateQuizAccess, {
    as,
    params: { quizId: String(quizId) },
    body: { accessCode: ACCESS_CODE },
  });
  expect(access.status).toBe(200);
  return { site, user, secret, share, groupId, invites, voucher, quizId };
}

const codeOf = (secret: string, steps: number) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 });

const replace = (onPortion?: () => unknown) =>
  replaceKey({
    owner: server.owner,
    database: server.platform.database,
    signal: new AbortController().signal,
    say: () => {},
    portionRows: 2,
    ...(onPortion ? { onPortion } : {}),
  });

async function keyNames(): Promise<string[]> {
  const rows = await server.owner.selectFrom("installation").select("name").orderBy("name").execute();
  return rows.map(({ name }) => name).filter((name) => name === SEAL_KEY || name === FORMER_SEAL_KEY);
}

/** For each column: the number of the site's rows that the key decrypts, and of all rows. */
async function opened({ id: siteId }: TestSite, key: Buffer): Promise<[column: string, opened: number, all: number][]> {
  const counts: [string, number, number][] = [];
  for (const column of SEALED_COLUMNS) {
    const { rows } = await sql<{ id: number; sealed: Buffer }>`
      SELECT ${sql.ref(column.id)} AS id, ${sql.ref(column.column)} AS sealed FROM ${sql.table(column.table)}
      WHERE site_id = ${siteId} AND ${sql.ref(column.column)} IS NOT NULL
    `.execute(server.owner);
    const can = rows.filter(({ id, sealed }) => {
      try {
        return column.open(sealed, { siteId, id }, onlyKey(key)) !== "";
      } catch {
        return false;
      }
    });
    counts.push([column.table, can.length, rows.length]);
  }
  return counts;
}

/** Actions that use encrypted texts. */
async function expectAllWorks(
  { site, user, secret, share, groupId, voucher, quizId, invites }: typeof world,
  step: number,
) {
  const learner = await buildUser(site);
  const keys = await readSealKeys(server.owner);
  expect((await readMails(site)).at(-1)?.text).toContain("authenticator app");
  const body = { login: user.email, password: PASSWORD, code: codeOf(secret, step) };
  expect((await sendCall(server, openSession, { siteId: site.id, body })).status).toBe(200);
  expect((await signToken(server.platform, site.id, {}, { now: Date.now(), lifeS: 60 })).split(".")).toHaveLength(3);
  const [invite] = invites;
  const attempt = { siteId: site.id, code: invite?.code ?? "", address: "203.0.113.7" };
  const joined = await redeemInvite(server.platform, { ...attempt, userId: learner.id, callerId: learner.id });
  expect(joined).toBe(groupId);

  const lookups = lookupsOf(voucher.code, { kind: "voucher", siteId: site.id, keys });
  expect(await withSite(server.platform.database, site.id, (db) => isVoucherActive(db, site.id, lookups))).toBe(true);
  const access = await sendCall(server, getQuizAccess, { as: user, params: { quizId: String(quizId) } });
  expect(access.answer.accessCode).toBe(ACCESS_CODE);

  const row = await server.owner
    .selectFrom("share")
    .select("sealed_token")
    .where("id", "=", share.id)
    .executeTakeFirst();
  expect(openShareToken(row?.sealed_token ?? null, { siteId: site.id, keys })).toBe(share.token);
}

it("each binary column is re-encrypted or listed as not encrypted", async () => {
  const { rows } = await sql<{ at: string }>`
    SELECT c.table_name || '.' || c.column_name AS at FROM information_schema.columns c
    JOIN information_schema.tables t ON t.table_schema = c.table_schema AND t.table_name = c.table_name
    WHERE c.table_schema = 'public' AND c.data_type = 'bytea' AND t.table_type = 'BASE TABLE'
  `.execute(server.owner);
  const sealed = rows.map(({ at }) => at).filter((at) => !NOT_SEALED.some((known) => known.test(at)));
  expect(sealed.sort()).toEqual(SEALED_COLUMNS.map(({ table, column }) => `${table}.${column}`).sort());
});

it("the new key decrypts everything and the old one nothing; all encrypted features still work", async () => {
  const { current: old } = await readSealKeys(server.owner);
  const before = await opened(world.site, old);
  expect(before.map(([, can, all]) => can === all && all > 0)).toEqual(Array(COLUMNS).fill(true));
  await replace();
  expect(await keyNames()).toEqual([SEAL_KEY]);
  const { current } = await readSealKeys(server.owner);
  expect(current.equals(old)).toBe(false);
  expect(await opened(world.site, current)).toEqual(before);
  expect((await opened(world.site, old)).map(([, can]) => can)).toEqual(Array(COLUMNS).fill(0));
  await expectAllWorks(world, 1);
});

it("killed after any batch nothing is lost, all works with both keys, and the next run resumes", async () => {
  const { current: old } = await readSealKeys(server.owner);
  const counts = (await opened(world.site, old)).map(([, , all]) => all);
  for (let portions = 1; portions < 6; portions += 2) {
    let left = portions * COLUMNS;
    const kill = () => {
      left -= 1;
      if (left === 0) throw new Error("killed");
    };
    await expect(replace(kill)).rejects.toThrow("killed");
    expect(await keyNames()).toEqual([FORMER_SEAL_KEY, SEAL_KEY]);
    const { current, former } = await readSealKeys(server.owner);
    expect(former?.equals(old)).toBe(true);
    const [byNew, byOld] = [await opened(world.site, current), await opened(world.site, old)];
    expect(byNew.map(([, can], index) => can + (byOld[index]?.[1] ?? 0))).toEqual(counts);
  }
  await expectAllWorks(world, 1);
  await replace();
  expect(await keyNames()).toEqual([SEAL_KEY]);
  expect((await opened(world.site, old)).map(([, can]) => can)).toEqual(Array(COLUMNS).fill(0));
});

it("texts encrypted during the replacement use the new key", async () => {
  const { site, user } = world;
  const { current: old } = await readSealKeys(server.owner);
  const written: Promise<void>[] = [];
  const write = () =>
    withSite(server.platform.database, site.id, async (db) => {
      const sentences = { subject: "S", greeting: "G", paragraphs: [], action: null, closing: "C" };
      const to = { name: user.displayName, address: user.email };
      await writeMail(db, site.id, { to, language: "en", sentences }, server.platform);
    });
  await replace(() => void (written.length < 10 && written.push(write())));
  await Promise.all(written);
  expect(written).toHaveLength(10);
  expect((await opened(site, old)).map(([, can]) => can)).toEqual(Array(COLUMNS).fill(0));
});

it("waits for transactions that encrypt with the old key, so that no text is left with it", async () => {
  let isSealing = true;
  let release = () => {};
  const sealing = withSite(server.platform.database, world.site.id, async (db) => {
    await lockSealKeys(db);
    await new Promise<void>((resolve) => (release = resolve));
    isSealing = false;
  });
  await expect.poll(async () => (await keyNames()).length).toBe(1);
  const replaced = replace(() => expect(isSealing).toBe(false));
  const waits = async () => {
    const { rows } = await sql<{ count: number }>`
      SELECT count(*)::int AS count FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
    `.execute(server.owner);
    return rows[0]?.count;
  };
  await expect.poll(waits, { timeout: 10_000 }).toBe(1);
  expect(await keyNames()).toEqual([SEAL_KEY]);
  release();
  await sealing;
  await replaced;
  expect(await keyNames()).toEqual([SEAL_KEY]);
});

it("a run that is overtaken by the next replacement keeps the former key of that one", async () => {
  let isOvertaken = false;
  const kill = () => {
    throw new Error("killed");
  };
  let overtaking: Promise<unknown> = Promise.resolve();
  await replace(() => {
    if (isOvertaken) return;
    isOvertaken = true;
    // Another run completes this replacement, and one more starts the next and is killed.
    overtaking = replace().then(() => replace(kill).catch(() => {}));
    return overtaking;
  });
  await overtaking;
  expect(await keyNames()).toEqual([FORMER_SEAL_KEY, SEAL_KEY]);
  await replace();
  expect(await keyNames()).toEqual([SEAL_KEY]);
});

it("the signing key is another one after the next start, and decrypts nothing", async () => {
  const before = await findOrMakeNonceKey(server.owner);
  await replaceSigningKey(server.owner);
  const after = await findOrMakeNonceKey(server.owner);
  expect(after).toHaveLength(before.length);
  expect(after.equals(before)).toBe(false);
  await expectAllWorks(world, 1);
});

it("a text that no key decrypts is named, and both keys are kept", async () => {
  const { id } = world.share;
  await server.owner
    .updateTable("share")
    .set({ sealed_token: Buffer.alloc(60) })
    .where("id", "=", id)
    .execute();
  await expect(replace()).rejects.toThrow(
    `share ${id} of site ${world.site.id} can be opened with neither key; both are kept.`,
  );
  expect(await keyNames()).toEqual([FORMER_SEAL_KEY, SEAL_KEY]);
  await server.owner.deleteFrom("share").where("id", "=", id).execute();
  await replace();
});
