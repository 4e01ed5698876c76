/**
 * Location of the files of the servers in journeys: each in its data folder, or, with PARFOCAL_JOURNEYS_ON_A_BUCKET=1,
 * in one bucket of a real S3 store, under the name of its data folder. Playwright's workers find the store through the
 * environment.
 */
import { readdir, readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import {
  isSwiftInstalled,
  SWIFT_CREDENTIALS,
  SWIFT_PACKAGES,
  SWIFT_REGION,
  startSwift,
  swiftAt,
} from "../../lab/swift-server.ts";

/** 1: files are in a bucket. */
const ON_A_BUCKET = "PARFOCAL_JOURNEYS_ON_A_BUCKET";
const STORE_PORT = "PARFOCAL_JOURNEY_STORE_PORT";
const BUCKET = "journeys";

export const isOnBucket = (): boolean => process.env[ON_A_BUCKET] === "1";

/** Reason why tests cannot run with the requested storage; null: they can. */
export const journeysSkippedFor = (): string | null =>
  isOnBucket() && !isSwiftInstalled()
    ? `journeys on a bucket: there is no OpenStack Swift (Debian: apt install ${SWIFT_PACKAGES})`
    : null;

/** Call once, before the first server starts. @returns a function that stops the store. */
export async function startBucketIfWanted(): Promise<() => void> {
  if (!isOnBucket()) return () => {};
  const why = journeysSkippedFor();
  if (why !== null) throw new Error(why);
  const swift = await startSwift();
  await swift.createBucket(BUCKET);
  process.env[STORE_PORT] = String(swift.port);
  return () => swift.close();
}

/** Settings of a server with this data folder. */
export function fileSettings(dataFolder: string): NodeJS.ProcessEnv {
  if (!isOnBucket()) return {};
  return {
    FILES_URL: `s3://${BUCKET}/${basename(dataFolder)}`,
    AWS_ACCESS_KEY_ID: SWIFT_CREDENTIALS.accessKeyId,
    AWS_SECRET_ACCESS_KEY: SWIFT_CREDENTIALS.secretAccessKey,
    AWS_REGION: SWIFT_REGION,
    PARFOCAL_S3_ENDPOINT: `http://127.0.0.1:${process.env[STORE_PORT]}`,
  };
}

interface StoredFiles {
  /** Names of all files under a prefix that ends with "/"; at most a thousand. */
  list(prefix: string): Promise<string[]>;
  read(name: string): Promise<Buffer>;
}

/** The stored files of a server. @param dataFolder of the server. */
export function storedFiles(dataFolder: string): StoredFiles {
  if (!isOnBucket())
    return {
      async list(prefix) {
        const entries = await readdir(join(dataFolder, prefix), { recursive: true, withFileTypes: true });
        return entries
          .filter((entry) => entry.isFile())
          .map(({ parentPath, name }) => join(parentPath, name).slice(dataFolder.length + 1));
      },
      read: (name) => readFile(join(dataFolder, name)),
    };
  const swift = swiftAt(Number(process.env[STORE_PORT]));
  const prefix = `${basename(dataFolder)}/`;
  return {
    list: async (below) => (await swift.list(BUCKET, prefix + below)).map((key) => key.slice(prefix.length)),
    read: (name) => swift.read(BUCKET, prefix + name),
  };
}
