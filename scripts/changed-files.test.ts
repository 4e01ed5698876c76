import { execFileSync } from "node:child_process";
import { mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { findChanges } from "./changed-files.ts";

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "parfocal-changed-"));
  git("init", "--quiet", "--initial-branch=main");
  write("kept.ts");
  write("old name.ts");
  write(".gitignore", "*.log");
  commit();
});
afterEach(() => rmSync(root, { recursive: true }));

function git(...words: string[]): void {
  const who = ["-c", "user.name=Test", "-c", "user.email=test@parfocal.example", "-c", "commit.gpgsign=false"];
  execFileSync("git", [...who, ...words], { cwd: root, stdio: "pipe" });
}
const write = (name: string, text = name) => writeFileSync(join(root, name), text);
function commit(): void {
  git("add", "--all");
  git("commit", "--quiet", "--message", "a change");
}

it("commits of the branch, uncommitted and new files, without ignored ones", () => {
  git("checkout", "--quiet", "-b", "work");
  expect(findChanges(root).files).toEqual([]);
  write("committed.ts");
  commit();
  write("kept.ts", "changed");
  write("größe.ts");
  write("run.log");
  const changes = findChanges(root);
  expect(changes.files).toEqual(["committed.ts", "größe.ts", "kept.ts"]);
  expect(changes.since).toMatch(/^main \([0-9a-f]{9}\)$/);
});

it("a renamed file under both names", () => {
  git("checkout", "--quiet", "-b", "work");
  renameSync(join(root, "old name.ts"), join(root, "new name.ts"));
  commit();
  expect(findChanges(root).files).toEqual(["new name.ts", "old name.ts"]);
});

it("not commits by others since the branch was created", () => {
  git("checkout", "--quiet", "-b", "work");
  git("checkout", "--quiet", "main");
  write("landed.ts");
  commit();
  git("checkout", "--quiet", "work");
  write("mine.ts");
  expect(findChanges(root).files).toEqual(["mine.ts"]);
});

it("origin/main before main", () => {
  git("update-ref", "refs/remotes/origin/main", "HEAD");
  write("not pushed.ts");
  commit();
  const changes = findChanges(root);
  expect(changes.files).toEqual(["not pushed.ts"]);
  expect(changes.since).toMatch(/^origin\/main/);
});

it("on main alone, the last commit", () => {
  write("last.ts");
  commit();
  const changes = findChanges(root);
  expect(changes.files).toEqual(["last.ts"]);
  expect(changes.since).toMatch(/^HEAD~1/);
});

it("reports that there is nothing to compare with", () => {
  expect(() => findChanges(root)).toThrow(/or earlier commit/);
});
