/**
 * Where backups are kept: a folder, or an S3 store. `backup-format.ts` names what is in it by keys, as in
 * `backups/2026-11-27T02-00-00.000Z/manifest.json`.
 */
export interface StoredObject {
  readonly key: string;
  readonly bytes: number;
}

export interface BackupStore {
  /** As people name it. */
  readonly title: string;
  /** On this machine; null: it is elsewhere. */
  readonly folder: string | null;
  /** For messages. */
  addressOf(key: string): string;
  /**
   * What is complete, in the order of the keys.
   *
   * @param prefix ends with "/".
   */
  list(prefix: string): AsyncIterable<StoredObject>;
  /** Size; null: there is no such key. */
  bytesOf(key: string): Promise<number | null>;
  /** @throws MissingError */
  read(key: string, signal?: AbortSignal): AsyncIterable<Buffer>;
  /**
   * All of it or nothing: nothing if the contents fail, also at their end.
   *
   * @throws what the contents throw; Error with a sentence.
   */
  write(key: string, contents: AsyncIterable<Buffer>, wishes: WriteWishes): Promise<void>;
  /** What was written survives a power cut once this has ended. */
  settle(): Promise<void>;
  /** No error if there is no such key. */
  remove(key: string): Promise<void>;
  /**
   * Removes what interrupted writers have left behind. To be called by whoever has the lock.
   *
   * @param prefix ends with "/".
   */
  tidy(prefix: string): Promise<void>;
  /** Everyone who writes or removes needs it. @throws Error with a sentence: somebody else has it. */
  lock(): Promise<StoreLock>;
}

interface WriteWishes {
  readonly signal: AbortSignal;
  /** Size of the contents, if it is known before. */
  readonly bytes?: number;
}

export interface StoreLock {
  /** Aborted, with a sentence as the reason, once another process may have it. */
  readonly lost: AbortSignal;
  release(): Promise<void>;
}

/** The store does not have this key. The message is a sentence. */
export class MissingError extends Error {
  constructor(address: string) {
    super(`${address} is missing.`);
  }
}
