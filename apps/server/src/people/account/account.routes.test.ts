import {
  changePassword,
  changeProfile,
  endOtherSessions,
  getProfile,
} from "@parfocal/core/account/account.contract.ts";
import { closeSession, openSession } from "@parfocal/core/session/session.contract.ts";
import { getThumbnail } from "@parfocal/core/tile/tile.contract.ts";
import { getUser } from "@parfocal/core/user/user.contract.ts";
import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { MAX_FAILURES } from "#session/sign-in.ts";
import { buildSite } from "#testing/build-site.ts";
import { buildSlide } from "#testing/build-slide.ts";
import { buildUser, openTestSession } from "#testing/build-user.ts";
import { sendCall } from "#testing/send-call.ts";
import { type SharedTestServer, sharedTestServer } from "#testing/test-server.ts";

const PASSWORD = "correct horse battery";
const NEW_PASSWORD = "a quite different one";

let server: SharedTestServer;
beforeAll(async () => {
  server = await sharedTestServer();
});

const bodyOf = (currentPassword: string, newPassword: string, newPasswordRepeated = newPassword) => ({
  currentPassword,
  newPassword,
  newPasswordRepeated,
});

describe("the profile", () => {
  it("belongs to the caller; a new name changes no other profile", async () => {
    const site = await buildSite(server);
    const learner = await buildUser(site, { role: "learner" });
    const other = await buildUser(site, { role: "learner" });
    const before = (await sendCall(server, getProfile, { as: learner })).answer;
    expect(before).toMatchObject({ id: learner.id, email: learner.email, role: "learner", otherSessionCount: 0 });

    const changed = await sendCall(server, changeProfile, { as: learner, body: { displayName: "  Lena Ünal  " } });
    expect(changed.answer).toEqual({ ...before, displayName: "Lena Ünal" });
    expect((await sendCall(server, getUser, { as: learner })).answer.displayName).toBe("Lena Ünal");
    expect((await sendCall(server, getUser, { as: other })).answer.displayName).not.toBe("Lena Ünal");
  });

  const rejected: [what: string, body: object][] = [
    ["an empty name", { displayName: "  " }],
    ["a name of 201 characters", { displayName: "x".repeat(201) }],
    ["a role", { displayName: "Lena", role: "administrator" }],
    ["an e-mail address", { displayName: "Lena", email: "admin@example.test" }],
  ];
  for (const [what, body] of rejected) {
    it(`rejects ${what}`, async () => {
      const learner = await buildUser(await buildSite(server));
      expect((await sendCall(server, changeProfile, { as: learner, body: body as never })).status).toBe(400);
    });
  }
});

describe("changing the password", () => {
  async function buildPerson() {
    const site = await buildSite(server);
    const user = await buildUser(site, { role: "teacher", password: PASSWORD });
    const signIn = (password: string) =>
      sendCall(server, openSession, { siteId: site.id, body: { login: user.email, password } });
    return { site, user, signIn };
  }

  it("the new one opens a session, the old one no longer does", async () => {
    const { user, signIn } = await buildPerson();
    const { status, answer } = await sendCall(server, changePassword, {
      as: user,
      body: bodyOf(PASSWORD, NEW_PASSWORD),
    });
    expect(status).toBe(200);
    expect(answer.message).toBe("Your password has been changed.");
    expect((await signIn(PASSWORD)).status).toBe(401);
    expect((await signIn(NEW_PASSWORD)).status).toBe(200);
  });

  it("ends all sessions of the account and their image access, and opens a new session", async () => {
    const { site, user } = await buildPerson();
    const slide = await buildSlide(site);
    const elsewhere = await openTestSession(site, user.id);
    const colleague = await buildUser(site, { role: "teacher" });
    const statusOf = async (token: string) =>
      (await sendCall(server, getUser, { headers: { "x-site-token": token } })).status;
    const thumbnail = async (token: string) => {
      const params = { imageId: String(slide.id), version: String(slide.version) };
      return (await sendCall(server, getThumbnail, { params, headers: { "x-site-token": token } })).status;
    };
    expect(await thumbnail(elsewhere)).toBe(200);

    const { answer, raw } = await sendCall(server, changePassword, {
      headers: { cookie: `sid=${user.token}`, "x-nonce": user.nonce },
      body: bodyOf(PASSWORD, NEW_PASSWORD),
    });
    expect(raw.cookies).toEqual([{ name: "sid", value: answer.token, path: "/", httpOnly: true, sameSite: "Lax" }]);
    expect([await statusOf(user.token), await statusOf(elsewhere), await thumbnail(elsewhere)]).toEqual([
      401, 401, 401,
    ]);
    expect([await statusOf(answer.token), await statusOf(colleague.token)]).toEqual([200, 200]);
    const changed = await sendCall(server, changeProfile, {
      headers: { cookie: `sid=${answer.token}`, "x-nonce": answer.nonce },
      body: { displayName: "Still here" },
    });
    expect(changed.status).toBe(200);
  });

  const rejected: [what: string, body: object, code: string][] = [
    ["a wrong current one", bodyOf("wrong", NEW_PASSWORD), "currentPasswordIncorrect"],
    ["two that differ", bodyOf(PASSWORD, NEW_PASSWORD, `${NEW_PASSWORD}!`), "newPasswordDoNotMatch"],
    ["one of 11 characters", bodyOf(PASSWORD, "elevenchars"), "passwordTooShort"],
    ["one that many people use", bodyOf(PASSWORD, "Qwerty123456"), "passwordTooCommon"],
    ["the same again", bodyOf(PASSWORD, PASSWORD), "passwordUnchanged"],
  ];
  for (const [what, body, code] of rejected) {
    it(`rejects ${what} with ${code}, and changes nothing`, async () => {
      const { user, signIn } = await buildPerson();
      const { status, failure } = await sendCall(server, changePassword, { as: user, body: body as never });
      expect(status).toBe(400);
      expect(failure.data).toEqual([code]);
      expect(failure.message).toMatch(/^[A-Z].*\.$/);
      expect((await sendCall(server, getUser, { as: user })).status).toBe(200);
      expect((await signIn(PASSWORD)).status).toBe(200);
    });
  }

  it("rejects the email address and the username as a password", async () => {
    const { user } = await buildPerson();
    await sendCall(server, changeProfile, { as: user, body: { userName: "ada-lovelace" } });
    for (const obvious of [user.email, "Ada-Lovelace"]) {
      const { failure } = await sendCall(server, changePassword, { as: user, body: bodyOf(PASSWORD, obvious) });
      expect(failure.data).toEqual(["passwordTooObvious"]);
    }
  });

  it("is throttled after ten wrong guesses, also simultaneous ones, even with the right password", async () => {
    const { user } = await buildPerson();
    const guesses = await Promise.all(
      Array.from({ length: 2 * MAX_FAILURES.accountAndAddress }, (_, index) =>
        sendCall(server, changePassword, { as: user, body: bodyOf(`wrong ${index}`, NEW_PASSWORD) }),
      ),
    );
    const answered = guesses.filter(({ status }) => status === 400);
    expect(answered).toHaveLength(MAX_FAILURES.accountAndAddress);
    const right = await sendCall(server, changePassword, { as: user, body: bodyOf(PASSWORD, NEW_PASSWORD) });
    expect([right.status, right.failure.data]).toEqual([429, ["tooManyAttempts"]]);
  });

  it("of two simultaneous changes, one succeeds", async () => {
    const { user, signIn } = await buildPerson();
    const passwords = ["the first of two", "the second of two"];
    const answers = await Promise.all(
      passwords.map((password) => sendCall(server, changePassword, { as: user, body: bodyOf(PASSWORD, password) })),
    );
    const winners = answers.flatMap(({ status }, index) => (status === 200 ? [passwords[index] as string] : []));
    expect(winners).toHaveLength(1);
    for (const password of passwords)
      expect((await signIn(password)).status).toBe(winners.includes(password) ? 200 : 401);
  });
});

describe("other sessions", () => {
  it("are counted and ended; those of other people and the current one continue", async () => {
    const site = await buildSite(server);
    const user = await buildUser(site);
    const colleague = await buildUser(site);
    const elsewhere = [await openTestSession(site, user.id), await openTestSession(site, user.id)];
    expect((await sendCall(server, getProfile, { as: user })).answer.otherSessionCount).toBe(2);

    expect((await sendCall(server, endOtherSessions, { as: user })).answer).toEqual({ ended: 2 });

    for (const token of elsewhere)
      expect((await sendCall(server, getUser, { headers: { "x-site-token": token } })).status).toBe(401);
    for (const person of [user, colleague]) expect((await sendCall(server, getUser, { as: person })).status).toBe(200);
    expect((await sendCall(server, getProfile, { as: user })).answer.otherSessionCount).toBe(0);
  });

  it("do not include expired ones", async () => {
    const site = await buildSite(server);
    const user = await buildUser(site, { role: "learner" });
    const [unused, old, closed] = [
      await openTestSession(site, user.id),
      await openTestSession(site, user.id),
      await openTestSession(site, user.id),
    ];
    const age = (token: string, column: "last_seen_at" | "created_at", interval: string) =>
      sql`UPDATE user_session SET ${sql.ref(column)} = now() - ${interval}::interval
          WHERE token_sha256 = sha256(${token}::bytea)`.execute(server.owner);
    await age(unused, "last_seen_at", "481 minutes");
    await age(old, "created_at", "1441 minutes");
    await sendCall(server, closeSession, { headers: { "x-site-token": closed } });
    expect((await sendCall(server, getProfile, { as: user })).answer.otherSessionCount).toBe(0);
  });
});
