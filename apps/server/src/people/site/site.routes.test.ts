/** The hosts whose slides a site allows, and what its pages can load from. */

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createLtiPlatform } from "@parfocal/core/lti/lti-platform.contract.ts";
import { DEFAULT_LTI_ROLE_MAP } from "@parfocal/core/lti/lti-roles.ts";
import { getSession } from "@parfocal/core/session/session.contract.ts";
import { getTileSourceHosts, putEmbedHosts, putTileSourceHosts } from "@parfocal/core/site/site.contract.ts";
import { putSiteOptions } from "@parfocal/core/site/site-options.contract.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { withSite } from "#platform/db/database.ts";
import { buildSite } from "#testing/build-site.ts";
import { buildUser, type TestUser } from "#testing/build-user.ts";
import { sendCall, tokenOf } from "#testing/send-call.ts";
import { createTestServer, type TestServer } from "#testing/test-server.ts";

let webFolder: string;
let server: TestServer;
beforeAll(async () => {
  webFolder = mkdtempSync(join(tmpdir(), "parfocal-test-web-"));
  writeFileSync(join(webFolder, "index.html"), "<!doctype html><title>Parfocal</title>");
  server = await createTestServer({ webFolder, hostNetworks: ["10.9.0.0/16"] });
});
afterAll(async () => {
  await server.close();
  rmSync(webFolder, { recursive: true });
});

async function buildAdministered() {
  const site = await buildSite(server);
  return { site, administrator: await buildUser(site, { role: "administrator" }) };
}

const allow = (as: TestUser, hosts: string[]) => sendCall(server, putTileSourceHosts, { as, body: { hosts } });

async function policyOf(url: string, as: TestUser | null = null): Promise<string> {
  const { headers } = await server.app.inject({ url, headers: { accept: "text/html", ...tokenOf(as) } });
  return String(headers["content-security-policy"]);
}
const directiveOf = (policy: string, name: string) => policy.split(";").find((directive) => directive.startsWith(name));

describe("the hosts of external slides", () => {
  it("are stored in lower case, each once, for this site only", async () => {
    const [first, second] = [await buildAdministered(), await buildAdministered()];
    const { answer } = await allow(first.administrator, ["Slides.Example.org", "b.example:8443", "slides.example.org"]);
    expect(answer.hosts).toEqual(["b.example:8443", "slides.example.org"]);
    expect((await sendCall(server, getTileSourceHosts, { as: first.administrator })).answer).toEqual(answer);
    expect((await sendCall(server, getTileSourceHosts, { as: second.administrator })).answer.hosts).toEqual([]);
  });

  for (const host of ["*", "https://slides.example.org", "a b.example", "x; script-src *", "'unsafe-inline'", ""]) {
    it(`are rejected if one is ${JSON.stringify(host)}`, async () => {
      const { administrator } = await buildAdministered();
      expect((await allow(administrator, ["fine.example", host])).status).toBe(400);
      expect((await sendCall(server, getTileSourceHosts, { as: administrator })).answer.hosts).toEqual([]);
    });
  }

  it("of another site cannot be changed, enforced by the database", async () => {
    const [first, second] = [await buildAdministered(), await buildAdministered()];
    const changed = await withSite(server.platform.database, first.site.id, (db) =>
      sql`UPDATE site SET tile_source_hosts = '{evil.example}' WHERE id = ${second.site.id}`.execute(db),
    );
    expect(changed.numAffectedRows).toBe(0n);
    await expect(
      withSite(server.platform.database, first.site.id, (db) => sql`UPDATE site SET created_at = now()`.execute(db)),
    ).rejects.toThrow(/permission denied/);
  });
});

describe("a page can load from", () => {
  it("exactly those hosts, for images and calls, from the next page on", async () => {
    const { site, administrator } = await buildAdministered();
    const before = await policyOf(`/s${site.id}/course2/`);
    expect(directiveOf(before, "img-src")).toBe("img-src 'self' data: blob:");
    await allow(administrator, ["slides.example.org", "localhost:9000"]);
    const policy = await policyOf(`/s${site.id}/course2/`);
    const hosts = "https://localhost:9000 http://localhost:9000 https://slides.example.org";
    expect(directiveOf(policy, "img-src")).toBe(`img-src ${hosts} 'self' data: blob:`);
    expect(directiveOf(policy, "connect-src")).toBe(`connect-src ${hosts} 'self'`);
    expect(directiveOf(policy, "script-src")).toBe("script-src 'self'");
    expect(policy.match(/slides\.example\.org/g)?.length).toBe(2);
    await allow(administrator, []);
    expect(await policyOf(`/s${site.id}/course2/`)).toBe(before);
  });

  it("those of the site in the URL, otherwise those of the session's site", async () => {
    const [first, second] = [await buildAdministered(), await buildAdministered()];
    await allow(first.administrator, ["first.example"]);
    await allow(second.administrator, ["second.example"]);
    expect(await policyOf("/", first.administrator)).toContain("https://first.example");
    expect(await policyOf(`/s${second.site.id}`, first.administrator)).toContain("https://second.example");
    expect(await policyOf(`/s${second.site.id}?x=1`, first.administrator)).not.toContain("first.example");
    expect(await policyOf("/s999999999/")).not.toContain("example");
  });
});

describe("a page can show in frames", () => {
  it("nothing, until its site allows a host; then pages of that host only", async () => {
    const [first, second] = [await buildAdministered(), await buildAdministered()];
    expect(directiveOf(await policyOf(`/s${first.site.id}/`), "frame-src")).toBe("frame-src 'none'");
    const body = { hosts: ["videos.example.org", "atlas.example.org:8443"] };
    await sendCall(server, putEmbedHosts, { as: first.administrator, body });
    const policy = await policyOf(`/s${first.site.id}/`);
    expect(directiveOf(policy, "frame-src")).toBe(
      "frame-src https://atlas.example.org:8443 https://videos.example.org",
    );
    expect(policy.match(/videos\.example\.org/g)?.length).toBe(1);
    expect(directiveOf(await policyOf(`/s${second.site.id}/`), "frame-src")).toBe("frame-src 'none'");
  });
});

describe("a page can be shown in frames", () => {
  it("by nobody, until its site allows a host; then shared and embedded pages by that host only", async () => {
    const [first, second] = [await buildAdministered(), await buildAdministered()];
    const place = `/s${first.site.id}/course2/i9/?embed=1`;
    const ancestorsOf = async (url: string) => directiveOf(await policyOf(url), "frame-ancestors");
    expect(await ancestorsOf(place)).toBe("frame-ancestors 'none'");
    const { status } = await sendCall(server, putSiteOptions, {
      as: first.administrator,
      body: { frameHosts: { value: ["LMS.example.edu"] } } as never,
    });
    expect(status).toBe(200);
    const shared = `/share/${first.site.id}.abcdef`;
    for (const url of [place, `${shared}?embed=1`, `${shared}/f3/i12?embed=1`])
      expect(await ancestorsOf(url), url).toBe("frame-ancestors https://lms.example.edu");
    for (const path of ["course2/i9/", "manage?embed=1", "account?embed=1", "?embed=1"])
      expect(await ancestorsOf(`/s${first.site.id}/${path}`), path).toBe("frame-ancestors 'none'");
    for (const url of [shared, `${shared}/i12`, `/share/${second.site.id}.abcdef?embed=1`, "/sign-in?embed=1"])
      expect(await ancestorsOf(url), url).toBe("frame-ancestors 'none'");
    expect(await ancestorsOf(`/s${second.site.id}/course2/i9/?embed=1`)).toBe("frame-ancestors 'none'");
    expect(directiveOf(await policyOf(place), "frame-src")).toBe("frame-src 'none'");
    const learning = {
      ...{ name: "Moodle", issuer: "https://moodle.test", clientId: "1", deploymentIds: ["1"] },
      ...{ authorizationUrl: "https://moodle.test/auth.php", tokenUrl: "https://moodle.test/token.php" },
      tokenAudience: null,
      ...{ keysUrl: "https://moodle.test/certs.php", pageOrigins: [], roleMap: DEFAULT_LTI_ROLE_MAP },
    };
    await sendCall(server, createLtiPlatform, { as: second.administrator, body: learning });
    const framed = `/s${second.site.id}/course2/i9/`;
    expect(await ancestorsOf(`${framed}?embed=1`)).toBe("frame-ancestors https://moodle.test");
    expect(await ancestorsOf(framed)).toBe("frame-ancestors 'none'");
    expect(await ancestorsOf(place)).toBe("frame-ancestors https://lms.example.edu");
    const headersOf = async (url: string) =>
      (await server.app.inject({ url, headers: { accept: "text/html" } })).headers["x-frame-options"];
    expect(await headersOf(place)).toBeUndefined();
    expect(await headersOf(`/s${first.site.id}/manage`)).toBe("DENY");
  });
});

describe("the host that signs people in", () => {
  const ancestorsOf = async (url: string) => directiveOf(await policyOf(url), "frame-ancestors");

  it("can frame content and the content manager of its own site, not the account page", async () => {
    const [first, second] = [await buildAdministered(), await buildAdministered()];
    const body = { hostIssuer: { value: "https://school.example/wordpress" } } as never;
    expect((await sendCall(server, putSiteOptions, { as: first.administrator, body })).status).toBe(200);
    for (const path of ["course2/i9/?embed=1", "manage?embed=1", "manage/people?embed=1"]) {
      expect(await ancestorsOf(`/s${first.site.id}/${path}`), path).toBe("frame-ancestors https://school.example");
      expect(await ancestorsOf(`/s${second.site.id}/${path}`), path).toBe("frame-ancestors 'none'");
    }
    for (const path of ["manage", "account?embed=1", "?embed=1"])
      expect(await ancestorsOf(`/s${first.site.id}/${path}`), path).toBe("frame-ancestors 'none'");
  });

  it("can frame over http only from an address in a network that the operator allows", async () => {
    const { site, administrator } = await buildAdministered();
    const framedBy = async (value: string) => {
      await sendCall(server, putSiteOptions, { as: administrator, body: { hostIssuer: { value } } as never });
      return ancestorsOf(`/s${site.id}/manage?embed=1`);
    };
    expect(await framedBy("http://10.9.0.1:8080")).toBe("frame-ancestors http://10.9.0.1:8080");
    for (const other of ["http://10.8.0.1:8080", "http://localhost:8080", "http://school.example"])
      expect(await framedBy(other), other).toBe("frame-ancestors 'none'");
  });
});

it("a page can send page views only to the tracking address of its site, and runs no script of it", async () => {
  const [first, second] = [await buildAdministered(), await buildAdministered()];
  const body = { trackingUrl: { value: "https://stats.example.org/matomo.php?idsite=1" } } as never;
  expect((await sendCall(server, putSiteOptions, { as: first.administrator, body })).status).toBe(200);
  const policy = await policyOf(`/s${first.site.id}/`);
  expect(policy.match(/\S+ [^;]*stats\.example\.org/g)).toHaveLength(1);
  expect(directiveOf(policy, "connect-src")).toContain("connect-src https://stats.example.org ");
  expect(await policyOf(`/s${second.site.id}/`)).not.toContain("stats.example.org");
  const { answer } = await sendCall(server, getSession, { siteId: first.site.id });
  expect(answer.site.trackingUrl).toBe("https://stats.example.org/matomo.php?idsite=1");
});
