/** Unit tests and tests of calls: one project per place where code runs. Journeys: playwright.config.ts. */
import { defineConfig } from "vitest/config";

const TEST_TIMEOUT_MS = 20_000;

export default defineConfig({
  test: {
    testTimeout: TEST_TIMEOUT_MS,
    hookTimeout: 2 * TEST_TIMEOUT_MS,
    maxWorkers: 2,
    projects: [
      { extends: true, test: { name: "core", root: "packages/core", include: ["src/**/*.test.ts"] } },
      { extends: true, test: { name: "slides", root: "packages/slides", include: ["src/**/*.test.ts"] } },
      { extends: true, test: { name: "viewer", root: "packages/viewer", include: ["src/**/*.test.ts"] } },
      {
        extends: true,
        test: {
          name: "server",
          root: "apps/server",
          include: ["src/**/*.test.ts"],
          globalSetup: ["src/platform/db/embedded-test-database.ts"],
        },
      },
      {
        extends: true,
        test: { name: "web", root: "apps/web", include: ["{src,build}/**/*.test.{ts,tsx}"], environment: "happy-dom" },
      },
      { extends: true, test: { name: "scripts", root: "scripts", include: ["**/*.test.{ts,mjs}"] } },
    ],
  },
});
