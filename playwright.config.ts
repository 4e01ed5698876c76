/** Journeys: a real Chromium against one real server, which e2e/testing/one-server-for-all.ts starts for the run. */
import { defineConfig } from "@playwright/test";
import { findChromium } from "./scripts/find-chromium.ts";

const isRoot = process.getuid?.() === 0;

export default defineConfig({
  testDir: "e2e",
  testMatch: "*.spec.ts",
  globalSetup: "./e2e/testing/one-server-for-all.ts",
  workers: 1,
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  forbidOnly: Boolean(process.env.CI),
  use: {
    viewport: { width: 1440, height: 900 },
    locale: "en-GB",
    timezoneId: "Europe/Berlin",
    trace: "retain-on-failure",
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
        "--disable-dev-shm-usage",
      ],
    },
  },
});
