/**
 * Backup of many small files from one bucket to another, in parallel compared with sequential, alternating in one run:
 * once with a local store, once over a connection that delays data. Needs OpenStack Swift.
 *
 * Prints the median wall time in s, and the ratio.
 *
 * Usage: node bench/bucket-backup.ts [FILES [ROUNDS]]
 */
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { encryptedWith, KEY_BYTES } from "../apps/server/src/backup/backup-cipher.ts";
import { storeSource } from "../apps/server/src/backup/file-source.ts";
import { StoredContents } from "../apps/server/src/backup/kept-files.ts";
import { s3Store } from "../apps/server/src/backup/s3-store.ts";
import { openFileStore } from "../apps/server/src/platform/files/open-file-store.ts";
import { DEFAULT_TIMES } from "../apps/server/src/platform/s3/s3-client.ts";
import { isSwiftInstalled, SWIFT_PACKAGES, startSwift } from "../lab/swift-server.ts";
import { startWire } from "../lab/wire.ts";
import { median } from "./tile-servers/tile-load.ts";

const FILES = Number(process.argv[2] ?? 2_000);
const ROUNDS = Number(process.argv[3] ?? 2);
/** Like a thumbnail, a chunk of a radiology study or an image of a text. */
const SMALLEST_BYTES = 1_000;
const LARGEST_BYTES = 16_000;
/** Delay in each direction of the connection. */
const DELAY_MS = 10;
const WRITTEN_AT_ONCE = 8;
const MAX_BYTES = 32 * 1024 * 1024;
const [FROM, TO] = ["bench-files", "bench-backups"];

if (!isSwiftInstalled()) {
  process.stdout.write(`there is no OpenStack Swift (Debian: apt install ${SWIFT_PACKAGES})\n`);
  process.exit();
}
const folder = mkdtempSync(join(tmpdir(), "parfocal-bench-"));
process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
const swift = await startSwift();
for (const bucket of [FROM, TO]) await swift.createBucket(bucket);

const settingsAt = (port: number, bucket: string) => ({
  ...{ bucket, region: swift.region, credentials: swift.credentials, ...DEFAULT_TIMES },
  endpoint: new URL(`http://127.0.0.1:${port}`),
});
const filesAt = (port: number) =>
  openFileStore(folder, { place: { settings: settingsAt(port, FROM), prefix: "" }, maxBlockBytes: 0 });

async function fill(): Promise<void> {
  const files = await filesAt(swift.port);
  let next = 0;
  const line = async () => {
    for (let index = next++; index < FILES; index = next++) {
      const bytes = SMALLEST_BYTES + ((index * 7_919) % (LARGEST_BYTES - SMALLEST_BYTES));
      await files.write(`media/1/${index}`, randomBytes(bytes));
    }
  };
  await Promise.all(Array.from({ length: WRITTEN_AT_ONCE }, line));
}

let backups = 0;
async function measure(port: number, maxItems: number): Promise<number> {
  backups += 1;
  const keeping = {
    store: s3Store({ settings: settingsAt(port, TO), prefix: `${backups}/` }),
    cipher: encryptedWith(randomBytes(KEY_BYTES)),
    contents: new StoredContents(),
    copies: join(folder, "copies"),
    signal: new AbortController().signal,
  };
  const source = storeSource(await filesAt(port), keeping, { maxItems, maxBytes: MAX_BYTES });
  const startedAt = performance.now();
  let count = 0;
  for await (const _ of source.keepAll(new Map())) count += 1;
  const seconds = (performance.now() - startedAt) / 1_000;
  await source.release();
  if (count !== FILES) throw new Error(`${count} of ${FILES} files were stored`);
  return seconds;
}

try {
  await fill();
  const wire = await startWire(swift.port, DELAY_MS);
  for (const [title, port] of [
    ["near", swift.port],
    [`${DELAY_MS} ms each way`, wire.port],
  ] as const) {
    const seconds: Record<"one" | "several", number[]> = { one: [], several: [] };
    for (let round = 0; round < ROUNDS; round += 1) {
      seconds.several.push(await measure(port, 8));
      seconds.one.push(await measure(port, 1));
    }
    const [one, several] = [median(seconds.one), median(seconds.several)];
    console.log(
      `${title}: ${FILES} files, one after the other ${one.toFixed(1)} s, several at once ${several.toFixed(1)} s, ratio ${(several / one).toFixed(2)}`,
    );
  }
} finally {
  swift.close();
}
process.exit();
