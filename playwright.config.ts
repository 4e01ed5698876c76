/** Journeys: a real Chromium against a real server, one for the run (e2e/testing/shared-server.ts). */
import { availableParallelism } from "node:os";
import { defineConfig } from "@playwright/test";
import { isOnBucket } from "./e2e/testing/stored-files.ts";
import { findChromium } from "./scripts/find-chromium.ts";

/** Each worker has a browser; all use one server. A journey waits about as long as it computes, so that two fill two cores. */
const CORES_A_WORKER = 1;
/** The S3 store of the journeys on a bucket runs beside them: about a core, however many journeys there are. */
const CORES_OF_A_STORE = 1;
const MAX_WORKERS = 4;
/** That store, OpenStack Swift, is slow: an upload takes several times as long, and each page waits for its files. */
const LIMITS_MS = isOnBucket() ? { journey: 240_000, expect: 45_000 } : { journey: 60_000, expect: 15_000 };
/** One list: Chromium uses only the last one given, and this one replaces Playwright's. */
const DISABLED_FEATURES = [
  "IsolateOrigins",
  "site-per-process",
  // Parses scripts in a second thread while they arrive, which takes 8 % of the processor time of a first page.
  "ScriptStreaming",
  "PrecompileInlineScripts",
  // Those of Playwright's list that concern pages of one's own server, except ThirdPartyStoragePartitioning: real
  // browsers have it, and frame-without-cookies.spec.ts is about a page that a host shows in a frame with such storage.
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsUpgrades",
  "HttpsFirstBalancedModeAutoEnable",
  "MediaRouter",
  "OptimizationHints",
  "PaintHolding",
];
const isRoot = process.getuid?.() === 0;

// Their data is thrown away, and no journey cuts the power: the database of their servers need not wait for the disk.
process.env.ALLOW_UNSAFE_DB = "1";

export default defineConfig({
  testDir: "e2e",
  testMatch: "*.spec.ts",
  globalSetup: "./e2e/testing/shared-server.ts",
  workers: Math.min(
    MAX_WORKERS,
    Math.max(1, Math.floor((availableParallelism() - (isOnBucket() ? CORES_OF_A_STORE : 0)) / CORES_A_WORKER)),
  ),
  retries: 0,
  timeout: LIMITS_MS.journey,
  expect: { timeout: LIMITS_MS.expect },
  forbidOnly: Boolean(process.env.CI),
  use: {
    // One browser context for a worker's journeys with equal options, emptied in between: its compiled scripts stay.
    reuseContext: true,
    // What moves is looked at by the journeys about motion alone: they ask for it by emulateMedia.
    contextOptions: { reducedMotion: "reduce" },
    viewport: { width: 1440, height: 900 },
    // Visitors who have accepted cookies, so that each journey need not; `announcement.spec.ts` goes without.
    storageState: {
      cookies: [
        {
          ...{ name: "parfocal-consent", value: "technical", domain: "127.0.0.1", path: "/", expires: -1 },
          ...{ httpOnly: false, secure: false, sameSite: "Lax" },
        },
      ],
      origins: [],
    },
    locale: "en-GB",
    timezoneId: "Europe/Berlin",
    // A third of a journey's work would be its trace: what fails leaves one when it is run again (scripts/run-journeys.ts).
    trace: "off",
    screenshot: "only-on-failure",
    launchOptions: {
      executablePath: findChromium(),
      args: [
        // Root cannot have Chromium's sandbox; what it opens here is our own server alone.
        ...(isRoot ? ["--no-sandbox"] : []),
        "--disable-gpu",
        "--enable-unsafe-swiftshader",
        "--disable-quic",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--no-first-run",
        `--disable-features=${DISABLED_FEATURES.join(",")}`,
        "--disable-site-isolation-trials",
        "--disable-dev-shm-usage",
        // A journey's page lives for seconds: code that is optimised for it is seldom used long enough to repay that.
        // Playwright's records of requests have stack traces, for whose positions V8 would parse the code again.
        "--js-flags=--no-maglev,--invocation-count-for-turbofan=30000,--no-enable-lazy-source-positions",
      ],
    },
  },
});
