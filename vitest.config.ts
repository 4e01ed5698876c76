/**
 * Unit tests and tests of calls: two projects per place where code runs. Journeys: playwright.config.ts.
 *
 * Test files share a worker, and so its modules and its test server, which saves more than half of the time. A file gets
 * a worker of its own (project `*-isolated`) when its text says that it changes what a worker shares; see OWN_WORKER.
 */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config";

const TEST_TIMEOUT_MS = 20_000;

const TEST_FILES = "**/*.test.{ts,tsx,mjs}";

/**
 * What a file must contain to run alone:
 * - a document (`// @vitest-environment happy-dom`): it has one global body, storage and address. Without that line there
 *   is no document, and a test that uses one fails with "document is not defined";
 * - replaced modules: mocks of one file would stay for the next.
 */
const OWN_WORKER = /@vitest-environment happy-dom|\bvi\.(?:doM|m)ock\(/;

function projectsOf(name: string, root: string, more: TestProjectInlineConfiguration["test"] = {}) {
  const files = globSync(TEST_FILES, { cwd: join(import.meta.dirname, root), exclude: ["**/node_modules/**"] });
  const isolated = files.filter((file) => OWN_WORKER.test(readFileSync(join(import.meta.dirname, root, file), "utf8")));
  const shared = files.filter((file) => !isolated.includes(file));
  return [
    { extends: true as const, test: { ...more, name, root, include: shared, isolate: false } },
    { extends: true as const, test: { ...more, name: `${name}-isolated`, root, include: isolated, isolate: true } },
  ];
}

export default defineConfig({
  test: {
    testTimeout: TEST_TIMEOUT_MS,
    hookTimeout: 2 * TEST_TIMEOUT_MS,
    maxWorkers: 2,
    projects: [
      ...projectsOf("core", "packages/core"),
      ...projectsOf("slides", "packages/slides"),
      ...projectsOf("viewer", "packages/viewer"),
      ...projectsOf("server", "apps/server", { globalSetup: ["src/platform/db/embedded-test-database.ts"] }),
      ...projectsOf("web", "apps/web"),
      ...projectsOf("scripts", "scripts"),
      ...projectsOf("lab", "lab"),
    ],
  },
});
