import { changeProfile, getProfile } from "@parfocal/core/account/account.contract.ts";
import { openSession } from "@parfocal/core/session/session.contract.ts";
import { createUser, listUsers, updateUser } from "@parfocal/core/user/manage-users.contract.ts";
import { searchUsers } from "@parfocal/core/user/user-search.contract.ts";
import { beforeAll, describe, expect, it } from "vitest";
import { MAX_FAILURES } from "#session/sign-in.ts";
import { buildSite } from "#testing/build-site.ts";
import { buildUser, type TestUser } from "#testing/build-user.ts";
import { sendCall } from "#testing/send-call.ts";
import { type SharedTestServer, sharedTestServer } from "#testing/test-server.ts";

const PASSWORD = "correct horse battery";

let server: SharedTestServer;
beforeAll(async () => {
  server = await sharedTestServer();
});

const rename = (as: TestUser, userName: string | null) => sendCall(server, changeProfile, { as, body: { userName } });
const signIn = (siteId: number, login: string, password = PASSWORD) =>
  sendCall(server, openSession, { siteId, body: { login, password } });

describe("a username", () => {
  it("signs in like the email address, in upper or lower case, at its own site only, until it is removed", async () => {
    const site = await buildSite(server);
    const user = await buildUser(site, { password: PASSWORD });
    expect((await rename(user, "Jörg.Müller")).answer.userName).toBe("Jörg.Müller");
    // The letters in another Unicode composition.
    expect((await signIn(site.id, "JO\u0308RG.MÜLLER")).answer.user.id).toBe(user.id);
    expect((await signIn(site.id, user.email)).status).toBe(200);
    expect((await signIn((await buildSite(server)).id, "Jörg.Müller")).status).toBe(401);
    expect((await rename(user, null)).answer.userName).toBeNull();
    expect((await signIn(site.id, "Jörg.Müller")).status).toBe(401);
  });

  it("does not sign in to a suspended account", async () => {
    const site = await buildSite(server);
    const administrator = await buildUser(site, { role: "administrator" });
    const user = await buildUser(site, { password: PASSWORD });
    await rename(user, "ada");
    const params = { id: String(user.id) };
    await sendCall(server, updateUser, { as: administrator, params, body: { isSuspended: true } });
    expect((await signIn(site.id, "ada")).status).toBe(401);
  });

  it("is unique in its site regardless of case, for administrators and the person; another site can have it too", async () => {
    const site = await buildSite(server);
    const administrator = await buildUser(site, { role: "administrator" });
    const user = await buildUser(site);
    await rename(administrator, "Ada");
    const taken = await rename(user, "aDA");
    expect([taken.status, taken.failure.data]).toEqual([409, ["userNameTaken"]]);
    const params = { id: String(user.id) };
    const changed = await sendCall(server, updateUser, { as: administrator, params, body: { userName: "ada" } });
    expect([changed.status, changed.failure.data]).toEqual([409, ["userNameTaken"]]);
    const body = {
      displayName: "A",
      email: "a@example.test",
      userName: "ADA",
      role: "learner",
      password: PASSWORD,
    } as const;
    const made = await sendCall(server, createUser, { as: administrator, body });
    expect([made.status, made.failure.data]).toEqual([409, ["userNameTaken"]]);
    const { total } = (await sendCall(server, listUsers, { as: administrator })).answer;
    expect(total).toBe(2);
    expect((await rename(administrator, "ADA")).status).toBe(200);
    expect((await rename(await buildUser(await buildSite(server)), "ada")).status).toBe(200);
  });

  it("requested by several people at once is given to one of them", async () => {
    const site = await buildSite(server);
    const users = await Promise.all(Array.from({ length: 6 }, () => buildUser(site)));
    const statuses = (await Promise.all(users.map((user) => rename(user, "first")))).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, 409, 409, 409, 409, 409]);
  });

  it.each(["ada@example.org", "two words", "", "<b>ada</b>", "x".repeat(101)])("cannot be %j", async (userName) => {
    const user = await buildUser(await buildSite(server));
    expect((await rename(user, userName)).status).toBe(400);
    expect((await sendCall(server, getProfile, { as: user })).answer.userName).toBeNull();
  });

  it("finds the person in the list and in search", async () => {
    const site = await buildSite(server);
    const administrator = await buildUser(site, { role: "administrator" });
    const user = await buildUser(site);
    await rename(user, "st_2026-017");
    const { users } = (await sendCall(server, listUsers, { as: administrator, query: { q: "ST_2026" } })).answer;
    expect(users).toMatchObject([{ id: user.id, userName: "st_2026-017" }]);
    const found = (await sendCall(server, searchUsers, { as: administrator, body: { q: "2026-017" } })).answer;
    expect(found.map(({ id }) => id)).toEqual([user.id]);
  });

  it("allows no more password guesses than the email address alone", async () => {
    const site = await buildSite(server);
    const user = await buildUser(site, { password: PASSWORD });
    await rename(user, "guessed");
    const statuses: number[] = [];
    for (let count = 0; count < MAX_FAILURES.accountAndAddress; count += 1)
      statuses.push((await signIn(site.id, count % 2 === 0 ? "guessed" : user.email, "wrong")).status);
    expect(new Set(statuses)).toEqual(new Set([401]));
    expect((await signIn(site.id, "guessed")).status).toBe(429);
    expect((await signIn(site.id, user.email)).status).toBe(429);
  });
});
