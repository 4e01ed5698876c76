import { describe, expect, it } from "vitest";
import { findStatusWarnings } from "./status-warnings.ts";

const GIBIBYTE = 2 ** 30;
const healthy = {
  disk: { totalBytes: 500 * GIBIBYTE, freeBytes: 300 * GIBIBYTE },
  jobs: { queued: 3, running: 1, failed: 0, longestWaitSeconds: 600 },
  mails: { isServerConfigured: true, waiting: 4, unsent: 0 },
  hasAddress: true,
  database: { version: "18.1", bytes: 1, clockOffsetSeconds: -2 },
  lastBackup: { ageSeconds: 48 * 60 * 60 },
};

describe("warnings of the server status", () => {
  it("are none on a healthy server, at the limits", () => {
    expect(findStatusWarnings(healthy)).toEqual([]);
  });

  it.each([
    ["diskLow", { disk: { totalBytes: 500 * GIBIBYTE, freeBytes: 49 * GIBIBYTE } }],
    ["diskLow", { disk: { totalBytes: 100 * GIBIBYTE, freeBytes: 19 * GIBIBYTE } }],
    ["diskFull", { disk: { totalBytes: 500 * GIBIBYTE, freeBytes: 2 * GIBIBYTE - 1 } }],
    ["clocksDiffer", { database: { ...healthy.database, clockOffsetSeconds: -2.1 } }],
    ["jobsWaiting", { jobs: { ...healthy.jobs, longestWaitSeconds: 601 } }],
    ["jobsFailed", { jobs: { ...healthy.jobs, failed: 1 } }],
    ["noMailServer", { mails: { isServerConfigured: false, waiting: 0, unsent: 5 } }],
    ["mailsUnsent", { mails: { isServerConfigured: true, waiting: 0, unsent: 5 } }],
    ["noAddress", { hasAddress: false }],
    ["noBackup", { lastBackup: null }],
    ["backupOld", { lastBackup: { ageSeconds: 48 * 60 * 60 + 1 } }],
  ])("report %s", (warning, change) => {
    expect(findStatusWarnings({ ...healthy, ...change })).toEqual([warning]);
  });

  it("list the most urgent first", () => {
    const bad = { ...healthy, hasAddress: false, disk: { totalBytes: GIBIBYTE, freeBytes: 0 } };
    expect(findStatusWarnings(bad)).toEqual(["diskFull", "noAddress"]);
  });
});
