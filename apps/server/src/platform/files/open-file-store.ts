/** Chooses the file store by the configuration. */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { BucketPlace } from "../s3/bucket.ts";
import { readS3Place, S3_EXAMPLE } from "../s3/read-s3-place.ts";
import { BLOCKS_FOLDER, createDiskRoom } from "./disk-room.ts";
import type { FileStore } from "./file-store.ts";
import { folderFiles } from "./folder-files.ts";
import { s3Files } from "./s3-files.ts";

const PLAIN_ONLY_HERE = "Files are sent to an S3 store by https only. Use https in PARFOCAL_S3_ENDPOINT.";

/**
 * Reads FILES_URL.
 *
 * @returns null: files are stored in the data folder.
 * @throws Error with a user-facing message, without credentials.
 */
export function readFilesPlace(environment: NodeJS.ProcessEnv): BucketPlace | null {
  const address = environment.FILES_URL;
  if (!address) return null;
  if (!/^s3:/i.test(address))
    throw new Error(`FILES_URL must be an address as in ${S3_EXAMPLE}. Without it, files are in the data folder.`);
  return readS3Place(environment, address, { plainHttpError: PLAIN_ONLY_HERE });
}

interface FileStoreOptions {
  /** null: the data folder. */
  readonly place: BucketPlace | null;
  /** Limit for cached blocks of remote files on the disk of this machine; 0: no cache. */
  readonly maxBlockBytes: number;
}

export async function openFileStore(
  dataFolder: string,
  { place, maxBlockBytes }: FileStoreOptions,
): Promise<FileStore> {
  if (place === null) return folderFiles(dataFolder);
  const folder = join(dataFolder, BLOCKS_FOLDER);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const room = createDiskRoom(folder, async () => [folder], { maxBytes: maxBlockBytes });
  // Unfinished files are in the folder of uploads, where they are cleaned up.
  return s3Files({ ...place, partFolder: join(dataFolder, "uploads"), blockCache: { folder, room } });
}
