import { getHealth } from "@parfocal/core/platform/health.contract.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildSite } from "#testing/build-site.ts";
import { buildUser } from "#testing/build-user.ts";
import { sendCall } from "#testing/send-call.ts";
import { createTestServer, MAX_CONNECTIONS, type TestServer } from "#testing/test-server.ts";
import { openDatabase } from "../db/database.ts";
import { addInstallationMetrics, isDatabaseUp } from "./installation-metrics.ts";
import { type MetricsServer, startMetricsServer } from "./metrics-server.ts";
import { createProcessMetrics } from "./process-metrics.ts";

const metrics = createProcessMetrics("leader");
let server: TestServer;
let exposed: MetricsServer;
let platform: { -readonly [Part in "folders" | "reserve" | "version"]: TestServer["platform"][Part] };

beforeAll(async () => {
  server = await createTestServer({ metrics });
  metrics.watchPool("main", server.platform.database);
  platform = { ...server.platform };
  const refresh = addInstallationMetrics(metrics.registry, platform);
  exposed = await startMetricsServer(
    { host: "127.0.0.1", port: 0 },
    {
      async collect() {
        await refresh();
        return [await metrics.registry.getMetricsAsJSON()];
      },
      isReady: () => isDatabaseUp(platform),
    },
  );
});
afterAll(async () => {
  await exposed.stop();
  await server.close();
});

const read = async (path: string, init: RequestInit = {}) => {
  const response = await fetch(`http://127.0.0.1:${exposed.port}${path}`, init);
  return { status: response.status, text: await response.text(), type: response.headers.get("content-type") };
};
/** @returns the values of a metric by its labels, as printed. */
async function valuesOf(name: string): Promise<Record<string, number>> {
  const { text } = await read("/metrics");
  const rows = [...text.matchAll(new RegExp(`^${name}\\{(.*)\\} (\\S+)$`, "gm"))];
  return Object.fromEntries(rows.map(([, labels, value]) => [labels, Number(value)]));
}

describe("/metrics", () => {
  it("times requests by route pattern, never by URL", async () => {
    const site = await buildSite(server);
    const user = await buildUser(site, { role: "learner" });
    await sendCall(server, getHealth);
    const headers = { "x-site-token": user.token };
    await server.app.inject({ url: "/api/v2/course/987654321", headers });
    await server.app.inject({ url: "/api/v2/nothing/987654321", headers });
    const counts = await valuesOf("parfocal_http_request_duration_seconds_count");
    expect(counts).toEqual({
      'method="GET",route="/api/health",status="200",process="leader"': 1,
      'method="GET",route="/api/v2/course/:id",status="404",process="leader"': 1,
      'method="GET",route="none",status="404",process="leader"': 1,
    });
    expect((await read("/metrics")).text).not.toContain("987654321");
  });

  it("counts jobs of all sites by type, without naming a site", async () => {
    for (const siteId of [(await buildSite(server)).id, (await buildSite(server)).id]) {
      await sql`
        INSERT INTO job (site_id, kind, subject_id, state, created_at, not_before, finished_at) VALUES
          (${siteId}, 'convert', 1, 'queued', now() - interval '90 seconds', NULL, NULL),
          (${siteId}, 'convert', 1, 'queued', now(), now() + interval '1 hour', NULL),
          (${siteId}, 'mail', 1, 'failed', now(), NULL, now() - interval '25 hours'),
          (${siteId}, 'mail', 1, 'failed', now(), NULL, now())
      `.execute(server.owner);
      await sql`
        INSERT INTO mail (site_id, message_id, recipient_name, recipient_address, subject)
        VALUES (${siteId}, '<1@x>', 'Lea', 'lea@example.org', 'x')
      `.execute(server.owner);
    }
    expect(await valuesOf("parfocal_jobs_queued")).toEqual({ 'kind="convert",process="leader"': 2 });
    expect(await valuesOf("parfocal_jobs_failed_last_day")).toEqual({ 'kind="mail",process="leader"': 2 });
    const waits = await valuesOf("parfocal_job_longest_wait_seconds");
    expect(Math.round((waits['kind="convert",process="leader"'] ?? 0) / 10)).toBe(9);
    expect(await valuesOf("parfocal_mails_waiting")).toEqual({ 'process="leader"': 2 });
    const { text } = await read("/metrics");
    expect(text).not.toMatch(/lea@|site/);
  });

  it("shows versions, disk space and database connections", async () => {
    expect(await valuesOf("parfocal_info")).toEqual({ 'version="0.0.0-test",process="leader"': 1 });
    expect((await valuesOf("parfocal_disk_bytes"))['state="free",process="leader"']).toBeGreaterThan(0);
    const connections = await valuesOf("parfocal_database_connections");
    expect(connections['pool="main",state="max",process="leader"']).toBe(MAX_CONNECTIONS);
    expect(connections['pool="main",state="lent",process="leader"']).toBe(0);
    expect(await valuesOf("parfocal_database_up")).toEqual({ 'process="leader"': 1 });
    expect(await read("/metrics")).toMatchObject({ status: 200, type: "text/plain; version=0.0.4; charset=utf-8" });
  });

  it("still responds without a database: reports it down, and omits its metrics", async () => {
    const { reserve } = platform;
    const nowhere = { host: "/nowhere", port: 1, user: "nobody", database: "none" };
    platform.reserve = openDatabase(nowhere, { onIdleError: () => {} });
    try {
      expect(await valuesOf("parfocal_database_up")).toEqual({ 'process="leader"': 0 });
      expect(await valuesOf("parfocal_mails_waiting")).toEqual({});
      expect(await valuesOf("parfocal_jobs_queued")).toEqual({});
      expect(await read("/ready")).toMatchObject({ status: 503 });
      expect(await read("/live")).toMatchObject({ status: 200 });
    } finally {
      await platform.reserve.destroy();
      platform.reserve = reserve;
    }
    expect(await read("/ready")).toMatchObject({ status: 200, text: "ready\n" });
  });
});

it("serves no other path, and rejects POST", async () => {
  expect(await read("/api/health")).toMatchObject({ status: 404 });
  expect(await read("/metrics", { method: "POST" })).toMatchObject({ status: 405 });
});

it("names the setting if its port is in use", async () => {
  const source = { collect: async () => [], isReady: async () => true };
  const again = startMetricsServer({ host: "127.0.0.1", port: exposed.port }, source);
  await expect(again).rejects.toThrow(`Port ${exposed.port} of PARFOCAL_METRICS_PORT is in use.`);
});
