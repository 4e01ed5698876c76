/** Passkeys: added with the password, used once per challenge, removed; rejections reveal nothing. */
import {
  addPasskey,
  beginPasskey,
  beginPasskeySignIn,
  listPasskeys,
  PASSKEYS_MAX,
  removePasskey,
  signInWithPasskey,
} from "@parfocal/core/passkey/passkey.contract.ts";
import { resetSecondFactor } from "@parfocal/core/second-factor/second-factor.contract.ts";
import { getSession } from "@parfocal/core/session/session.contract.ts";
import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { CHALLENGE_MS, createChallenge, readChallenge } from "#passkey/challenge.ts";
import { Authenticator } from "#testing/authenticator.ts";
import { buildSite, type TestSite } from "#testing/build-site.ts";
import { buildUser, type TestUser } from "#testing/build-user.ts";
import { readMails } from "#testing/read-mails.ts";
import { sendCall } from "#testing/send-call.ts";
import { type SharedTestServer, sharedTestServer } from "#testing/test-server.ts";

const PASSWORD = "correct horse battery";
/** Of the requests of these tests. */
const ORIGIN = "http://localhost";

let server: SharedTestServer;
beforeAll(async () => {
  server = await sharedTestServer();
});

const begin = (as: TestUser, currentPassword = PASSWORD) =>
  sendCall(server, beginPasskey, { as, body: { currentPassword } });

async function add(as: TestUser, phone = new Authenticator(), changes: { origin?: string; isVerified?: boolean } = {}) {
  const { challenge, rp } = (await begin(as)).answer;
  const credential = phone.create({ challenge, rpId: rp.id, origin: ORIGIN, ...changes });
  return { phone, credential, added: await sendCall(server, addPasskey, { as, body: { name: "Phone", credential } }) };
}

const send = (site: TestSite, credential: ReturnType<Authenticator["use"]>) =>
  sendCall(server, signInWithPasskey, { siteId: site.id, body: { credential } });

async function challengeOf(site: TestSite) {
  const { challenge, rpId } = (await sendCall(server, beginPasskeySignIn, { siteId: site.id })).answer;
  return { challenge, rpId, origin: ORIGIN };
}

const signIn = async (site: TestSite, phone: Authenticator, changes: { origin?: string; isVerified?: boolean } = {}) =>
  send(site, phone.use({ ...(await challengeOf(site)), ...changes }));

async function buildPerson(role: TestUser["role"] = "learner") {
  const site = await buildSite(server);
  return { site, user: await buildUser(site, { role, password: PASSWORD }) };
}

it("a challenge is valid for its site and person, for five minutes", () => {
  const use = { key: Buffer.alloc(32, 1), siteId: 1, userId: 7 };
  const challenge = createChallenge(use, 1_000);
  expect(readChallenge(challenge, use, 1_000 + CHALLENGE_MS)).toBe(1_000);
  expect(readChallenge(challenge, use, 1_001 + CHALLENGE_MS)).toBeNull();
  expect(readChallenge(challenge, { ...use, userId: null }, 1_000)).toBeNull();
  expect(readChallenge(challenge, { ...use, siteId: 2 }, 1_000)).toBeNull();
  expect(readChallenge(challenge, { ...use, key: Buffer.alloc(32, 2) }, 1_000)).toBeNull();
  expect(readChallenge(challenge.slice(1), use, 1_000)).toBeNull();
});

describe("adding", () => {
  it("requires the password; the owner gets an email", async () => {
    const { site, user } = await buildPerson();
    expect((await begin(user, "wrong")).failure.data).toEqual(["currentPasswordIncorrect"]);
    const { added } = await add(user);
    expect(added.answer).toMatchObject({ name: "Phone", lastUsedAt: null });
    expect((await sendCall(server, listPasskeys, { as: user })).answer.passkeys).toEqual([added.answer]);
    expect((await readMails(site)).at(-1)).toMatchObject({ to: user.email, subject: "New passkey for Test site" });
  });

  it.each([
    ["of another origin", { origin: "https://evil.example.test" }],
    ["without finger, face or PIN", { isVerified: false }],
  ])("rejects one %s", async (_what, changes) => {
    const { user } = await buildPerson();
    const { added } = await add(user, new Authenticator(), changes);
    expect([added.status, added.failure.data]).toEqual([400, ["passkeyRefused"]]);
  });

  it("rejects one created for another person's challenge, and the same one twice", async () => {
    const { site, user } = await buildPerson();
    const other = await buildUser(site, { role: "learner", password: PASSWORD });
    const { credential } = await add(user);
    for (const as of [other, user]) {
      const again = await sendCall(server, addPasskey, { as, body: { name: "Phone", credential } });
      expect([again.status, again.failure.data]).toEqual([400, ["passkeyRefused"]]);
    }
  });

  it("is limited to ten", async () => {
    const { site, user } = await buildPerson();
    const { credential } = await add(user);
    await sql`INSERT INTO passkey (site_id, user_id, credential_id, public_key, use_count, transports, name, last_challenge_ms)
      SELECT ${site.id}, ${user.id}, decode(lpad(n::text, 4, '0'), 'hex'), '\\x00', 0, '{}', 'Key ' || n, 0
      FROM generate_series(2, ${PASSKEYS_MAX}::int) n`.execute(server.owner);
    expect((await begin(user)).failure.data).toEqual(["tooManyPasskeys"]);
    const more = await sendCall(server, addPasskey, { as: user, body: { name: "One more", credential } });
    expect([more.status, more.failure.data]).toEqual([409, ["tooManyPasskeys"]]);
  });
});

describe("signing in", () => {
  it("opens a session without password and second factor, and records the time of use", async () => {
    const { site, user } = await buildPerson();
    const { phone } = await add(user);
    const { answer } = await signIn(site, phone);
    expect(answer.user.id).toBe(user.id);
    const session = await sendCall(server, getSession, { siteId: site.id, headers: { "x-site-token": answer.token } });
    expect(session.answer.user?.id).toBe(user.id);
    const [passkey] = (await sendCall(server, listPasskeys, { as: user })).answer.passkeys;
    expect(passkey?.lastUsedAt).not.toBeNull();
  });

  it("accepts each signature once, also if it is sent twice at once", async () => {
    const { site, user } = await buildPerson();
    const { phone } = await add(user);
    const credential = phone.use(await challengeOf(site));
    const answers = await Promise.all([send(site, credential), send(site, credential)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
    expect((await send(site, credential)).failure.data).toEqual(["passkeyRefused"]);
  });

  it("rejects an unknown device, another site's, another origin, and one without user verification", async () => {
    const { site, user } = await buildPerson();
    const { phone } = await add(user);
    const elsewhere = await buildSite(server);
    const rejected = [
      await signIn(site, new Authenticator()),
      await signIn(elsewhere, phone),
      await signIn(site, phone, { origin: "https://evil.example.test" }),
      await signIn(site, phone, { isVerified: false }),
    ];
    expect(rejected.map(({ status, failure }) => [status, failure.data])).toEqual(
      rejected.map(() => [401, ["passkeyRefused"]]),
    );
  });

  it("rejects the passkey of a suspended or expired account", async () => {
    const { site, user } = await buildPerson();
    const { phone } = await add(user);
    const set = (column: "is_suspended" | "expires_at", value: boolean | Date | null) =>
      server.owner
        .updateTable("site_user")
        .set({ [column]: value })
        .where("site_id", "=", site.id)
        .where("id", "=", user.id)
        .execute();
    await set("is_suspended", true);
    expect((await signIn(site, phone)).status).toBe(401);
    await set("is_suspended", false);
    await set("expires_at", new Date(0));
    expect((await signIn(site, phone)).status).toBe(401);
  });
});

describe("removing", () => {
  it("ends its use; another person's cannot be removed", async () => {
    const { site, user } = await buildPerson();
    const other = await buildUser(site, { role: "learner", password: PASSWORD });
    const { phone, added } = await add(user);
    const params = { id: String(added.answer.id) };
    expect((await sendCall(server, removePasskey, { as: other, params })).status).toBe(404);
    expect((await sendCall(server, removePasskey, { as: user, params })).status).toBe(204);
    expect((await signIn(site, phone)).status).toBe(401);
    const actions = await server.owner
      .selectFrom("audit_entry")
      .select("action")
      .where("site_id", "=", site.id)
      .orderBy("id")
      .execute();
    expect(actions.map(({ action }) => action)).toEqual(["passkeyAdded", "passkeyRemoved"]);
  });

  it("resetting the second factor by an administrator also removes the passkeys and ends their sessions", async () => {
    const { site, user } = await buildPerson();
    const { phone } = await add(user);
    const administrator = await buildUser(site, { role: "administrator" });
    const { token } = (await signIn(site, phone)).answer;
    await sendCall(server, resetSecondFactor, { as: administrator, params: { id: String(user.id) } });
    expect((await signIn(site, phone)).status).toBe(401);
    const session = await sendCall(server, getSession, { siteId: site.id, headers: { "x-site-token": token } });
    expect(session.answer.user).toBeNull();
  });
});
