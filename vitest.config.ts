/**
 * Unit tests and tests of calls: three projects per place where code runs. Journeys: playwright.config.ts.
 *
 * Test files share a worker, and so its modules and its test server, which saves more than half of the time. Files with a
 * document share one too (project `*-document`): it is emptied before each file (scripts/empty-document.ts). Of those, files
 * that replace modules (project `*-mocked`) share libraries and the document alone: our modules are reloaded for each
 * (scripts/fresh-modules.ts). A file without a document gets a worker of its own (project `*-isolated`) when it replaces modules.
 */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config";
import { PATIENCE_MS } from "./scripts/patience-ms.ts";

/** For tests that hang: what takes a second on a quiet machine may take twenty where others work. */
const TEST_TIMEOUT_MS = 60_000;

/** Makes tests wait longer than a second for what they wait for. */
const PATIENCE = join(import.meta.dirname, "scripts/patience.ts");

const BUNDLED_SCRIPTS = join(import.meta.dirname, "scripts/bundled-scripts-for-tests.ts");

const TEST_FILES = "**/*.test.{ts,tsx,mjs}";

/** A file with this line has a document. The others have none, and a test that uses one fails with "document is not defined". */
const DOCUMENT = /@vitest-environment happy-dom/;

/** Mocks of one file would stay in the modules of the next, and modules that are reloaded are no longer shared. */
const REPLACES_MODULES = /\bvi\.(?:(?:doM|m)ock|resetModules)\(/;

function projectsOf(name: string, root: string, more: TestProjectInlineConfiguration["test"] = {}) {
  const files = globSync(TEST_FILES, { cwd: join(import.meta.dirname, root), exclude: ["**/node_modules/**"] });
  const include: Record<ProjectKind, string[]> = { "": [], "-document": [], "-mocked": [], "-isolated": [] };
  for (const file of files) include[kindOf(readFileSync(join(import.meta.dirname, root, file), "utf8"))].push(file);
  return (Object.keys(include) as ProjectKind[]).map((kind) => ({
    extends: true as const,
    test: {
      ...more,
      name: name + kind,
      root,
      include: include[kind],
      isolate: kind === "-isolated",
      setupFiles: [PATIENCE, ...SETUP_FILES[kind]],
    },
  }));
}

type ProjectKind = "" | "-document" | "-mocked" | "-isolated";

const SETUP_FILES: Readonly<Record<ProjectKind, readonly string[]>> = {
  "": [],
  "-document": [join(import.meta.dirname, "scripts/empty-document.ts")],
  "-mocked": [join(import.meta.dirname, "scripts/fresh-modules.ts")],
  "-isolated": [],
};

function kindOf(testFile: string): ProjectKind {
  if (REPLACES_MODULES.test(testFile)) return DOCUMENT.test(testFile) ? "-mocked" : "-isolated";
  return DOCUMENT.test(testFile) ? "-document" : "";
}

export default defineConfig({
  test: {
    testTimeout: TEST_TIMEOUT_MS,
    hookTimeout: 2 * TEST_TIMEOUT_MS,
    expect: { poll: { timeout: PATIENCE_MS } },
    maxWorkers: 2,
    projects: [
      ...projectsOf("core", "packages/core"),
      ...projectsOf("slides", "packages/slides", { globalSetup: [BUNDLED_SCRIPTS] }),
      ...projectsOf("viewer", "packages/viewer"),
      ...projectsOf("server", "apps/server", {
        globalSetup: [BUNDLED_SCRIPTS, "src/platform/db/embedded-test-database.ts"],
      }),
      ...projectsOf("web", "apps/web"),
      ...projectsOf("scripts", "scripts"),
      ...projectsOf("lab", "lab"),
    ],
  },
});
