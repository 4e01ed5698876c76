/**
 * Where backups are kept: a folder, or an S3 store. `backup-format.ts` names what is in it by keys, as in
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
  /** For messages. */
  addressOf(key: string): string;
  /**
   * Complete objects, sorted by key.
   *
   * @param prefix ends with "/".
   */
  list(prefix: string): AsyncIterable<StoredObject>;
  /** Size; null: there is no such key. */
  bytesOf(key: string): Promise<number | null>;
  /** @throws MissingError */
  read(key: string, signal?: AbortSignal): AsyncIterable<Buffer>;
  /**
   * All or nothing: nothing is stored if reading the contents fails, also at their end.
   *
   * @throws errors of the contents; Error with a sentence.
   */
  write(key: string, contents: AsyncIterable<Buffer>, options: WriteOptions): Promise<void>;
  /**
   * Like `write`, under a key that is only known at the end of the contents. Contents already stored under it are kept.
   * null: the store needs the key in advance.
   */
  readonly writeAndName: ((contents: AsyncIterable<Buffer>, options: NamingOptions) => Promise<void>) | null;
  /** Resolves once everything written survives a power cut. */
  settle(): Promise<void>;
  /** No error if there is no such key. */
  remove(key: string): Promise<void>;
  /**
   * Removes leftovers of interrupted writers. To be called with the lock.
   *
   * @param prefix ends with "/".
   */
  tidy(prefix: string): Promise<void>;
  /** Required for writing and removing. @throws Error with a sentence if another process has it. */
  lock(): Promise<StoreLock>;
}

interface WriteOptions {
  readonly signal: AbortSignal;
  /** Size of the contents, if known in advance. */
  readonly bytes?: number;
}

interface NamingOptions {
  readonly signal: AbortSignal;
  /** Of the key; ends with "/". */
  readonly prefix: string;
  /** Called once, after the last byte. */
  readonly keyAtEnd: () => string;
}

export interface StoreLock {
  /** Aborted, with a sentence as its reason, once another process may have acquired it. */
  readonly lost: AbortSignal;
  release(): Promise<void>;
}

/** The store does not have this key. The message is a sentence. */
export class MissingError extends Error {
  constructor(address: string) {
    super(`${address} is missing.`);
  }
}
