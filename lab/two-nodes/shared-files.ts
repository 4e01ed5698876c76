/** Location of the files of an experiment's servers: one data folder, or a bucket and one folder per server. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isSwiftInstalled, SWIFT_PACKAGES, startSwift } from "../swift-server.ts";
import { openTlsDoor } from "../tls-door.ts";

export type FilesKind = "folder" | "s3";

export interface SharedFiles {
  /** For `prepareServer`; undefined: each has its own, which it removes. */
  readonly dataFolder: string | undefined;
  readonly environment: NodeJS.ProcessEnv;
  /** Names of all files under a prefix that ends with "/". */
  list(prefix: string): Promise<string[]>;
  read(name: string): Promise<Buffer>;
  /** By name: changes whenever the file is written, even with the same bytes. */
  versions(prefix: string): Promise<Map<string, string>>;
  close(): void;
}

const BUCKET = "lab-nodes";
const PREFIX = "parfocal/";

/**
 * Ends the process with a SKIP line if there is no S3 store.
 *
 * @param check name of the experiment. @param network whose machines reach the store by https.
 */
export async function shareFiles(
  check: string,
  kind: FilesKind,
  network: { readonly address: string } | null,
): Promise<SharedFiles> {
  if (kind === "folder") return shareFolder();
  if (!isSwiftInstalled()) {
    process.stdout.write(`SKIP ${check}: there is no OpenStack Swift (Debian: apt install ${SWIFT_PACKAGES})\n`);
    process.exit();
  }
  const swift = await startSwift();
  await swift.createBucket(BUCKET);
  const { credentials, region } = swift;
  const door = network && (await openTlsDoor(network.address, swift.port));
  return {
    dataFolder: undefined,
    environment: {
      FILES_URL: `s3://${BUCKET}/${PREFIX}`,
      AWS_ACCESS_KEY_ID: credentials.accessKeyId,
      AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
      AWS_REGION: region,
      PARFOCAL_S3_ENDPOINT: door?.origin ?? `http://127.0.0.1:${swift.port}`,
      ...(door ? { NODE_EXTRA_CA_CERTS: door.authority } : {}),
    },
    list: async (prefix) => (await swift.list(BUCKET, PREFIX + prefix)).map((key) => key.slice(PREFIX.length)),
    read: (name) => swift.read(BUCKET, PREFIX + name),
    versions: (prefix) => swift.versions(BUCKET, PREFIX + prefix),
    close() {
      door?.close();
      swift.close();
    },
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
    versions: async (prefix) =>
      new Map(
        readdirSync(join(dataFolder, prefix), { encoding: "utf8" }).map((name) => {
          const { ino, mtimeMs } = statSync(join(dataFolder, prefix, name));
          return [`${prefix}${name}`, `${ino} ${mtimeMs}`];
        }),
      ),
    close: () => rmSync(dataFolder, { recursive: true, force: true }),
  };
}
