import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AppError } from "@parfocal/core/errors.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { folderFiles } from "#platform/files/folder-files.ts";
import { withFormFiles } from "./form-files.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "parfocal-form-files-"));
});
afterAll(() => rm(folder, { recursive: true }));

const refuse = async () => {
  throw new AppError("invalid", "Not this one.");
};
const loseReply = async () => {
  throw new Error("Connection terminated unexpectedly");
};
const cases: [what: string, work: () => Promise<{ answer: null; isNew: boolean }>, stays: boolean][] = [
  ["sent for the first time is kept", async () => ({ answer: null, isNew: true }), true],
  ["sent before is deleted", async () => ({ answer: null, isNew: false }), false],
  ["of a rejected form is deleted", refuse, false],
  ["is kept if it is unknown whether it was committed", loseReply, true],
];
for (const [index, [what, work, stays]] of cases.entries())
  it(`a file ${what}`, async () => {
    const files = folderFiles(folder);
    const part = join(folder, `${index}.part`);
    await writeFile(part, "bytes");
    await files.write(`media/${index}`, Buffer.from("bytes"));
    const left = { parts: new Set([part]), names: new Set([`media/${index}`]) };
    await Promise.allSettled([withFormFiles(files, left, work)]);
    expect([existsSync(part), (await files.factsOf(`media/${index}`)) !== null]).toEqual([stays, stays]);
  });
