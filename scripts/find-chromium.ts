/**
 * Finds the Chromium that journeys run in; as root on Debian it installs the distribution's when there is none.
 *
 * Usage: node scripts/find-chromium.ts     prints the path
 */
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const INSTALLED = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
];
const PLAYWRIGHT_PROGRAMS = ["chrome-linux/chrome", "chrome-linux64/chrome", "chrome-linux/headless_shell"];

/** @returns the path of a Chromium that starts, or undefined. */
export function findChromium(): string | undefined {
  const chosen = process.env.CHROMIUM_PATH;
  if (chosen) {
    if (!canStart(chosen)) throw new Error(`CHROMIUM_PATH is ${chosen}, and there is no browser there that starts.`);
    return chosen;
  }
  return [...INSTALLED, ...listPlaywrightBrowsers()].find(canStart);
}

/** @throws Error with a sentence that says what to install. */
export function findOrInstallChromium(): string {
  const found = findChromium();
  if (found) return found;
  const isRoot = process.getuid?.() === 0;
  if (!isRoot || !existsSync("/usr/bin/apt-get")) {
    throw new Error(
      "The journeys need Chromium. Install it (Debian, Ubuntu: apt-get install chromium; elsewhere: npx playwright install chromium), " +
        "or set CHROMIUM_PATH to a Chromium or Chrome.",
    );
  }
  console.log("Installing Chromium for the journeys: one or two minutes…");
  installDebianPackages(["chromium", "fonts-liberation"]);
  const installed = findChromium();
  if (!installed) throw new Error("Debian's package chromium was installed, but the browser does not start.");
  return installed;
}

function canStart(path: string): boolean {
  return existsSync(path) && spawnSync(path, ["--version"], { stdio: "ignore", timeout: 30_000 }).status === 0;
}

function listPlaywrightBrowsers(): string[] {
  const cache = process.env.PLAYWRIGHT_BROWSERS_PATH || join(homedir(), ".cache/ms-playwright");
  if (!existsSync(cache)) return [];
  return readdirSync(cache)
    .filter((name) => name.startsWith("chromium"))
    .sort()
    .reverse()
    .flatMap((name) => PLAYWRIGHT_PROGRAMS.map((program) => join(cache, name, program)));
}

function installDebianPackages(packages: readonly string[]): void {
  const environment = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  for (const words of [["update"], ["install", "-y", "--no-install-recommends", ...packages]]) {
    const { status, stderr, stdout } = spawnSync("apt-get", ["-q", ...words], { env: environment, encoding: "utf8" });
    if (status !== 0) throw new Error(`apt-get ${words.join(" ")} failed:\n${stdout}${stderr}`);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    console.log(findOrInstallChromium());
  } catch (error) {
    console.error((error as Error).message);
    process.exitCode = 1;
  }
}
