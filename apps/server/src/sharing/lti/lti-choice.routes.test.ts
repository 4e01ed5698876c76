/** Deep Linking: content is chosen by a teacher, and returned to the learning platform once. */
import { getLtiChoice, makeLtiChoice } from "@parfocal/core/lti/lti-choice.contract.ts";
import { createLtiPlatform } from "@parfocal/core/lti/lti-platform.contract.ts";
import { createLocalJWKSet, type JSONWebKeySet, type JWTPayload, jwtVerify } from "jose";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildQuiz } from "#testing/build-quiz.ts";
import { buildSite } from "#testing/build-site.ts";
import { buildUser } from "#testing/build-user.ts";
import { launchLti } from "#testing/launch-lti.ts";
import {
  choosingClaims,
  claim,
  gradesClaim,
  INSTRUCTOR,
  LEARNER,
  startLtiPlatform,
  type TestLtiPlatform,
} from "#testing/lti-platform.ts";
import { sendCall } from "#testing/send-call.ts";
import { createTestServer, type TestServer } from "#testing/test-server.ts";

let platform: TestLtiPlatform;
let server: TestServer;
beforeAll(async () => {
  platform = await startLtiPlatform();
  server = await createTestServer({ hostNetworks: ["127.0.0.0/8"] });
});
afterAll(async () => {
  await server.close();
  await platform.close();
});

async function buildWorld() {
  const site = await buildSite(server);
  const administrator = await buildUser(site, { role: "administrator" });
  await sendCall(server, createLtiPlatform, { as: administrator, body: platform.settings });
  const { quizId } = await buildQuiz(site, { title: 'Kidney "1"' });
  const launch = (claims: JWTPayload) => launchLti(server, { siteId: site.id, platform, claims });
  const idOf = ({ address }: { readonly address: string }) => /[?]choice=(\d+)$/.exec(address)?.[1] ?? "0";
  const choose = (launched: Awaited<ReturnType<typeof launch>>, path = `/s${site.id}/q${quizId}`) =>
    sendCall(server, makeLtiChoice, {
      headers: { "x-site-token": launched.token },
      ...{ params: { id: idOf(launched) }, body: { path } },
    });
  const goBack = (address: string) => server.app.inject({ url: address, headers: { accept: "text/html" } });
  const read = async (html: string) => {
    const jwt = /name="JWT" value="([^"]+)"/.exec(html)?.[1] ?? "";
    const keys = (await server.app.inject({ url: `/api/v2/lti/site/${site.id}/keys` })).json() as JSONWebKeySet;
    const { issuer, clientId } = platform.settings;
    const expected = { issuer: clientId, audience: issuer, requiredClaims: ["iat", "exp", "nonce"] };
    return (await jwtVerify(jwt, createLocalJWKSet(keys), expected)).payload;
  };
  return { site, administrator, quizId, launch, idOf, choose, goBack, read };
}

const teaching = (settings: object = {}) => ({
  ...claim("roles", [INSTRUCTOR]),
  ...choosingClaims(`${platform.settings.issuer}/return?x=1&y=2`, settings),
});

describe("a teacher", () => {
  it("chooses a quiz; the signed answer goes to the address of the launch, and the chosen quiz opens", async () => {
    const { site, quizId, launch, idOf, choose, goBack, read } = await buildWorld();
    const launched = await launch(teaching({ data: 'a<b>&"c' }));
    expect(launched.address).toBe(`/s${site.id}/choose-content?choice=${idOf(launched)}`);
    const { answer } = await sendCall(server, getLtiChoice, {
      ...{ headers: { "x-site-token": launched.token }, params: { id: idOf(launched) } },
    });
    expect(answer).toEqual({ platform: "Test University" });
    const chosen = await choose(launched);
    const page = await goBack(chosen.answer.address);
    const { issuer } = platform.settings;
    expect([page.statusCode, page.body]).toEqual([
      ...[200, expect.stringContaining(`action="${issuer}/return?x=1&amp;y=2"`)],
    ]);
    expect(page.headers["content-security-policy"]).toContain(
      `form-action ${issuer} https:; frame-ancestors ${issuer}`,
    );
    const claims = await read(page.body);
    expect(claims).toMatchObject({
      ...claim("message_type", "LtiDeepLinkingResponse"),
      ...{ ...claim("version", "1.3.0"), ...claim("deployment_id", "d1") },
      "https://purl.imsglobal.org/spec/lti-dl/claim/data": 'a<b>&"c',
    });
    const path = `/s${site.id}/q${quizId}/`;
    expect(claims["https://purl.imsglobal.org/spec/lti-dl/claim/content_items"]).toEqual([
      {
        ...{ type: "ltiResourceLink", title: 'Kidney "1"', url: `http://localhost${path}`, custom: { path } },
        lineItem: { scoreMaximum: 100, label: 'Kidney "1"', resourceId: `quiz-${quizId}` },
      },
    ]);
    const opened = await launch({ ...claim("custom", { path }), ...gradesClaim("https://platform.test/line") });
    expect(opened.address).toBe(path);
    const links = await server.owner.selectFrom("lti_link").select("quiz_id").where("site_id", "=", site.id).execute();
    expect(links).toEqual([{ quiz_id: quizId }]);
  });

  it("returns it once, within a minute; a later choice replaces an earlier one", async () => {
    const { site, launch, choose, goBack } = await buildWorld();
    const launched = await launch(teaching());
    const [first, second] = [await choose(launched), await choose(launched)];
    expect((await goBack(first.answer.address)).statusCode).toBe(404);
    expect((await goBack(second.answer.address)).statusCode).toBe(200);
    const again = await goBack(second.answer.address);
    expect([again.statusCode, again.body]).toEqual([404, expect.stringContaining("has ended")]);
    expect((await choose(launched)).status).toBe(404);
    const late = await choose(await launch(teaching()));
    await sql`UPDATE lti_choice SET chosen_at = now() - interval '61 seconds' WHERE site_id = ${site.id}`.execute(
      server.owner,
    );
    expect((await goBack(late.answer.address)).statusCode).toBe(404);
  });

  it("chooses only for their own launch, while it lasts, and only content of this site", async () => {
    const { site, administrator, launch, idOf, choose } = await buildWorld();
    const other = await buildWorld();
    const launched = await launch(teaching());
    for (const path of [
      ...[
        "",
        `/s${site.id}/`,
        `/s${site.id}/manage`,
        "https://evil.test/s1/q1/",
        `/s${other.site.id}/q${other.quizId}/`,
      ],
      `/s${site.id}/page1/`,
    ])
      expect((await choose(launched, path)).status, path).toBe(400);
    expect((await choose(launched, `/s${site.id}/q${other.quizId}/`)).status).toBe(404);
    const foreign = await sendCall(server, getLtiChoice, { as: administrator, params: { id: idOf(launched) } });
    expect(foreign.status).toBe(404);
    await sql`UPDATE lti_choice SET created_at = now() - interval '3 hours' WHERE site_id = ${site.id}`.execute(
      server.owner,
    );
    expect((await choose(launched)).status).toBe(404);
  });

  it("gets no line item if the platform accepts none", async () => {
    const { launch, choose, goBack, read } = await buildWorld();
    const chosen = await choose(await launch(teaching({ accept_lineitem: false })));
    const claims = await read((await goBack(chosen.answer.address)).body);
    const [item] = claims["https://purl.imsglobal.org/spec/lti-dl/claim/content_items"] as object[];
    expect(item).not.toHaveProperty("lineItem");
    expect(claims).not.toHaveProperty(["https://purl.imsglobal.org/spec/lti-dl/claim/data"]);
  });
});

it("a learner cannot choose: they are not signed in, and no answer is created", async () => {
  const { site, launch } = await buildWorld();
  const rejected = await launch({ ...teaching(), ...claim("roles", [LEARNER]) });
  expect([rejected.status, rejected.token, rejected.body]).toEqual([403, "", expect.stringContaining("Only teachers")]);
  expect(await server.owner.selectFrom("lti_choice").selectAll().where("site_id", "=", site.id).execute()).toEqual([]);
});

it("a request that cannot be answered is rejected: external http, no address, another type, data that is not text", async () => {
  const { launch } = await buildWorld();
  const settings = "https://purl.imsglobal.org/spec/lti-dl/claim/deep_linking_settings";
  for (const changed of [
    ...[{ deep_link_return_url: "http://evil.test/return" }, { deep_link_return_url: "javascript:alert(1)" }],
    ...[{ deep_link_return_url: 7 }, { accept_types: ["html"] }, { data: { a: 1 } }, { data: "\0" }],
  ]) {
    const claims = teaching();
    const answer = await launch({ ...claims, [settings]: { ...(claims[settings] as object), ...changed } });
    expect([answer.status, answer.token], JSON.stringify(changed)).toEqual([400, ""]);
  }
});
