/**
 * The second factor: set up, requested at sign-in, used once, recovered, required by the site, reset by an
 * administrator.
 */
import { getProfile } from "@parfocal/core/account/account.contract.ts";
import {
  confirmSecondFactor,
  endSecondFactor,
  getSecondFactor,
  RECOVERY_CODES,
  resetSecondFactor,
  startSecondFactor,
} from "@parfocal/core/second-factor/second-factor.contract.ts";
import { getSession, openSession } from "@parfocal/core/session/session.contract.ts";
import { getSiteOptions, putSiteOptions } from "@parfocal/core/site/site-options.contract.ts";
import { Secret, TOTP } from "otpauth";
import { beforeAll, describe, expect, it } from "vitest";
import { PERIOD_S, stepOfCode } from "#second-factor/check-code.ts";
import { MAX_WRONG_CODES } from "#session/sign-in.ts";
import { buildSite, type TestSite } from "#testing/build-site.ts";
import { buildUser, type TestUser } from "#testing/build-user.ts";
import { readMails } from "#testing/read-mails.ts";
import { sendCall } from "#testing/send-call.ts";
import { type SharedTestServer, sharedTestServer } from "#testing/test-server.ts";

const PASSWORD = "correct horse battery";
const PERIOD_MS = PERIOD_S * 1000;

let server: SharedTestServer;
beforeAll(async () => {
  server = await sharedTestServer();
});

const codeOf = (secret: string, timestamp = Date.now()) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp });
const start = (as: TestUser, currentPassword = PASSWORD) =>
  sendCall(server, startSecondFactor, { as, body: { currentPassword } });
const confirm = (as: TestUser, code: string) => sendCall(server, confirmSecondFactor, { as, body: { code } });
const signIn = (site: TestSite, user: TestUser, code?: string) =>
  sendCall(server, openSession, {
    siteId: site.id,
    body: { login: user.email, password: PASSWORD, ...(code === undefined ? {} : { code }) },
  });

/** A person with a second factor. Its next code is that of the next time step: the current one is used. */
async function buildEnrolled(site: TestSite, role: TestUser["role"] = "learner") {
  const user = await buildUser(site, { role, password: PASSWORD });
  const { secret } = (await start(user)).answer;
  const { recoveryCodes } = (await confirm(user, codeOf(secret))).answer;
  return { user, secret, recoveryCodes };
}

it.each([
  ["of now", 0, true],
  ["of 30 s ago", -1, true],
  ["of 30 s later", 1, true],
  ["of a minute ago", -2, false],
  ["of a minute later", 2, false],
])("a code %s: right %s", (_what, steps, isRight) => {
  const secret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
  const now = 1_111_111_109_000;
  const code = codeOf(secret, now + steps * PERIOD_MS);
  expect(stepOfCode(secret, code, now)).toBe(isRight ? Math.floor(now / PERIOD_MS) + steps : null);
});

describe("setting up", () => {
  it("requires the password, then a code; the secret is encrypted, recovery codes are hashed", async () => {
    const site = await buildSite(server);
    const user = await buildUser(site, { password: PASSWORD });
    expect((await start(user, "wrong")).failure.data).toEqual(["currentPasswordIncorrect"]);
    const { secret, uri } = (await start(user)).answer;
    expect(uri).toContain(`secret=${secret}`);
    expect((await signIn(site, user)).status).toBe(200);
    expect((await confirm(user, "000000")).failure.data).toEqual(["secondFactorWrong"]);
    const { recoveryCodes } = (await confirm(user, codeOf(secret))).answer;
    expect(new Set(recoveryCodes).size).toBe(RECOVERY_CODES);
    // 128 bits in base32.
    for (const code of recoveryCodes) expect(code.replaceAll("-", "")).toMatch(/^[a-z2-7]{26}$/);
    expect((await sendCall(server, getSecondFactor, { as: user })).answer).toEqual({
      isOn: true,
      recoveryCodesLeft: RECOVERY_CODES,
      isRequired: false,
    });
    const rows = await server.owner.selectFrom("second_factor").selectAll().where("site_id", "=", site.id).execute();
    expect(rows[0]?.sealed_secret.toString("latin1")).not.toContain(secret);
    expect((await readMails(site)).at(-1)).toMatchObject({
      to: user.email,
      subject: "Second factor for Test site is on",
    });
    expect((await start(user)).failure.data).toEqual(["secondFactorOn"]);
  });
});

describe("signing in with a second factor", () => {
  it("asks for a code after the correct password only, and accepts each code once", async () => {
    const site = await buildSite(server);
    const { user, secret } = await buildEnrolled(site);
    const firstStep = await signIn(site, user);
    expect([firstStep.status, firstStep.failure.data, firstStep.raw.cookies]).toEqual([
      401,
      ["secondFactorNeeded"],
      [],
    ]);
    const code = codeOf(secret, Date.now() + PERIOD_MS);
    const answers = await Promise.all([signIn(site, user, code), signIn(site, user, code)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
    expect((await signIn(site, user, code)).failure.data).toEqual(["secondFactorWrong"]);
    const wrongPassword = await sendCall(server, openSession, {
      siteId: site.id,
      body: { login: user.email, password: "wrong", code },
    });
    expect(wrongPassword.failure.data).toEqual(["signInFailed"]);
  });

  it("accepts each recovery code once, with any spacing and case", async () => {
    const site = await buildSite(server);
    const { user, recoveryCodes } = await buildEnrolled(site);
    const [first = "", second = ""] = recoveryCodes;
    expect((await signIn(site, user, first.toUpperCase().replaceAll("-", " "))).status).toBe(200);
    expect((await signIn(site, user, first)).failure.data).toEqual(["secondFactorWrong"]);
    expect((await signIn(site, user, second)).status).toBe(200);
    expect((await sendCall(server, getSecondFactor, { as: user })).answer.recoveryCodesLeft).toBe(RECOVERY_CODES - 2);
  });

  it("is throttled after ten wrong codes, even for the right one", async () => {
    const site = await buildSite(server);
    const { user, recoveryCodes } = await buildEnrolled(site);
    for (let count = 0; count < MAX_WRONG_CODES; count += 1)
      expect((await signIn(site, user, "aaaa-bbbb")).status).toBe(401);
    const blocked = await signIn(site, user, recoveryCodes[0]);
    expect([blocked.status, blocked.failure.data]).toEqual([429, ["tooManyCodes"]]);
  });
});

describe("switching off", () => {
  it("requires the password; then the password alone is enough to sign in", async () => {
    const site = await buildSite(server);
    const { user } = await buildEnrolled(site);
    const end = (currentPassword: string) => sendCall(server, endSecondFactor, { as: user, body: { currentPassword } });
    expect((await end("wrong")).failure.data).toEqual(["currentPasswordIncorrect"]);
    expect((await end(PASSWORD)).status).toBe(204);
    expect((await signIn(site, user)).status).toBe(200);
  });

  it("by an administrator ends all sessions and notifies the owner; not in another site", async () => {
    const site = await buildSite(server);
    const { user } = await buildEnrolled(site);
    const administrator = await buildUser(site, { role: "administrator" });
    const foreign = await buildUser(await buildSite(server), { role: "administrator" });
    const reset = (as: TestUser) => sendCall(server, resetSecondFactor, { as, params: { id: String(user.id) } });
    expect((await reset(foreign)).status).toBe(404);
    expect((await signIn(site, user)).status).toBe(401);
    expect((await reset(administrator)).status).toBe(204);
    expect((await sendCall(server, getSession, { as: user })).answer.user).toBeNull();
    expect((await signIn(site, user)).status).toBe(200);
    expect((await readMails(site)).at(-1)).toMatchObject({ subject: "Sign-in for Test site was reset" });
  });
});

describe("a site that requires it", () => {
  it("prevents administrators and teachers from managing until they have one, and does not affect learners", async () => {
    const site = await buildSite(server);
    const { user: first } = await buildEnrolled(site, "administrator");
    const second = await buildUser(site, { role: "administrator", password: PASSWORD });
    const learner = await buildUser(site, { password: PASSWORD });
    const body = { secondFactorRequired: { value: true } };
    expect((await sendCall(server, putSiteOptions, { as: first, body })).status).toBe(200);
    expect((await signIn(site, learner)).answer.user).not.toHaveProperty("mustEnrol");
    expect((await signIn(site, second)).answer.user).toMatchObject({ mustEnrol: true });
    const rejected = await sendCall(server, getSiteOptions, { as: second });
    expect([rejected.status, rejected.failure.data]).toEqual([403, ["secondFactorRequired"]]);
    expect((await sendCall(server, getProfile, { as: second })).status).toBe(200);
    const { secret } = (await start(second)).answer;
    await confirm(second, codeOf(secret));
    expect((await sendCall(server, getSiteOptions, { as: second })).status).toBe(200);
    const off = await sendCall(server, endSecondFactor, { as: second, body: { currentPassword: PASSWORD } });
    expect(off.failure.data).toEqual(["secondFactorRequired"]);
  });
});
