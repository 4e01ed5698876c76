/** Where the servers of an experiment have their files: one data folder, or a bucket and a folder of each server. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isSwiftInstalled, SWIFT_PACKAGES, startSwift } from "../swift-server.ts";

export type FilesKind = "folder" | "s3";

export interface SharedFiles {
  /** For `prepareServer`; undefined: each has its own, which it removes. */
  readonly dataFolder: string | undefined;
  readonly environment: NodeJS.ProcessEnv;
  /** Names of all files below a prefix that ends with "/". */
  list(prefix: string): Promise<string[]>;
  read(name: string): Promise<Buffer>;
  close(): void;
}

const BUCKET = "lab-nodes";
const PREFIX = "parfocal/";

/** Ends the process with a SKIP line if there is no S3 store. @param check name of the experiment. */
export async function shareFiles(check: string, kind: FilesKind): Promise<SharedFiles> {
  if (kind === "folder") return shareFolder();
  if (!isSwiftInstalled()) {
    process.stdout.write(`SKIP ${check}: there is no OpenStack Swift (Debian: apt install ${SWIFT_PACKAGES})\n`);
    process.exit();
  }
  const swift = await startSwift();
  await swift.createBucket(BUCKET);
  const { credentials, region } = swift;
  return {
    dataFolder: undefined,
    environment: {
      FILES_URL: `s3://${BUCKET}/${PREFIX}`,
      AWS_ACCESS_KEY_ID: credentials.accessKeyId,
      AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
      AWS_REGION: region,
      PARFOCAL_S3_ENDPOINT: `http://127.0.0.1:${swift.port}`,
    },
    list: async (prefix) => (await swift.list(BUCKET, PREFIX + prefix)).map((key) => key.slice(PREFIX.length)),
    read: (name) => swift.read(BUCKET, PREFIX + name),
    close: swift.close,
  };
}

function shareFolder(): SharedFiles {
  const dataFolder = mkdtempSync(join(tmpdir(), "parfocal-nodes-"));
  return {
    dataFolder,
    environment: {},
    list: async (prefix) =>
      readdirSync(join(dataFolder, prefix), { recursive: true, encoding: "utf8" }).map((name) => `${prefix}${name}`),
    read: async (name) => readFileSync(join(dataFolder, name)),
    close: () => rmSync(dataFolder, { recursive: true, force: true }),
  };
}
