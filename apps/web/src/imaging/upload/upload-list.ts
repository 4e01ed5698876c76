/** The uploads of this page in order, with their internal state. */
import type { HashedSlide } from "./hashed-slide.ts";
import type { ChosenSlide } from "./slide-content.ts";
import type { UploadEntry, UploadPurpose } from "./upload-entry.ts";
import type { IfKnown } from "./upload-transport.ts";

export interface UploadWork {
  /** Null: the files are not available in this page. */
  readonly chosen: ChosenSlide | null;
  readonly idempotencyKey: string;
  hashed: HashedSlide | null;
  /** Known after it was read completely. */
  sha256: string | null;
  ifKnown: IfKnown;
  run: AbortController | null;
  awaitsSession: boolean;
}

type NewEntry = Partial<UploadEntry> & Pick<UploadEntry, "filename" | "bytes" | "phase">;

export interface UploadList {
  entries(): readonly UploadEntry[];
  subscribe(listener: () => void): () => void;
  find(key: string): UploadEntry | undefined;
  workOf(key: string): UploadWork | undefined;
  /** Appends an entry. @returns its key. */
  insert(entry: NewEntry, chosen: ChosenSlide | null): string;
  change(key: string, fields: Partial<UploadEntry>): void;
  /** Restarts its work, with these files. */
  renewWork(key: string, chosen: ChosenSlide): void;
  /** Moves it before the first entry for which `isBehind` is true. */
  moveBefore(key: string, isBehind: (entry: UploadEntry) => boolean): void;
  /** Stops its work in this page; the entry stays. */
  stop(key: string): void;
  remove(key: string): void;
  /** Stops reading the files of all entries. */
  close(): void;
}

const EMPTY_ENTRY: Omit<UploadEntry, "key" | "purpose" | "filename" | "bytes" | "phase"> = {
  destination: null,
  uploadId: null,
  sentBytes: 0,
  rate: null,
  leftS: null,
  progress: 0,
  folders: [],
  drop: null,
  fileCount: 1,
  error: null,
  fileFault: null,
  canRetry: false,
  hasHandle: false,
  slide: null,
  twin: null,
};

/** @param newKey generates unique keys. @param purpose of all entries. */
export function createUploadList(newKey: () => string, purpose: UploadPurpose): UploadList {
  let entries: readonly UploadEntry[] = [];
  const works = new Map<string, UploadWork>();
  const listeners = new Set<() => void>();

  const find = (key: string) => entries.find((entry) => entry.key === key);

  function setEntries(next: readonly UploadEntry[]): void {
    entries = next;
    for (const listener of listeners) listener();
  }

  function newWork(chosen: ChosenSlide | null): UploadWork {
    return {
      chosen,
      idempotencyKey: newKey(),
      hashed: null,
      sha256: null,
      ifKnown: "ask",
      run: null,
      awaitsSession: false,
    };
  }

  return {
    entries: () => entries,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    find,
    workOf: (key) => works.get(key),
    insert(entry, chosen) {
      const key = newKey();
      works.set(key, newWork(chosen));
      setEntries([...entries, { ...EMPTY_ENTRY, purpose, ...entry, key }]);
      return key;
    },
    change(key, fields) {
      setEntries(entries.map((entry) => (entry.key === key ? { ...entry, ...fields } : entry)));
    },
    renewWork(key, chosen) {
      works.set(key, newWork(chosen));
    },
    moveBefore(key, isBehind) {
      const entry = find(key);
      const place = entries.findIndex(isBehind);
      if (entry && place >= 0) setEntries(entries.filter((other) => other !== entry).toSpliced(place, 0, entry));
    },
    stop(key) {
      works.get(key)?.run?.abort(new DOMException("stopped by the user", "AbortError"));
    },
    remove(key) {
      works.get(key)?.hashed?.close();
      works.delete(key);
      setEntries(entries.filter((entry) => entry.key !== key));
    },
    close() {
      for (const { hashed } of works.values()) hashed?.close();
    },
  };
}
