/** With files in an S3 store each server cleans up its own disk, also while another one runs the shared steps. */
import { existsSync } from "node:fs";
import { mkdir, utimes, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { runIfAlone } from "#platform/db/run-alone.ts";
import { buildSite } from "#testing/build-site.ts";
import { filesInS3, namesIn, PREFIX } from "#testing/files-in-s3.ts";
import { type S3StandIn, startS3StandIn } from "#testing/s3-stand-in.ts";
import { createTestServer, type TestServer } from "#testing/test-server.ts";
import { startJanitor } from "./janitor.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
let server: TestServer;
let standIn: S3StandIn;
beforeAll(async () => {
  standIn = await startS3StandIn();
  server = await createTestServer({ files: filesInS3(standIn) });
});
afterAll(async () => {
  await server.close();
  await standIn.close();
});

async function leaveHere(name: string): Promise<string> {
  const path = join(server.dataFolder, name);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, "left by a kill");
  const then = new Date(Date.now() - 2 * DAY_MS);
  await utimes(path, then, then);
  await utimes(dirname(path), then, then);
  return path;
}

it("remains of uploads after a kill are deleted on this machine, files of the store wait for the other", async () => {
  const site = await buildSite(server);
  const { platform } = server;
  const here = [
    await leaveHere("uploads/5f7c.part"),
    await leaveHere(`uploads/${site.id}-77`),
    await leaveHere("uploads/import-4194305-a"),
  ];
  const stored = `uploads/${site.id}-78/0`;
  await platform.files.write(stored, Buffer.from("chunk"));
  standIn.objects.get(PREFIX + stored)!.modifiedAt = new Date(Date.now() - 2 * DAY_MS);
  // Another server runs the shared steps.
  await runIfAlone(platform.database, "janitor", async () => {
    const janitor = startJanitor(platform);
    await vi.waitFor(() => expect(here.filter(existsSync)).toEqual([]));
    await janitor.stop();
    return true;
  });
  expect(namesIn(standIn)).toContain(stored);
  const janitor = startJanitor(platform);
  await vi.waitFor(() => expect(namesIn(standIn)).not.toContain(stored));
  await janitor.stop();
});
