import { openSession } from "@parfocal/core/session/session.contract.ts";
import { getUser } from "@parfocal/core/user/user.contract.ts";
import { beforeAll, describe, expect, it } from "vitest";
import { buildSite } from "#testing/build-site.ts";
import { buildUser } from "#testing/build-user.ts";
import { sendCall } from "#testing/send-call.ts";
import { type SharedTestServer, sharedTestServer } from "#testing/test-server.ts";
import { accountsOf, addAccount, changeAccount, readRole } from "./manage-accounts.ts";

const PASSWORD = "correct horse battery";

let server: SharedTestServer;
beforeAll(async () => {
  server = await sharedTestServer();
});

const newAccount = (email: string) => ({
  email,
  displayName: "Ada",
  role: "administrator" as const,
  password: PASSWORD,
});

describe("accounts at the console", () => {
  it("an added account can sign in, only at its own site", async () => {
    const [site, other] = [await buildSite(server), await buildSite(server)];
    await addAccount(server.platform.database, site.id, newAccount("ada@example.test"));
    const signIn = (siteId: number) =>
      sendCall(server, openSession, { siteId, body: { login: "Ada@example.test", password: PASSWORD } });
    const { status, answer } = await signIn(site.id);
    expect([status, answer.user.role, answer.user.displayName]).toEqual([200, "administrator", "Ada"]);
    expect((await signIn(other.id)).status).toBe(401);
  });

  it.each([
    [
      "an address that is taken, in capitals",
      { email: "ADA@example.test" },
      "An account with this email address already exists.",
    ],
    ["no address", { email: "ada" }, '"ada" is not an email address.'],
    ["an empty name", { displayName: " " }, "Enter a name of 1 to 200 characters."],
    ["a short password", { password: "short" }, "The new password needs at least 12 characters."],
    ["a common password", { password: "qwerty123456" }, "Many people use this password. Choose another one."],
  ])("rejects %s", async (_what, change, message) => {
    const site = await buildSite(server);
    await addAccount(server.platform.database, site.id, newAccount("ada@example.test"));
    const requested = { ...newAccount("bo@example.test"), ...change };
    await expect(addAccount(server.platform.database, site.id, requested)).rejects.toThrow(message);
    expect(await accountsOf(server.platform.database, site.id)).toHaveLength(1);
  });

  it("a new password ends the sessions of the account, and no others", async () => {
    const site = await buildSite(server);
    const [user, other] = [await buildUser(site, { password: "the former one" }), await buildUser(site)];
    await changeAccount(server.platform, site.id, { email: user.email.toUpperCase(), password: PASSWORD });
    expect((await sendCall(server, getUser, { as: user })).status).toBe(401);
    expect((await sendCall(server, getUser, { as: other })).status).toBe(200);
    const signIn = (password: string) =>
      sendCall(server, openSession, { siteId: site.id, body: { login: user.email, password } });
    expect([(await signIn("the former one")).status, (await signIn(PASSWORD)).status]).toEqual([401, 200]);
  });

  it("the last administrator stays one; suspended ones do not count", async () => {
    const site = await buildSite(server);
    const first = await buildUser(site, { role: "administrator" });
    await buildUser(site, { role: "administrator", isSuspended: true });
    const demote = () => changeAccount(server.platform, site.id, { email: first.email, role: "teacher" });
    await expect(demote()).rejects.toThrow("This is the only administrator.");

    const second = await buildUser(site, { role: "learner" });
    await changeAccount(server.platform, site.id, { email: second.email, role: "administrator" });
    expect((await sendCall(server, getUser, { as: second })).status).toBe(401);
    await demote();
    const roles = (await accountsOf(server.platform.database, site.id)).map(({ id, role }) => [id, role]);
    expect(Object.fromEntries(roles)).toMatchObject({ [first.id]: "teacher", [second.id]: "administrator" });
  });

  it("if two administrators step down at once, one stays administrator", async () => {
    const site = await buildSite(server);
    const people = [await buildUser(site, { role: "administrator" }), await buildUser(site, { role: "administrator" })];
    const changes = people.map(({ email }) =>
      changeAccount(server.platform, site.id, { email, role: "learner" }).then(
        () => "changed",
        () => "refused",
      ),
    );
    expect((await Promise.all(changes)).toSorted()).toEqual(["changed", "refused"]);
  });

  it("unknown accounts and unknown roles are named in the error", async () => {
    const site = await buildSite(server);
    const change = { email: "nobody@example.test", role: "teacher" as const };
    await expect(changeAccount(server.platform, site.id, change)).rejects.toThrow(
      "Account nobody@example.test not found.",
    );
    expect(() => readRole("admin")).toThrow(
      'Unknown role "admin". Available: administrator, teacher, expert, learner.',
    );
  });
});
