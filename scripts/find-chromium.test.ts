import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { findChromium, listCandidates } from "./find-chromium.ts";

const folders: string[] = [];
afterEach(() => {
  vi.unstubAllEnvs();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

/** A folder of Playwright's browsers that contains these programs. @returns their paths. */
function fillPlaywrightFolder(...programs: readonly string[]): string[] {
  const folder = mkdtempSync(join(tmpdir(), "parfocal-browsers-"));
  folders.push(folder);
  vi.stubEnv("PLAYWRIGHT_BROWSERS_PATH", folder);
  return programs.map((program) => {
    const path = join(folder, program);
    mkdirSync(join(path, ".."), { recursive: true });
    writeFileSync(path, "#!/bin/sh\nexit 0\n", { mode: 0o755 });
    return path;
  });
}

describe("the browser for journeys", () => {
  it("is the one named by CHROMIUM_PATH", () => {
    // Any program that supports --version is sufficient here.
    vi.stubEnv("CHROMIUM_PATH", process.execPath);
    expect(findChromium()).toBe(process.execPath);
    expect(findChromium("full")).toBe(process.execPath);
  });

  it("is not replaced by another if CHROMIUM_PATH names a missing one", () => {
    vi.stubEnv("CHROMIUM_PATH", "/nowhere/chromium");
    expect(() => findChromium()).toThrow("CHROMIUM_PATH is /nowhere/chromium");
  });

  it("is a headless shell rather than a full browser, Debian's before Playwright's", () => {
    const [shell = "", olderShell = "", full = ""] = fillPlaywrightFolder(
      "chromium_headless_shell-1300/chrome-headless-shell-linux64/chrome-headless-shell",
      "chromium_headless_shell-1200/chrome-linux/headless_shell",
      "chromium-1300/chrome-linux64/chrome",
    );
    const candidates = listCandidates("shell");
    const places = ["/usr/bin/chromium-headless-shell", shell, olderShell, "/usr/bin/chromium", full].map((path) =>
      candidates.indexOf(path),
    );
    expect(places).not.toContain(-1);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
  });

  it("is never a headless shell if the full browser is requested", () => {
    const [shell, full] = fillPlaywrightFolder(
      "chromium_headless_shell-1300/chrome-linux/headless_shell",
      "chromium-1300/chrome-linux/chrome",
    );
    expect(listCandidates("full")).toContain(full);
    expect(listCandidates("full")).not.toContain(shell);
    expect(listCandidates("full")).not.toContain("/usr/bin/chromium-headless-shell");
  });

  it("is found in Playwright's folder", () => {
    vi.stubEnv("CHROMIUM_PATH", "");
    const [shell] = fillPlaywrightFolder("chromium_headless_shell-1300/chrome-linux/headless_shell");
    const found = findChromium();
    // A machine may also have Debian's.
    expect(["/usr/bin/chromium-headless-shell", shell]).toContain(found);
  });
});
