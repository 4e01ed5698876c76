/** Files that differ from the landed commit, by git. */
import { spawnSync } from "node:child_process";

export interface Changes {
  /** Description of the compared commit, for the output. */
  readonly since: string;
  /** Paths from the root, sorted; including deleted files and both names of a renamed one. */
  readonly files: readonly string[];
}

/**
 * Compared with the merge base with `origin/main`; without that ref, with the merge base with `main`;
 * on `main` itself, with the previous commit. Uncommitted changes and untracked files are included.
 *
 * @throws if git finds no commit to compare with.
 */
export function findChanges(root: string): Changes {
  const { commit, name } = findBase(root);
  const files = new Set([
    ...linesOf(root, ["diff", "--name-only", "--no-renames", "-z", commit]),
    ...linesOf(root, ["ls-files", "--others", "--exclude-standard", "-z"]),
  ]);
  return { since: `${name} (${commit.slice(0, 9)})`, files: [...files].sort() };
}

function findBase(root: string): { commit: string; name: string } {
  const branch = ask(root, ["symbolic-ref", "--short", "--quiet", "HEAD"]);
  for (const ref of ["origin/main", ...(branch === "main" ? [] : ["main"])]) {
    const commit = ask(root, ["merge-base", "HEAD", ref]);
    if (commit) return { commit, name: ref };
  }
  const before = ask(root, ["rev-parse", "--verify", "--quiet", "HEAD~1"]);
  if (!before) throw new Error("--changed: git has no origin/main, main or earlier commit to compare with.");
  return { commit: before, name: "HEAD~1" };
}

/** @returns null if git fails. */
function ask(root: string, words: readonly string[]): string | null {
  const { status, stdout } = spawnSync("git", words, { cwd: root, encoding: "utf8" });
  return status === 0 ? stdout.trim() : null;
}

function linesOf(root: string, words: readonly string[]): string[] {
  const { status, stdout, stderr } = spawnSync("git", words, { cwd: root, encoding: "utf8", maxBuffer: 64 << 20 });
  if (status !== 0) throw new Error(`git ${words[0]} failed: ${stderr}`);
  return stdout.split("\0").filter((line) => line !== "");
}
