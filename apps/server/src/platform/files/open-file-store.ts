/** Where files are kept, by the configuration. */
import { join } from "node:path";
import type { BucketPlace } from "../s3/bucket.ts";
import { readS3Place, S3_EXAMPLE } from "../s3/read-s3-place.ts";
import type { FileStore } from "./file-store.ts";
import { folderFiles } from "./folder-files.ts";
import { s3Files } from "./s3-files.ts";

const PLAIN_ONLY_HERE = "Files are sent to an S3 store by https only. Use https in PARFOCAL_S3_ENDPOINT.";

/**
 * Reads FILES_URL.
 *
 * @returns null: files are in the data folder.
 * @throws Error with a sentence, without credentials.
 */
export function readFilesPlace(environment: NodeJS.ProcessEnv): BucketPlace | null {
  const address = environment.FILES_URL;
  if (!address) return null;
  if (!/^s3:/i.test(address))
    throw new Error(`FILES_URL must be an address as in ${S3_EXAMPLE}. Without it, files are in the data folder.`);
  return readS3Place(environment, address, { plainRefusal: PLAIN_ONLY_HERE });
}

/** @param place null: the data folder. */
export function openFileStore(dataFolder: string, place: BucketPlace | null): FileStore {
  // Unfinished files are cleared away there.
  return place === null ? folderFiles(dataFolder) : s3Files({ ...place, partFolder: join(dataFolder, "uploads") });
}
