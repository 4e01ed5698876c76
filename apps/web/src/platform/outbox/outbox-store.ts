/**
 * Storage of the queue. A change is one atomic step from an owner's whole queue to its next state, so that two tabs
 * never overwrite each other; the rules themselves are pure functions elsewhere.
 */
import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import type { Numbered, OutboxEntry, OutboxOwner } from "./outbox-entry.ts";

export type QueueChange = (entries: readonly OutboxEntry[]) => readonly OutboxEntry[];

export interface OutboxStore {
  /** Whether its contents survive a reload. */
  readonly isDurable: boolean;
  list(owner: OutboxOwner): Promise<OutboxEntry[]>;
  /**
   * @param numbered stored in the same step, for code that still has the previous IDs of these items.
   * @returns the queue after the change, once it is durable.
   */
  change(owner: OutboxOwner, step: QueueChange, numbered?: readonly Numbered[]): Promise<OutboxEntry[]>;
  /** Changes a single entry, without rewriting the queue. @returns undefined if it is no longer in the queue. */
  changeEntry(key: string, step: (entry: OutboxEntry) => OutboxEntry): Promise<OutboxEntry | undefined>;
  /** @returns undefined if the server has not assigned an ID, or the ID was deleted here after some time. */
  findNumber(owner: OutboxOwner, unsavedId: number): Promise<number | undefined>;
  /** An unfinished draft by its scope; undefined: none. */
  readDraft(owner: OutboxOwner, scope: string): Promise<unknown>;
  /** @param draft undefined: deletes it. */
  writeDraft(owner: OutboxOwner, scope: string, draft: unknown): Promise<void>;
}

const DATABASE = "parfocal-outbox";
const DATABASE_VERSION = 2;

/** How much longer than the item's entry its ID is kept: a draft about it may be opened that late. */
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

/** IndexedDB, with each change flushed to disk; memory if the browser refuses it (private windows). */
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
      // It is unknown for how long: until the next reload this page keeps its changes in memory, and reports that.
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
      const remainingKeys = new Set(after.map((entry) => entry.key));
      for (const entry of before) if (!remainingKeys.has(entry.key)) void queue.delete(entry.key);
      for (const entry of after) if (!unchanged.has(entry)) void queue.put(entry);
      for (const { unsavedId, id } of numbered) {
        void numbers.put({ siteId, userId, unsavedId, id });
        // A preliminary ID contains its time of creation: `unsavedSubjectId`.
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

/** Kept for the lifetime of the page. */
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
