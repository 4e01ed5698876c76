/**
 * Finds the program for formats that Parfocal does not read itself: `vips` with OpenSlide.
 */
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { promisify } from "node:util";

const run = promisify(execFile);

/** Installation paths of packages. */
export const USUAL_PROGRAMS: readonly string[] = ["/usr/bin/vips", "/usr/local/bin/vips", "/opt/homebrew/bin/vips"];

const ASK_LIMIT_MS = 20_000;
const OPERATION = "openslideload";

/** Cached results; a missing program is searched for again, as it may have been installed since. */
const answers = new Map<string, Promise<boolean>>();

/** @returns the absolute path of the first program that reads slides; null: none. */
export async function findProgram(programs: readonly string[] = USUAL_PROGRAMS): Promise<string | null> {
  for (const program of programs) {
    if (!existsSync(program)) continue;
    const answer = answers.get(program) ?? readsSlides(program);
    answers.set(program, answer);
    if (await answer) return program;
    // OpenSlide may be installed later, with a newer package.
    answers.delete(program);
  }
  return null;
}

async function readsSlides(program: string): Promise<boolean> {
  try {
    const { stdout } = await run(program, ["-l", OPERATION], { env: {}, timeout: ASK_LIMIT_MS });
    return stdout.includes(OPERATION);
  } catch {
    return false;
  }
}
