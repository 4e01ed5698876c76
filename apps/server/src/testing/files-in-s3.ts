import { join } from "node:path";
import { BLOCKS_FOLDER, createDiskRoom } from "#platform/files/disk-room.ts";
import type { FileStore } from "#platform/files/file-store.ts";
import { s3Files } from "#platform/files/s3-files.ts";
import type { BucketPlace } from "#platform/s3/bucket.ts";
import type { S3StandIn } from "./s3-stand-in.ts";

export const PREFIX = "parfocal/";
const TIMES = { pauseMs: 1, timeoutMs: 30_000, slowestBytesPerMs: 10_000 };
const BLOCK_BYTES = 4096;
const PART_BYTES = 64 * 1024;

export const placeIn = ({ endpoint, region, bucket, credentials }: S3StandIn): BucketPlace => ({
  settings: { endpoint, region, bucket, credentials, ...TIMES },
  prefix: PREFIX,
});

/** For `createTestServer`: stores files in the fake S3 store; larger ones are sent in several parts. */
export const filesInS3 =
  (standIn: S3StandIn, times: Partial<typeof TIMES> = {}) =>
  (dataFolder: string): FileStore => {
    const room = createDiskRoom(dataFolder, async () => [blocksIn(dataFolder)], {
      maxBytes: 2 ** 30,
      reservedBytes: 0,
    });
    return s3Files({
      ...placeIn(standIn),
      blockCache: { folder: blocksIn(dataFolder), room, blockBytes: BLOCK_BYTES },
      partFolder: join(dataFolder, "uploads"),
      partBytes: PART_BYTES,
      times: { ...TIMES, ...times },
    });
  };

export const blocksIn = (dataFolder: string): string => join(dataFolder, BLOCKS_FOLDER);

/** Without the prefix, sorted. */
export const namesIn = ({ objects }: S3StandIn): string[] =>
  [...objects.keys()].map((key) => key.slice(PREFIX.length)).toSorted();
