/**
 * Storage of backups: a folder, or an S3 store. Objects have keys defined by `backup-format.ts`, such as
 * `backups/2026-11-27T02-00-00.000Z/manifest.json`.
 */
export interface StoredObject {
  readonly key: string;
  readonly bytes: number;
}

export interface BackupStore {
  /** Display name. */
  readonly title: string;
  /** Folder on this machine; null: not a folder. */
  readonly folder: string | null;
  /** Address of an object, for messages. */
  addressOf(key: string): string;
  /**
   * Complete objects, sorted by key.
   *
   * @param prefix ends with "/".
   */
  list(prefix: string): AsyncIterable<StoredObject>;
  /** Size; null: the key does not exist. */
  bytesOf(key: string): Promise<number | null>;
  /** @throws MissingError */
  read(key: string, signal?: AbortSignal): AsyncIterable<Buffer>;
  /**
   * All or nothing: nothing is stored if reading the contents fails, even at their end.
   *
   * @throws errors of the contents; Error with a user-facing message.
   */
  write(key: string, contents: AsyncIterable<Buffer>, options: WriteOptions): Promise<void>;
  /**
   * As `write`, under a key that is known only at the end of the contents. If the key exists already, its contents are
   * kept. null: the store needs the key in advance.
   */
  readonly writeAndName: ((contents: AsyncIterable<Buffer>, options: NamingOptions) => Promise<void>) | null;
  /** Resolves once everything written survives a power cut. */
  settle(): Promise<void>;
  /** No error if the key does not exist. */
  remove(key: string): Promise<void>;
  /**
   * Removes leftovers of interrupted writers. Call while holding the lock.
   *
   * @param prefix ends with "/".
   */
  tidy(prefix: string): Promise<void>;
  /** Required for writing and removing. @throws Error with a user-facing message if another process holds it. */
  lock(): Promise<StoreLock>;
}

interface WriteOptions {
  readonly signal: AbortSignal;
  /** Size of the contents, if known in advance. */
  readonly bytes?: number;
}

interface NamingOptions {
  readonly signal: AbortSignal;
  /** Prefix of the key; ends with "/". */
  readonly prefix: string;
  /** Called once, after the last byte. */
  readonly keyAtEnd: () => string;
}

export interface StoreLock {
  /** Aborted, with a user-facing message as its reason, once another process may have acquired the lock. */
  readonly lost: AbortSignal;
  release(): Promise<void>;
}

/** The key does not exist in the store. The message is user-facing. */
export class MissingError extends Error {
  constructor(address: string) {
    super(`${address} is missing.`);
  }
}
