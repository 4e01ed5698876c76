import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { openFileStore } from "#platform/files/open-file-store.ts";
import { createTestServer, type TestServer } from "#testing/test-server.ts";
import { INSTALLATION_FILE, matchFiles, RESTORING_FILE } from "./match-files.ts";

let server: TestServer;
let folder: string;
beforeAll(async () => {
  server = await createTestServer();
  return () => server.close();
});
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "parfocal-folder-"));
});
afterEach(async () => {
  await rm(folder, { recursive: true });
  await server.owner.deleteFrom("installation").where("name", "=", "installationId").execute();
});

const match = async (path = folder) =>
  matchFiles(server.owner, await openFileStore(path, { place: null, maxBlockBytes: 0 }));

it("gives database and folder one ID, which matches at each later start and from each further server", async () => {
  await match();
  const id = await readFile(join(folder, INSTALLATION_FILE), "utf8");
  await match();
  await match();
  expect(await readFile(join(folder, INSTALLATION_FILE), "utf8")).toBe(id);
});

it("a start that was killed between file and row is completed", async () => {
  await match();
  await server.owner.deleteFrom("installation").where("name", "=", "installationId").execute();
  await match();
  await match();
});

it("rejects an empty folder and that of another installation, and writes nothing into them", async () => {
  await match();
  const id = (await readFile(join(folder, INSTALLATION_FILE), "utf8")).trim();
  const other = await mkdtemp(join(tmpdir(), "parfocal-other-"));
  try {
    await expect(match(other)).rejects.toThrow(`its file installation-id contains ${id}.`);
    await expect(readFile(join(other, INSTALLATION_FILE))).rejects.toThrow("ENOENT");
    await writeFile(join(other, INSTALLATION_FILE), "the ID of another\n");
    await expect(match(other)).rejects.toThrow(
      /^The files in .+ do not belong to this database\. Set PARFOCAL_DATA or FILES_URL/,
    );
    expect(await readFile(join(other, INSTALLATION_FILE), "utf8")).toBe("the ID of another\n");
  } finally {
    await rm(other, { recursive: true });
  }
});

it("rejects files of an interrupted restore, and accepts them once it is complete", async () => {
  await writeFile(join(folder, RESTORING_FILE), "2026-11-28T02-00-00.000Z\n");
  await expect(match()).rejects.toThrow("are not all restored. Run the command that restores them again.");
  await rm(join(folder, RESTORING_FILE));
  await match();
});
