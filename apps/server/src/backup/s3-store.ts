/** Backups in a bucket of an S3 store, below a prefix. */
import { Bucket, type BucketPlace, isMissing, titleOfPlace } from "#platform/s3/bucket.ts";
import { type BackupStore, MissingError } from "./backup-store.ts";
import { LOCK_TIMES, type LockTimes, lockPlace } from "./s3-lock.ts";

const LOCKS = "locks/";

interface S3StoreOptions extends BucketPlace {
  readonly partBytes?: number;
  readonly lockTimes?: LockTimes;
}

export function s3Store({ settings, prefix, partBytes, lockTimes = LOCK_TIMES }: S3StoreOptions): BackupStore {
  const bucket = new Bucket({ settings, prefix }, partBytes);
  const title = titleOfPlace({ settings, prefix });
  return {
    title,
    folder: null,
    addressOf: (key) => `${title}/${key}`,
    list: (below) => bucket.list(below),
    bytesOf: (key) => bucket.bytesOf(key),
    async *read(key, signal) {
      try {
        yield* bucket.read(key, { signal });
      } catch (error) {
        throw isMissing(error) ? new MissingError(`${title}/${key}`) : error;
      }
    },
    write: (key, contents, { signal, bytes = 0 }) => bucket.write(key, contents, { signal, bytes }),
    writeAndName: null,
    // An object store's acknowledged writes are durable.
    settle: async () => {},
    remove: (key) => bucket.remove(key),
    tidy: (below) => bucket.abortUploads(below),
    lock: () =>
      lockPlace(
        {
          title,
          put: (name, signal) => bucket.put(LOCKS + name, Buffer.from(new Date().toISOString()), signal),
          async *list() {
            for await (const { key, ageMs } of bucket.list(LOCKS)) yield { name: key.slice(LOCKS.length), ageMs };
          },
          remove: (name) => bucket.remove(LOCKS + name),
        },
        lockTimes,
      ),
  };
}
