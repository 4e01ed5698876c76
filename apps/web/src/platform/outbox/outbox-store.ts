/**
 * Where the queue is kept. A change is one atomic step from the whole queue of an owner to its next state, so that two
 * tabs never overwrite each other; the rules themselves are pure functions elsewhere.
 */
import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import type { Numbered, OutboxEntry, OutboxOwner } from "./outbox-entry.ts";

export type QueueChange = (entries: readonly OutboxEntry[]) => readonly OutboxEntry[];

export interface OutboxStore {
  /** Whether what it keeps survives a reload. */
  readonly isDurable: boolean;
  list(owner: OutboxOwner): Promise<OutboxEntry[]>;
  /**
   * @param numbered kept in the same step, for what still knows these items by their earlier ids.
   * @returns the queue after the change, once that is durable.
   */
  change(owner: OutboxOwner, step: QueueChange, numbered?: readonly Numbered[]): Promise<OutboxEntry[]>;
  /** Changes one entry, however many wait beside it. @returns undefined: it is not in the queue any more. */
  changeEntry(key: string, step: (entry: OutboxEntry) => OutboxEntry): Promise<OutboxEntry | undefined>;
  /** @returns undefined: the server has not numbered it, or so long ago that it is forgotten. */
  findNumber(owner: OutboxOwner, unsavedId: number): Promise<number | undefined>;
  /** Something half-written, by its place; undefined: nothing kept. */
  readDraft(owner: OutboxOwner, scope: string): Promise<unknown>;
  /** @param draft undefined forgets it. */
  writeDraft(owner: OutboxOwner, scope: string, draft: unknown): Promise<void>;
}

const DATABASE = "parfocal-outbox";
const DATABASE_VERSION = 2;

/** So much longer than the item itself a number is kept: a draft about it may be found again so late. */
const NUMBER_LIFETIME_MS = 30 * 24 * 60 * 60 * 1000;

interface StoredDraft extends OutboxOwner {
  readonly scope: string;
  readonly draft: unknown;
}

interface OutboxSchema extends DBSchema {
  entries: { key: string; value: OutboxEntry; indexes: { byOwner: [number, number] } };
  drafts: { key: [number, number, string]; value: StoredDraft };
  numbers: { key: [number, number, number]; value: OutboxOwner & Numbered };
}

const inOrder = (entries: readonly OutboxEntry[]): OutboxEntry[] =>
  [...entries].sort((one, other) => one.sequence - other.sequence);

/** IndexedDB, each change flushed to disk before it counts; memory where the browser refuses (private windows). */
export async function openOutboxStore(): Promise<OutboxStore> {
  try {
    return indexedDbStore(await openDatabase());
  } catch {
    return memoryStore();
  }
}

function openDatabase(): Promise<IDBPDatabase<OutboxSchema>> {
  return new Promise((resolve, reject) => {
    const opening = openDB<OutboxSchema>(DATABASE, DATABASE_VERSION, {
      upgrade(database, versionBefore) {
        if (versionBefore < 1) {
          database.createObjectStore("entries", { keyPath: "key" }).createIndex("byOwner", ["siteId", "userId"]);
          database.createObjectStore("drafts", { keyPath: ["siteId", "userId", "scope"] });
        }
        if (versionBefore < 2) database.createObjectStore("numbers", { keyPath: ["siteId", "userId", "unsavedId"] });
      },
      // Nobody can tell for how long: until the next reload this page keeps its changes in memory, and says so.
      blocked: () => reject(new Error("a tab with an earlier version of the page holds the outbox")),
    });
    opening.then(resolve, reject);
  });
}

function indexedDbStore(database: IDBPDatabase<OutboxSchema>): OutboxStore {
  return {
    isDurable: true,
    async list({ siteId, userId }) {
      return inOrder(await database.getAllFromIndex("entries", "byOwner", [siteId, userId]));
    },
    async change({ siteId, userId }, step, numbered = []) {
      const transaction = database.transaction(["entries", "numbers"], "readwrite", { durability: "strict" });
      const queue = transaction.objectStore("entries");
      const numbers = transaction.objectStore("numbers");
      const before = inOrder(await queue.index("byOwner").getAll([siteId, userId]));
      const after = step(before);
      const unchanged = new Set(before);
      const keptKeys = new Set(after.map((entry) => entry.key));
      for (const entry of before) if (!keptKeys.has(entry.key)) void queue.delete(entry.key);
      for (const entry of after) if (!unchanged.has(entry)) void queue.put(entry);
      for (const { unsavedId, id } of numbered) {
        void numbers.put({ siteId, userId, unsavedId, id });
        // An id that the page gave tells when it was given: `unsavedSubjectId`.
        const longAgo = Math.min(unsavedId + NUMBER_LIFETIME_MS, 0);
        void numbers.delete(IDBKeyRange.bound([siteId, userId, longAgo], [siteId, userId, 0]));
      }
      await transaction.done;
      return [...after];
    },
    async changeEntry(key, step) {
      const transaction = database.transaction("entries", "readwrite", { durability: "strict" });
      const before = await transaction.store.get(key);
      const after = before && step(before);
      if (after) void transaction.store.put(after);
      await transaction.done;
      return after;
    },
    async findNumber({ siteId, userId }, unsavedId) {
      return (await database.get("numbers", [siteId, userId, unsavedId]))?.id;
    },
    async readDraft({ siteId, userId }, scope) {
      return (await database.get("drafts", [siteId, userId, scope]))?.draft;
    },
    async writeDraft({ siteId, userId }, scope, draft) {
      if (draft === undefined) await database.delete("drafts", [siteId, userId, scope]);
      else await database.put("drafts", { siteId, userId, scope, draft });
    },
  };
}

/** Lives as long as the page does. */
export function memoryStore(): OutboxStore {
  const queues = new Map<string, readonly OutboxEntry[]>();
  const drafts = new Map<string, unknown>();
  const numbers = new Map<string, number>();
  const nameOf = ({ siteId, userId }: OutboxOwner, scope = ""): string => `${siteId} ${userId} ${scope}`;
  return {
    isDurable: false,
    async list(owner) {
      return [...(queues.get(nameOf(owner)) ?? [])];
    },
    async change(owner, step, numbered = []) {
      const after = inOrder(step(queues.get(nameOf(owner)) ?? []));
      queues.set(nameOf(owner), after);
      for (const { unsavedId, id } of numbered) numbers.set(nameOf(owner, String(unsavedId)), id);
      return [...after];
    },
    async changeEntry(key, step) {
      for (const [name, queue] of queues) {
        const before = queue.find((entry) => entry.key === key);
        if (!before) continue;
        const after = step(before);
        queues.set(
          name,
          queue.map((entry) => (entry === before ? after : entry)),
        );
        return after;
      }
      return undefined;
    },
    async findNumber(owner, unsavedId) {
      return numbers.get(nameOf(owner, String(unsavedId)));
    },
    async readDraft(owner, scope) {
      return drafts.get(nameOf(owner, scope));
    },
    async writeDraft(owner, scope, draft) {
      if (draft === undefined) drafts.delete(nameOf(owner, scope));
      else drafts.set(nameOf(owner, scope), draft);
    },
  };
}
