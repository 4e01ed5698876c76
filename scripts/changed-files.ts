/** Which files differ from what has landed, by git. */
import { spawnSync } from "node:child_process";

export interface Changes {
  /** What the files are compared with, for a person to read. */
  readonly since: string;
  /** From the root, sorted; deleted files and both names of a renamed one are among them. */
  readonly files: readonly string[];
}

/**
 * Compared with the commit that this branch left `origin/main` at; where there is no such ref, with where it left `main`;
 * on `main` itself, with the commit before. Changes without a commit and untracked files count.
 *
 * @throws if git knows nothing to compare with.
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

/** @returns null if git refuses. */
function ask(root: string, words: readonly string[]): string | null {
  const { status, stdout } = spawnSync("git", words, { cwd: root, encoding: "utf8" });
  return status === 0 ? stdout.trim() : null;
}

function linesOf(root: string, words: readonly string[]): string[] {
  const { status, stdout, stderr } = spawnSync("git", words, { cwd: root, encoding: "utf8", maxBuffer: 64 << 20 });
  if (status !== 0) throw new Error(`git ${words[0]} failed: ${stderr}`);
  return stdout.split("\0").filter((line) => line !== "");
}
