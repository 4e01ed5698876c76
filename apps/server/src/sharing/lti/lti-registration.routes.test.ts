/** A simulated learning platform registers itself, over HTTP as a browser opens the URL. */

import { createLtiPlatform, listLtiPlatforms } from "@parfocal/core/lti/lti-platform.contract.ts";
import { decideLtiDeployment, makeLtiRegistration } from "@parfocal/core/lti/lti-registration.contract.ts";
import { DEFAULT_LTI_ROLE_MAP } from "@parfocal/core/lti/lti-roles.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { buildSite, type TestSite } from "#testing/build-site.ts";
import { buildUser, type TestUser } from "#testing/build-user.ts";
import { launchLti } from "#testing/launch-lti.ts";
import { claim, startLtiPlatform, type TestLtiPlatform } from "#testing/lti-platform.ts";
import { sendCall } from "#testing/send-call.ts";
import { createTestServer, type TestServer } from "#testing/test-server.ts";

const TOOL = "https://purl.imsglobal.org/spec/lti-tool-configuration";

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

let site: TestSite;
let administrator: TestUser;
beforeEach(async () => {
  site = await buildSite(server);
  administrator = await buildUser(site, { role: "administrator" });
  platform.received.length = 0;
  publish();
  platform.pages.set("/register", ({ body }) => ({
    json: { ...(JSON.parse(body) as object), client_id: "registered-1", [TOOL]: { deployment_id: "d1" } },
  }));
});

/** @param changed of the configuration; undefined leaves a field out. */
function publish(changed: object = {}): void {
  const { issuer, authorizationUrl, tokenUrl, keysUrl } = platform.settings;
  const configuration = {
    ...{ issuer, authorization_endpoint: authorizationUrl, token_endpoint: tokenUrl, jwks_uri: keysUrl },
    registration_endpoint: `${issuer}/register`,
    "https://purl.imsglobal.org/spec/lti-platform-configuration": { product_family_code: "moodle" },
  };
  platform.pages.set("/openid-configuration", () => ({ json: { ...configuration, ...changed } }));
}

const make = async () => (await sendCall(server, makeLtiRegistration, { as: administrator })).answer;

interface Options {
  readonly configuration?: string;
  readonly token?: string;
  readonly language?: string;
}

/** As the browser of the platform's administrator, who has no account here. */
const open = (address: string, { configuration, token = "reg.token-1", language = "en" }: Options = {}) =>
  server.app.inject({
    url: new URL(address).pathname,
    query: {
      openid_configuration: configuration ?? `${platform.settings.issuer}/openid-configuration`,
      registration_token: token,
    },
    headers: { accept: "text/html", "accept-language": language },
  });
const listed = async () => (await sendCall(server, listLtiPlatforms, { as: administrator })).answer;
const requests = () => platform.received.map(({ method, path }) => `${method} ${path}`);

it("the platform is stored, this tool is registered there, and the window closes itself", async () => {
  const { address, endsAt } = await make();
  expect(Date.parse(endsAt) - Date.now()).toBeGreaterThan(23.9 * 60 * 60 * 1000);
  expect(Date.parse(endsAt) - Date.now()).toBeLessThanOrEqual(24 * 60 * 60 * 1000);
  const answer = await open(address);
  expect([answer.statusCode, answer.body]).toEqual([200, expect.stringContaining("Platform registered")]);
  expect(answer.body).toContain('(window.opener || window.parent).postMessage({ subject: "org.imsglobal.lti.close" }');
  expect(answer.headers["content-security-policy"]).toMatch(/default-src 'none'.*script-src 'sha256-/);
  expect(requests()).toEqual(["GET /openid-configuration", "POST /register"]);
  const [, sent] = platform.received;
  expect(sent).toMatchObject({ authorization: "Bearer reg.token-1", type: "application/json" });
  const at = `http://localhost/api/v2/lti/site/${site.id}`;
  expect(JSON.parse(sent?.body ?? "")).toEqual({
    ...{ application_type: "web", response_types: ["id_token"], grant_types: ["client_credentials", "implicit"] },
    ...{ client_name: expect.any(String), token_endpoint_auth_method: "private_key_jwt" },
    ...{ initiate_login_uri: `${at}/login`, redirect_uris: [`${at}/launch`], jwks_uri: `${at}/keys` },
    scope: [
      "https://purl.imsglobal.org/spec/lti-ags/scope/lineitem",
      "https://purl.imsglobal.org/spec/lti-ags/scope/score",
      "https://purl.imsglobal.org/spec/lti-nrps/scope/contextmembership.readonly",
    ].join(" "),
    [TOOL]: {
      ...{ domain: "localhost", target_link_uri: `http://localhost/s${site.id}/` },
      claims: ["iss", "sub", "name", "given_name", "family_name", "email"],
      messages: [
        { type: "LtiResourceLinkRequest" },
        {
          ...{ type: "LtiDeepLinkingRequest", target_link_uri: `http://localhost/s${site.id}/` },
          label: "Select content",
        },
      ],
    },
  });
  const { issuer, authorizationUrl, tokenUrl, keysUrl } = platform.settings;
  const { platforms, waitingDeployments } = await listed();
  expect(platforms).toEqual([
    {
      ...{ id: expect.any(Number), name: `moodle (${issuer.replace("http://", "")})`, issuer },
      ...{ clientId: "registered-1", deploymentIds: [], authorizationUrl, tokenUrl, tokenAudience: null, keysUrl },
      ...{ pageOrigins: [], roleMap: DEFAULT_LTI_ROLE_MAP },
    },
  ]);
  expect(waitingDeployments).toEqual([{ platformId: platforms[0]?.id, deploymentId: "d1" }]);
  const entries = await server.owner.selectFrom("audit_entry").selectAll().where("site_id", "=", site.id).execute();
  expect(entries.map(({ action, actor_id: actorId }) => [action, actorId])).toEqual([
    ...[
      ["optionsChanged", administrator.id],
      ["optionsChanged", administrator.id],
    ],
  ]);
});

it("the keys exist before the platform does, and the address is not stored", async () => {
  const keys = () => server.app.inject({ url: `/api/v2/lti/site/${site.id}/keys` });
  expect((await keys()).statusCode).toBe(404);
  const { address } = await make();
  expect((await keys()).statusCode).toBe(200);
  const rows = await server.owner.selectFrom("lti_registration").selectAll().where("site_id", "=", site.id).execute();
  const token = address.split("/").at(-1) ?? "";
  expect([rows.length, JSON.stringify(rows).includes(token), rows[0]?.token_sha256.length]).toEqual([1, false, 32]);
});

it("nobody is signed in before an administrator has accepted the deployment; one that is dismissed asks again", async () => {
  await open((await make()).address);
  const [{ id = 0 } = {}] = (await listed()).platforms;
  const decide = (deploymentId: string, isAccepted: boolean) =>
    sendCall(server, decideLtiDeployment, {
      ...{ as: administrator, params: { id: String(id) }, body: { deploymentId, isAccepted } },
    });
  const launch = (deploymentId: string) =>
    launchLti(server, {
      siteId: site.id,
      platform,
      claims: { ...claim("deployment_id", deploymentId), aud: "registered-1" },
    });
  const rejected = await launch("d1");
  expect([rejected.status, rejected.token, rejected.body]).toEqual([403, "", expect.stringContaining("not accepted")]);
  await decide("d1", false);
  expect((await listed()).waitingDeployments).toEqual([]);
  await launch("d1");
  await launch("d2");
  expect((await listed()).waitingDeployments.map(({ deploymentId }) => deploymentId)).toEqual(["d1", "d2"]);
  expect((await decide("d1", true)).status).toBe(204);
  expect([(await launch("d1")).status, (await launch("d2")).status]).toEqual([303, 403]);
  const { platforms, waitingDeployments } = await listed();
  expect([platforms[0]?.deploymentIds, waitingDeployments.length]).toEqual([["d1"], 1]);
  for (const other of ["d1", "d3"]) expect((await decide(other, true)).status).toBe(404);
});

it("messages of strangers create no waiting deployments, and those of a platform at most twenty", async () => {
  const body = { ...platform.settings, deploymentIds: [] };
  await sendCall(server, createLtiPlatform, { as: administrator, body });
  await launchLti(server, { siteId: site.id, platform, claims: { aud: "another" } });
  await launchLti(server, { siteId: site.id, platform, claims: claim("deployment_id", "x".repeat(300)) });
  expect((await listed()).waitingDeployments).toEqual([]);
  for (let number = 0; number < 22; number += 1)
    await launchLti(server, { siteId: site.id, platform, claims: claim("deployment_id", `d${number}`) });
  expect((await listed()).waitingDeployments).toHaveLength(20);
});

describe("rejected, with an explanation, and nothing is stored:", () => {
  const says = async (status: number, text: string, address: string, options?: Options) => {
    const answer = await open(address, options);
    expect([answer.statusCode, answer.body]).toEqual([status, expect.stringContaining(text)]);
    expect(answer.body).not.toContain("<script");
    expect((await listed()).platforms.filter(({ clientId }) => clientId === "registered-1")).toEqual([]);
  };

  it("an address that was used, also by two at once, whatever the outcome", async () => {
    const { address } = await make();
    platform.pages.set("/openid-configuration", () => ({ status: 500, json: {} }));
    const both = await Promise.all([open(address), open(address)]);
    expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([404, 503]);
    publish();
    await says(404, "has been used", address);
    await says(404, "bereits verwendet", address, { language: "de" });
  });

  it("one that is a day old, was replaced, or was never issued", async () => {
    const first = await make();
    const { address } = await make();
    await says(404, "has expired", first.address);
    await says(404, "has expired", `${address}x`);
    const other = await buildSite(server);
    await says(404, "has expired", address.replace(`/site/${site.id}/`, `/site/${other.id}/`));
    await sql`UPDATE lti_registration SET created_at = now() - interval '24 hours 1 second'
      WHERE site_id = ${site.id}`.execute(server.owner);
    await says(404, "has expired", address);
    expect(platform.received).toEqual([]);
  });

  it("one whose creator is no longer an administrator, or is suspended", async () => {
    const another = await buildUser(site, { role: "administrator" });
    const { address } = await make();
    await server.owner.updateTable("site_user").set({ role: "teacher" }).where("id", "=", administrator.id).execute();
    administrator = another;
    await says(404, "has expired", address);
    const third = await buildUser(site, { role: "administrator" });
    const { answer } = await sendCall(server, makeLtiRegistration, { as: third });
    await server.owner.updateTable("site_user").set({ is_suspended: true }).where("id", "=", third.id).execute();
    await says(404, "has expired", answer.address);
  });

  it("a request without a configuration, which does not use the address up", async () => {
    const { address } = await make();
    const path = new URL(address).pathname;
    const answer = await server.app.inject({ url: path, headers: { accept: "text/html" } });
    expect([answer.statusCode, answer.body]).toEqual([400, expect.stringContaining("what a registration needs")]);
    await says(400, "what a registration needs", address, { token: "a\nb" });
    expect((await open(address)).statusCode).toBe(200);
  });

  it("a configuration at another host, or with addresses that do not belong to it", async () => {
    const { issuer } = platform.settings;
    const elsewhere = `${issuer.replace("127.0.0.1", "localhost")}/openid-configuration`;
    await says(403, "do not belong together", (await make()).address, { configuration: elsewhere });
    for (const changed of [
      { issuer: "https://moodle.test" },
      { issuer: `${issuer}/?x` },
      { token_endpoint: "http://10.0.0.1/token" },
      { registration_endpoint: "http://127.0.0.2/register" },
    ]) {
      publish(changed);
      await says(403, "do not belong together", (await make()).address);
    }
    for (const changed of [{ jwks_uri: undefined }, { registration_endpoint: "javascript:alert(1)" }, { issuer: 7 }]) {
      publish(changed);
      await says(503, "cannot be read", (await make()).address);
    }
    expect(requests()).not.toContain("POST /register");
  });

  it("a configuration at an internal address, or an invalid one", async () => {
    for (const configuration of ["https://10.0.0.1/c", "http://169.254.169.254/c", "file:///etc/passwd", "x"])
      await says(503, "cannot be read", (await make()).address, { configuration });
    platform.pages.set("/openid-configuration", () => ({ status: 302, headers: { location: "/c" }, json: {} }));
    await says(503, "cannot be read", (await make()).address);
    expect(requests()).toEqual(["GET /openid-configuration"]);
  });

  it("a platform that does not register this tool, or that is already registered", async () => {
    for (const page of [{ status: 400, json: {} }, { json: {} }, { json: { client_id: "" } }]) {
      platform.pages.set("/register", () => page);
      await says(503, "has not accepted", (await make()).address);
    }
    platform.pages.set("/register", () => ({ json: { client_id: "parfocal-1" } }));
    await sendCall(server, createLtiPlatform, { as: administrator, body: platform.settings });
    await says(409, "registered already", (await make()).address);
  });
});
