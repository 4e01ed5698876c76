/** The WordPress plugin, as far as PHP alone can check it: syntax, and the tests of its parts. */
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const FOLDER = join(import.meta.dirname, "../hosts/wordpress");
const PLUGIN = join(FOLDER, "parfocal");
const files = readdirSync(PLUGIN, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".php"));
/** What a try-out installs and serves WordPress with. */
const TRIED = ["install.php", "router.php"];
const isMissing = spawnSync("php", ["--version"]).error !== undefined;
const run = (...words: string[]) => {
  const { status, stdout, stderr } = spawnSync("php", words, { encoding: "utf8" });
  return { status, output: stdout + stderr };
};

describe(isMissing ? "the WordPress plugin (skipped: PHP is not installed)" : "the WordPress plugin", () => {
  it.skipIf(isMissing)("has no syntax errors", () => {
    // One process reads all: `php -l` accepts several files only since PHP 8.3.
    const check = "foreach (array_slice($argv, 1) as $f) token_get_all(file_get_contents($f), TOKEN_PARSE);";
    const paths = [...files.map((name) => join(PLUGIN, name)), ...TRIED.map((name) => join(FOLDER, "try", name))];
    expect(run("-r", check, "--", ...paths)).toEqual({ status: 0, output: "" });
  });

  it.skipIf(isMissing)("passes the tests of its parts", () => {
    expect(run(join(FOLDER, "tests/run.php"))).toMatchObject({ status: 0, output: expect.stringMatching(/ 0 failed/) });
  });

  it("runs no file that is opened directly", () => {
    expect(files.length).toBeGreaterThan(9);
    for (const name of files.filter((name) => !name.startsWith("languages")))
      expect(readFileSync(join(PLUGIN, name), "utf8"), name).toMatch(
        /defined\( '(?:ABSPATH|WP_UNINSTALL_PLUGIN)' \) \|\| exit;/,
      );
  });
});
