import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { lockFolder } from "./embedded-lock.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "parfocal-lock-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

function leaveLock(holder: unknown): void {
  writeFileSync(join(folder, "server.lock"), JSON.stringify(holder));
}

function readStart(pid: number): string | undefined {
  return readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ")[19];
}

describe("the lock of a data folder", () => {
  it("rejects a second server and names the process of the first", async () => {
    await lockFolder(folder);
    await expect(lockFolder(folder, 0)).rejects.toThrow(`already open in process ${process.pid}`);
  });

  it("can be acquired again after its release, and leaves no files", async () => {
    (await lockFolder(folder)).release();
    (await lockFolder(folder)).release();
    expect(readdirSync(folder)).toEqual([]);
  });

  it("is taken over from a dead process", async () => {
    const { pid } = spawnSync("true");
    leaveLock({ pid, startedAt: "1", token: "dead" });
    await lockFolder(folder, 0);
    await expect(lockFolder(folder, 0)).rejects.toThrow(String(process.pid));
  });

  it("is taken over from a process that ends during the attempt", async () => {
    const holder = spawn("sleep", ["0.3"]);
    leaveLock({ pid: holder.pid, startedAt: readStart(holder.pid as number), token: "ending" });
    await expect(lockFolder(folder)).resolves.toBeDefined();
  });

  it("is taken over if the dead process's ID was given to another process", async () => {
    leaveLock({ pid: process.ppid, startedAt: "1", token: "reused" });
    await expect(lockFolder(folder, 0)).resolves.toBeDefined();
  });

  it("is taken over if its file was truncated", async () => {
    writeFileSync(join(folder, "server.lock"), '{"pid":');
    await expect(lockFolder(folder, 0)).resolves.toBeDefined();
  });

  it("is not released by a former holder after a takeover", async () => {
    const former = await lockFolder(folder);
    leaveLock({ pid: 2 ** 22 + 1, startedAt: null, token: "dead" });
    await lockFolder(folder);
    former.release();
    expect(readdirSync(folder)).toEqual(["server.lock"]);
  });
});
