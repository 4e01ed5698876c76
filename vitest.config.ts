/**
 * Unit tests and tests of calls: three projects per place where code runs. Journeys: playwright.config.ts.
 *
 * Test files share a worker, and so its modules and its test server, which saves more than half of the time. Files with a
 * document share one too (project `*-document`): it is emptied before each file (scripts/empty-document.ts). A file gets a
 * worker of its own (project `*-isolated`) when it replaces modules.
 */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config";

const TEST_TIMEOUT_MS = 20_000;

const TEST_FILES = "**/*.test.{ts,tsx,mjs}";

/** A file with this line has a document. The others have none, and a test that uses one fails with "document is not defined". */
const DOCUMENT = /@vitest-environment happy-dom/;

/** Mocks of one file would stay for the next, and modules that are read anew are no longer shared: such a file runs alone. */
const REPLACES_MODULES = /\bvi\.(?:(?:doM|m)ock|resetModules)\(/;

function projectsOf(name: string, root: string, more: TestProjectInlineConfiguration["test"] = {}) {
  const files = globSync(TEST_FILES, { cwd: join(import.meta.dirname, root), exclude: ["**/node_modules/**"] });
  const isolated: string[] = [];
  const withDocument: string[] = [];
  const shared: string[] = [];
  for (const file of files) {
    const text = readFileSync(join(import.meta.dirname, root, file), "utf8");
    if (REPLACES_MODULES.test(text)) isolated.push(file);
    else if (DOCUMENT.test(text)) withDocument.push(file);
    else shared.push(file);
  }
  const patience = join(import.meta.dirname, "scripts/patient-waits.ts");
  const emptying = join(import.meta.dirname, "scripts/empty-document.ts");
  const project = (suffix: string, include: string[], isolate: boolean, setupFiles: string[]) => ({
    extends: true as const,
    test: { ...more, name: `${name}${suffix}`, root, include, isolate, setupFiles },
  });
  return [
    project("", shared, false, [patience]),
    project("-document", withDocument, false, [patience, emptying]),
    project("-isolated", isolated, true, [patience]),
  ];
}

export default defineConfig({
  test: {
    testTimeout: TEST_TIMEOUT_MS,
    hookTimeout: 2 * TEST_TIMEOUT_MS,
    maxWorkers: 2,
    // As scripts/patient-waits.ts does for the other ways to wait.
    expect: { poll: { timeout: 15_000 } },
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
