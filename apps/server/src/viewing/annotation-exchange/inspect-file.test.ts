import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { inspectInProcess } from "./inspect-file.ts";

const options = {
  imageId: 1,
  authorId: 1,
  isStudent: false,
  workGroupId: null,
  crossing: "refuse",
  slide: { width: 700, height: 500 },
} as const;

it("a file that needs more memory than its process may use is rejected, and later files are still read", async () => {
  const empty = Buffer.from(`[${"{},".repeat(2_000_000)}{}]`);
  const tooMuch = inspectInProcess({ bytes: empty, options }, { heapMb: 32 });
  await expect(tooMuch).rejects.toMatchObject({
    kind: "tooLarge",
    codes: ["file"],
    message: expect.stringMatching(/smaller files\.$/),
  });
  const point = Buffer.from("POINT (1 2)");
  expect((await inspectInProcess({ bytes: point, options }, { heapMb: 32 })).rows).toHaveLength(1);
});

describe("a file that makes its reader", { timeout: 60_000 }, () => {
  const script = new URL("../../testing/misbehaving-inspection.child.ts", import.meta.url);
  const misbehave = (act: string, limits: Parameters<typeof inspectInProcess>[1] = {}) =>
    inspectInProcess({ bytes: Buffer.from(act), options }, limits, script);

  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "parfocal-look-"));
    await writeFile(join(folder, "other"), "a secret");
  });
  afterAll(() => rm(folder, { recursive: true }));

  it("read another file is rejected: the process has no access", async () => {
    await expect(misbehave(`read ${join(folder, "other")}`)).rejects.toMatchObject({
      kind: "invalid",
      message: expect.stringMatching(/^Reading this file failed/),
    });
  });

  it("end without an answer is rejected", async () => {
    await expect(misbehave("crash")).rejects.toMatchObject({ kind: "invalid", codes: ["file"] });
  });

  const endless = { kind: "tooLarge", message: expect.stringMatching(/takes too long.*smaller files\.$/) };
  for (const act of ["loop", "wait"]) {
    it(`${act} forever is stopped at the time limit`, async () => {
      await expect(misbehave(act, { timeLimitMs: 1_500 })).rejects.toMatchObject(endless);
    });
  }

  it.skipIf(!existsSync("/usr/bin/prlimit"))("use much processor time is rejected (needs prlimit)", async () => {
    const tooMuch = { kind: "tooLarge", message: expect.stringMatching(/smaller files\.$/) };
    await expect(misbehave("loop", { cpuSeconds: 1 })).rejects.toMatchObject(tooMuch);
  });
});
