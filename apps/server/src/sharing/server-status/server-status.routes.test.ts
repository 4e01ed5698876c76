import { getServerStatus } from "@parfocal/core/server-status/server-status.contract.ts";
import { findStatusWarnings } from "@parfocal/core/server-status/status-warnings.ts";
import { sql } from "kysely";
import { Registry } from "prom-client";
import { afterAll, beforeAll, expect, it } from "vitest";
import { addInstallationMetrics } from "#platform/metrics/installation-metrics.ts";
import { buildSite } from "#testing/build-site.ts";
import { buildUser, type TestUser } from "#testing/build-user.ts";
import { sendCall } from "#testing/send-call.ts";
import { createTestServer, type TestServer } from "#testing/test-server.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

let server: TestServer;
let administrator: TestUser;
beforeAll(async () => {
  server = await createTestServer();
  administrator = await buildUser(await buildSite(server), { role: "administrator" });
});
afterAll(() => server.close());

const readStatus = async () => (await sendCall(server, getServerStatus, { as: administrator })).answer;

it("reports versions and disk space, and what an administrator should set up", async () => {
  const status = await readStatus();
  expect(status.version).toBe("0.0.0-test");
  expect(status.database.version).toMatch(/^\d+(\.\d+)*$/);
  expect(status.database.bytes).toBeGreaterThan(1_000_000);
  expect(status.disk.freeBytes).toBeGreaterThan(0);
  expect(status.disk.totalBytes).toBeGreaterThan(status.disk.freeBytes);
  expect(status.slides).toEqual({ count: 0, bytes: 0 });
  expect(status.jobs).toEqual({ queued: 0, running: 0, failed: 0, longestWaitSeconds: null });
  expect(findStatusWarnings(status)).toEqual(expect.arrayContaining(["noMailServer", "noAddress"]));
});

it("counts only this site's jobs and emails, and waiting times of jobs that can run", async () => {
  const elsewhere = await buildUser(await buildSite(server), { role: "administrator" });
  const addJobs = (siteId: number) =>
    sql`
      INSERT INTO job (site_id, kind, subject_id, state, created_at, not_before, finished_at) VALUES
        (${siteId}, 'a', 1, 'queued', now() - interval '1 hour', NULL, NULL),
        (${siteId}, 'a', 1, 'queued', now() - interval '5 hours', now() + interval '1 hour', NULL),
        (${siteId}, 'a', 1, 'running', now() - interval '2 hours', NULL, NULL),
        (${siteId}, 'a', 1, 'failed', now(), NULL, now() - interval '23 hours'),
        (${siteId}, 'a', 1, 'failed', now(), NULL, now() - interval '25 hours')
    `.execute(server.owner);
  await addJobs(administrator.siteId);
  await addJobs(elsewhere.siteId);
  await sql`
    INSERT INTO mail (site_id, message_id, recipient_name, recipient_address, subject, state, reason)
    VALUES (${elsewhere.siteId}, '<1@x>', 'A', 'a@example.org', 'x', 'unsent', 'noServer')
  `.execute(server.owner);
  const { jobs, mails } = await readStatus();
  expect(jobs).toMatchObject({ queued: 2, running: 1, failed: 1 });
  expect(Math.round((jobs.longestWaitSeconds ?? 0) / 60)).toBe(60);
  expect(mails).toEqual({ isServerConfigured: false, waiting: 0, unsent: 0 });
});

/** As `npm run backup` does at its end (`backup.test.ts`). */
const backUpAt = (time: Date) =>
  sql`
    INSERT INTO installation (name, value) VALUES ('lastBackup', ${time.toISOString()})
    ON CONFLICT (name) DO UPDATE SET value = excluded.value
  `.execute(server.owner);

it("reports the last backup, which the metrics have too", async () => {
  const registry = new Registry();
  const refresh = addInstallationMetrics(registry, server.platform);
  const metric = async () => {
    await refresh();
    return (await registry.metrics()).match(/^parfocal_last_backup_timestamp_seconds (\S+)$/m)?.[1];
  };
  expect((await readStatus()).lastBackup).toBeNull();
  expect(findStatusWarnings(await readStatus())).toContain("noBackup");
  expect(await metric()).toBeUndefined();

  const threeDaysAgo = new Date(Date.now() - 3 * DAY_MS);
  await backUpAt(threeDaysAgo);
  const status = await readStatus();
  expect(status.lastBackup?.startedAt).toBe(threeDaysAgo.toISOString());
  expect(Math.round((status.lastBackup?.ageSeconds ?? 0) / 3600)).toBe(72);
  expect(findStatusWarnings(status)).toContain("backupOld");
  expect(Number(await metric())).toBe(Math.round(threeDaysAgo.getTime() / 1000));

  await backUpAt(new Date());
  expect(findStatusWarnings(await readStatus())).not.toContain("backupOld");
});
