/**
 * Finds the Chromium for journeys: the headless shell, which needs two thirds of the full browser's time, otherwise
 * the full browser. As root on Debian, a missing browser is installed from the distribution.
 *
 * Usage: node scripts/find-chromium.ts     prints the path
 */
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** `shell`: without a window and browser interface; falls back to the full browser. */
export type BrowserKind = "shell" | "full";

const SHELLS = ["/usr/bin/chromium-headless-shell"];
const FULL_BROWSERS = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
];
const PLAYWRIGHT_SHELLS = ["chrome-headless-shell-linux64/chrome-headless-shell", "chrome-linux/headless_shell"];
const PLAYWRIGHT_FULL_BROWSERS = ["chrome-linux/chrome", "chrome-linux64/chrome"];
const DEBIAN_SHELL = "chromium-headless-shell";
const DEBIAN_FULL_BROWSER = "chromium";
const FONTS = "fonts-liberation";

/** @returns the path of a working Chromium, or undefined. */
export function findChromium(kind: BrowserKind = "shell"): string | undefined {
  const chosen = process.env.CHROMIUM_PATH;
  if (chosen) {
    if (!canStart(chosen)) throw new Error(`CHROMIUM_PATH is ${chosen}, but no browser starts from there.`);
    return chosen;
  }
  return listCandidates(kind).find(canStart);
}

/** @throws Error with a message about what to install. */
export function findOrInstallChromium(kind: BrowserKind = "shell"): string {
  const found = findChromium(kind);
  if (found && (kind === "full" || process.env.CHROMIUM_PATH || isShell(found) || !canInstall())) return found;
  if (!found && !canInstall()) {
    throw new Error(
      "The journeys need Chromium. Install it (Debian: apt-get install chromium-headless-shell; Ubuntu: apt-get install chromium; " +
        "elsewhere: npx playwright install chromium), or set CHROMIUM_PATH to a Chromium or Chrome.",
    );
  }
  installChromium(kind, found !== undefined);
  const installed = findChromium(kind);
  if (!installed) throw new Error("Debian's Chromium was installed, but it does not start.");
  return installed;
}

/** Possible paths of this type of browser, in order of preference. */
export function listCandidates(kind: BrowserKind): string[] {
  const full = [...FULL_BROWSERS, ...listPlaywrightBrowsers(PLAYWRIGHT_FULL_BROWSERS)];
  return kind === "full" ? full : [...SHELLS, ...listPlaywrightBrowsers(PLAYWRIGHT_SHELLS), ...full];
}

function isShell(path: string): boolean {
  return listCandidates("shell").includes(path) && !listCandidates("full").includes(path);
}

function canInstall(): boolean {
  return process.getuid?.() === 0 && existsSync("/usr/bin/apt-get");
}

/**
 * @param isOptional whether another browser can be used: then a package is installed only if it is in apt's current
 * lists.
 */
function installChromium(kind: BrowserKind, isOptional: boolean): void {
  if (isOptional && !isInDebian(DEBIAN_SHELL)) return;
  console.log("Installing Chromium for the journeys (one or two minutes)…");
  if (!isOptional) runApt(["update"]);
  const wanted = kind === "shell" && isInDebian(DEBIAN_SHELL) ? DEBIAN_SHELL : DEBIAN_FULL_BROWSER;
  try {
    runApt(["install", "-y", "--no-install-recommends", wanted, FONTS]);
  } catch (error) {
    if (!isOptional) throw error;
    console.log(`${wanted} could not be installed; the full browser is used.`);
  }
}

function isInDebian(name: string): boolean {
  return spawnSync("apt-cache", ["show", "--quiet", name], { stdio: "ignore" }).status === 0;
}

function canStart(path: string): boolean {
  return existsSync(path) && spawnSync(path, ["--version"], { stdio: "ignore", timeout: 30_000 }).status === 0;
}

function listPlaywrightBrowsers(programs: readonly string[]): string[] {
  const cache = process.env.PLAYWRIGHT_BROWSERS_PATH || join(homedir(), ".cache/ms-playwright");
  if (!existsSync(cache)) return [];
  return readdirSync(cache)
    .filter((name) => name.startsWith("chromium"))
    .sort()
    .reverse()
    .flatMap((name) => programs.map((program) => join(cache, name, program)));
}

function runApt(words: readonly string[]): void {
  const environment = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const { status, stderr, stdout } = spawnSync("apt-get", ["-q", ...words], { env: environment, encoding: "utf8" });
  if (status !== 0) throw new Error(`apt-get ${words.join(" ")} failed:\n${stdout}${stderr}`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    console.log(findOrInstallChromium());
  } catch (error) {
    console.error((error as Error).message);
    process.exitCode = 1;
  }
}
