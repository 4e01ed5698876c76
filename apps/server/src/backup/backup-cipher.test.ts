import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { afterAll, describe, expect, it } from "vitest";
import { encryptedWith, KEY_BYTES, PLAIN } from "./backup-cipher.ts";
import { readBackupCipher } from "./read-backup-key.ts";

const CHUNK_BYTES = 64 * 1024;
const HEADER_BYTES = 56;
const cipher = encryptedWith(Buffer.alloc(KEY_BYTES, 7));
const folder = mkdtempSync(join(tmpdir(), "parfocal-cipher-"));
afterAll(() => rmSync(folder, { recursive: true }));

const collect = async (source: AsyncIterable<Buffer>) => {
  const pieces: Buffer[] = [];
  for await (const piece of source) pieces.push(piece);
  return Buffer.concat(pieces);
};
const seal = (contents: Buffer, pieceBytes = contents.length || 1) =>
  collect(
    cipher.seal(
      Readable.from(
        Array.from({ length: Math.ceil(contents.length / pieceBytes) }, (_, index) =>
          contents.subarray(index * pieceBytes, (index + 1) * pieceBytes),
        ),
      ),
    ),
  );
const open = (stored: Buffer): Promise<Buffer> => collect(cipher.read(Readable.from([stored]), "of this test"));
const contentsOf = (bytes: number) => Buffer.from(Array.from({ length: bytes }, (_, index) => index % 251));

describe("an encrypted file", () => {
  it.each([0, 1, CHUNK_BYTES - 1, CHUNK_BYTES, CHUNK_BYTES + 1, 3 * CHUNK_BYTES])(
    "of %i bytes is decrypted to its contents",
    async (bytes) => {
      const contents = contentsOf(bytes);
      const stored = await seal(contents, 5_000);
      expect(stored).toHaveLength(cipher.storedBytes(bytes));
      expect((await open(stored)).equals(contents)).toBe(true);
    },
  );

  it("is rejected if chunks are missing, exchanged or repeated, or if it ends early", async () => {
    const stored = await seal(contentsOf(3 * CHUNK_BYTES));
    const header = stored.subarray(0, HEADER_BYTES);
    const [a, b, c] = [0, 1, 2].map((index) => {
      const from = HEADER_BYTES + index * (CHUNK_BYTES + 16);
      return stored.subarray(from, from + CHUNK_BYTES + 16);
    }) as [Buffer, Buffer, Buffer];
    for (const chunks of [
      [a, b],
      [a],
      [],
      [b, c],
      [a, c],
      [b, a, c],
      [a, b, b, c],
      [a, b, c, c],
      [a, b, c.subarray(0, -1)],
    ])
      await expect(open(Buffer.concat([header, ...chunks]))).rejects.toThrow("is damaged, shortened or altered");
    await expect(open(header.subarray(0, 20))).rejects.toThrow("is damaged");
  });

  it("differs each time", async () => {
    const contents = contentsOf(100);
    const [one, two] = [await seal(contents), await seal(contents)];
    expect(one.subarray(HEADER_BYTES).equals(two.subarray(HEADER_BYTES))).toBe(false);
  });
});

describe("the key", () => {
  const key = Buffer.alloc(KEY_BYTES, 7);
  const file = join(folder, "key");

  it("is read as base64 or hexadecimal, from the environment or a file; without a key nothing is encrypted", () => {
    writeFileSync(file, `${key.toString("base64")}\n`);
    for (const environment of [
      { PARFOCAL_BACKUP_KEY: key.toString("base64") },
      { PARFOCAL_BACKUP_KEY: key.toString("hex") },
      { PARFOCAL_BACKUP_KEY_FILE: file },
    ])
      expect(readBackupCipher(environment).nameOf("ab")).toBe(cipher.nameOf("ab"));
    expect(readBackupCipher({})).toBe(PLAIN);
  });

  it("is rejected if it is a password, missing, or set twice", () => {
    const read = (environment: NodeJS.ProcessEnv) => () => readBackupCipher(environment);
    expect(read({ PARFOCAL_BACKUP_KEY: "secret-word" })).toThrow(
      /^(?!.*secret-word)PARFOCAL_BACKUP_KEY must be 32 random/,
    );
    expect(read({ PARFOCAL_BACKUP_KEY_FILE: join(folder, "none") })).toThrow("PARFOCAL_BACKUP_KEY_FILE cannot be read");
    expect(read({ PARFOCAL_BACKUP_KEY: "a", PARFOCAL_BACKUP_KEY_FILE: file })).toThrow("either");
  });
});
