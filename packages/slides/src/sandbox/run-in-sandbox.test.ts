import { existsSync } from "node:fs";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Misconduct } from "../testing/misbehaving-child.ts";
import { runInSandbox, type SandboxTask } from "./run-in-sandbox.ts";

let folder: string;
let given: string;
let other: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "parfocal-sandbox-"));
  given = join(folder, "given");
  other = join(folder, "other");
  await writeFile(given, '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
  await writeFile(other, "a secret");
});
afterAll(() => rm(folder, { recursive: true }));

/** Can read `given` and write `out`, and nothing else. */
function misbehave(kind: Misconduct["kind"], path = given, more: Partial<SandboxTask> = {}): Promise<unknown> {
  return runInSandbox<unknown>({
    script: new URL("../testing/misbehaving-child.ts", import.meta.url),
    order: { kind, path } satisfies Misconduct,
    fence: {
      mayRead: [given],
      mayWrite: [join(folder, "out")],
      cpuSeconds: 30,
      largestFileBytes: 2 ** 20,
      heapMb: 64,
    },
    timeLimitMs: 30_000,
    overTimeMessage: "This took too long.",
    ...more,
  });
}

/** IDs of the sandboxes that process files of this test. @param kind of their task. */
async function runningSandboxes(kind: Misconduct["kind"]): Promise<number[]> {
  const pids: number[] = [];
  for (const name of await readdir("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    const commandLine = await readFile(`/proc/${name}/cmdline`, "latin1").catch(() => "");
    if (commandLine.includes("--permission") && commandLine.includes(folder) && commandLine.includes(`"${kind}"`))
      pids.push(Number(name));
  }
  return pids;
}

const hasProc = existsSync("/proc/self/cmdline");
const hasPrlimit = existsSync("/usr/bin/prlimit");

// Each starts a process with the lowest priority.
describe("runInSandbox", { timeout: 60_000 }, () => {
  it("returns the answer of the script", async () => {
    expect(await misbehave("nothing")).toBe("done");
    expect(await misbehave("readFile")).toContain("<svg");
  });

  it("hides the server's environment from the script", async () => {
    process.env.PARFOCAL_TEST_SECRET = "a secret";
    expect(await misbehave("reportEnvironment")).not.toContain("PARFOCAL_TEST_SECRET");
  });

  const fences: [what: string, kind: Misconduct["kind"], path: () => string, says: RegExp][] = [
    ["read another file", "readFile", () => other, /ERR_ACCESS_DENIED|restricted/],
    ["write the file that it is allowed to read", "writeFile", () => given, /ERR_ACCESS_DENIED|restricted/],
    ["start a process", "startProcess", () => given, /ERR_ACCESS_DENIED|restricted/],
    ["open a connection, even to the same machine", "connect", () => given, /ERR_ACCESS_DENIED|restricted/],
    ["open an SVG", "openSvg", () => given, /unsupported image format/],
  ];
  for (const [what, kind, path, says] of fences) {
    it(`cannot ${what}`, async () => {
      await expect(misbehave(kind, path())).rejects.toThrow(says);
      expect(await readFile(given, "utf8")).toContain("<svg");
    });
  }

  it.skipIf(!hasPrlimit)("cannot write more than it is allowed (needs prlimit)", async () => {
    await expect(misbehave("writeALot", join(folder, "out"))).rejects.toThrow("EFBIG");
  });

  const breaks: [what: string, kind: Misconduct["kind"]][] = [
    ["crashes", "crash"],
    ["ends without an answer", "exit"],
    ["fills its heap", "fillHeap"],
  ];
  for (const [what, kind] of breaks) {
    it(`a file whose reader ${what} is rejected with a message, and the parent process keeps running`, async () => {
      await expect(misbehave(kind)).rejects.toMatchObject({
        name: "SlideFileError",
        reason: "damaged",
        message: expect.stringMatching(/^Reading this file failed\..*\.$/),
      });
      expect(await misbehave("nothing")).toBe("done");
    });
  }

  it.skipIf(!hasPrlimit)("cannot use 3 GB of memory (needs prlimit)", async () => {
    await expect(misbehave("fillMemory")).rejects.toThrow("Array buffer allocation failed");
  });

  it("passes on the script's message about the file and its cause", async () => {
    await expect(misbehave("refuse")).rejects.toMatchObject({
      name: "SlideFileError",
      reason: "damaged",
      message: "This file is damaged.",
      cause: "Error: line 7",
    });
  });

  it("reports a full disk with a message", async () => {
    await expect(misbehave("fillDisk")).rejects.toMatchObject({
      name: "SlideFileError",
      message: expect.stringMatching(/disk is full/),
    });
  });

  it("a bug or a script that cannot start is not a SlideFileError", async () => {
    await expect(misbehave("fail")).rejects.toMatchObject({ name: "Error", message: "TypeError: x is not a function" });
    const script = new URL("../testing/broken-child.ts", import.meta.url);
    await expect(misbehave("nothing", given, { script })).rejects.toMatchObject({
      name: "Error",
      message: expect.stringMatching(/is not installed/),
    });
  });

  // Concurrently: most of the time is waiting.
  describe.concurrent("at its limit", () => {
    for (const kind of ["spin", "wait"] as const) {
      it(`a process that would ${kind} forever is killed at its time limit`, async ({ expect }) => {
        await expect(misbehave(kind, given, { timeLimitMs: 1500 })).rejects.toMatchObject({
          name: "SlideFileError",
          reason: "tooLarge",
          message: "This took too long.",
        });
        if (hasProc) expect(await runningSandboxes(kind)).toEqual([]);
      });
    }
  });

  it.skipIf(!hasPrlimit)("a busy process is also stopped by its CPU time limit (needs prlimit)", async () => {
    const fence = { mayRead: [given], mayWrite: [], cpuSeconds: 1, largestFileBytes: 0, heapMb: 64 };
    await expect(misbehave("spin", given, { fence })).rejects.toMatchObject({ name: "SlideFileError" });
  });

  it("aborting kills it with the signal's reason", async () => {
    const stop = new AbortController();
    const onProgress = () => stop.abort(new Error("enough"));
    await expect(misbehave("spin", given, { signal: stop.signal, onProgress })).rejects.toThrow("enough");
    if (hasProc) expect(await runningSandboxes("spin")).toEqual([]);
  });

  it.skipIf(!hasProc)("a process terminated from outside is not reported as a file error (needs /proc)", async () => {
    const atWork = Promise.withResolvers<void>();
    const working = expect(misbehave("wait", given, { onProgress: () => atWork.resolve() })).rejects.toMatchObject({
      name: "Error",
      message: expect.stringMatching(/SIGTERM/),
    });
    await atWork.promise;
    const pids = await runningSandboxes("wait");
    expect(pids).toHaveLength(1);
    for (const pid of pids) process.kill(pid, "SIGTERM");
    await working;
  });

  it.skipIf(!hasProc)("two run at once, others wait; an aborted wait starts no process (needs /proc)", async () => {
    const stop = new AbortController();
    const impatient = new AbortController();
    const atWork = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const sandboxes = [stop, stop, stop, impatient].map(({ signal }, index) =>
      misbehave("wait", given, { signal, onProgress: () => atWork[index]?.resolve() }).catch((error: unknown) => error),
    );
    await Promise.all(atWork.map(({ promise }) => promise));
    expect(await runningSandboxes("wait")).toHaveLength(2);
    impatient.abort(new Error("no patience"));
    expect(await sandboxes[3]).toMatchObject({ message: "no patience" });
    stop.abort(new Error("enough"));
    for (const sandbox of sandboxes.slice(0, 3)) expect(await sandbox).toMatchObject({ message: "enough" });
    expect(await misbehave("nothing")).toBe("done");
  });
});
