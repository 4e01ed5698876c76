import { randomBytes } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { deleteUpload, getUpload, UPLOAD_CHUNK_BYTES } from "@parfocal/core/upload/upload.contract.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildSite } from "#testing/build-site.ts";
import { buildUser, type TestUser } from "#testing/build-user.ts";
import { sendCall } from "#testing/send-call.ts";
import { announce, digestOf, sendChunk } from "#testing/send-file.ts";
import { createTestServer, type TestServer } from "#testing/test-server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());

const chunkOf = (bytes: Buffer, number: number) =>
  bytes.subarray(number * UPLOAD_CHUNK_BYTES, (number + 1) * UPLOAD_CHUNK_BYTES);
const uploadFiles = () => readdir(server.platform.folders.uploads);

describe("a chunk", () => {
  const BYTES = randomBytes(UPLOAD_CHUNK_BYTES + 1000);

  async function buildAnnounced() {
    const site = await buildSite(server);
    const teacher = await buildUser(site, { role: "teacher" });
    const { answer } = await announce(server, teacher, { bytes: BYTES.length });
    return { site, teacher, id: answer.id };
  }
  const received = async (teacher: TestUser, id: number) =>
    (await sendCall(server, getUpload, { as: teacher, params: { id: String(id) } })).answer.receivedChunks;

  const FIRST = chunkOf(BYTES, 0);
  const LAST = chunkOf(BYTES, 1);
  const wrong: [what: string, number: number, bytes: Buffer, digest: string | null | undefined, status: number][] = [
    ["with the digest of other bytes", 1, LAST, digestOf(FIRST), 400],
    ["without a digest", 1, LAST, null, 400],
    ["with a digest by MD5", 1, LAST, "md5=:1B2M2Y8AsgTpgAmY7PhCfg==:", 400],
    ["with a digest that is not base64", 1, LAST, "sha-256=:zzz:", 400],
    ["one byte too short", 1, LAST.subarray(1), undefined, 400],
    ["one byte too long", 1, Buffer.concat([LAST, Buffer.alloc(1)]), undefined, 413],
    ["that is empty", 1, Buffer.alloc(0), undefined, 400],
    ["beyond the end", 2, LAST, undefined, 413],
    ["far beyond the end", 9_999_999, LAST, undefined, 413],
  ];
  for (const [what, number, bytes, digest, status] of wrong) {
    it(`${what} is rejected with ${status}, and not counted`, async () => {
      const { teacher, id } = await buildAnnounced();
      const answer = await sendChunk(server, teacher, {
        id,
        number,
        bytes,
        ...(digest === undefined ? {} : { digest }),
      });
      expect(answer.status).toBe(status);
      expect(await received(teacher, id)).toEqual([]);
    });
  }

  it("sent again with the same bytes is accepted; with others it is rejected and the first bytes are kept", async () => {
    const { site, teacher, id } = await buildAnnounced();
    for (let turn = 0; turn < 2; turn += 1)
      expect((await sendChunk(server, teacher, { id, number: 1, bytes: LAST })).status).toBe(204);
    const other = await sendChunk(server, teacher, { id, number: 1, bytes: Buffer.alloc(LAST.length) });
    expect([other.status, other.failure.data]).toEqual([409, ["chunkDiffers"]]);
    const stored = await readFile(server.platform.folders.upload(site.id, id));
    expect(stored.subarray(UPLOAD_CHUNK_BYTES).equals(LAST)).toBe(true);
    expect(await received(teacher, id)).toEqual([1]);
  });

  it("sent several times concurrently is counted once", async () => {
    const { teacher, id } = await buildAnnounced();
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => sendChunk(server, teacher, { id, number: 1, bytes: LAST })),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204]));
    expect(await received(teacher, id)).toEqual([1]);
  });

  it("sent with different bytes concurrently is accepted once, and the accepted bytes are kept", async () => {
    for (let turn = 0; turn < 10; turn += 1) {
      const { site, teacher, id } = await buildAnnounced();
      const versions = [LAST, Buffer.alloc(LAST.length, 1), Buffer.alloc(LAST.length, 2)];
      const sent = await Promise.all(versions.map((bytes) => sendChunk(server, teacher, { id, number: 1, bytes })));
      expect(sent.map(({ status }) => status).sort()).toEqual([204, 409, 409]);
      const stored = await readFile(server.platform.folders.upload(site.id, id));
      const accepted = versions[sent.findIndex(({ status }) => status === 204)];
      expect(accepted && stored.subarray(UPLOAD_CHUNK_BYTES).equals(accepted)).toBe(true);
    }
  });

  it("sent while the upload is cancelled is rejected, without a server error", async () => {
    for (let turn = 0; turn < 5; turn += 1) {
      const { site, teacher, id } = await buildAnnounced();
      const [chunk, removal] = await Promise.all([
        sendChunk(server, teacher, { id, number: 0, bytes: FIRST }),
        sendCall(server, deleteUpload, { as: teacher, params: { id: String(id) } }),
      ]);
      expect(removal.status).toBe(204);
      expect([204, 404]).toContain(chunk.status);
      await expect.poll(uploadFiles).not.toContain(`${site.id}-${id}`);
    }
  });
});
