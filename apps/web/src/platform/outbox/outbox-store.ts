/**
 * Where the queue is kept. A change is one atomic step from the whole queue of an owner to its next state, so that two
 * tabs never overwrite each other; the rules themselves are pure functions elsewhere.
 */
import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import type { OutboxEntry, OutboxOwner } from "./outbox-entry.ts";

export type QueueChange = (entries: readonly OutboxEntry[]) => readonly OutboxEntry[];

export interface OutboxStore {
  /** Whether what it keeps survives a reload. */
  readonly isDurable: boolean;
  list(owner: OutboxOwner): Promise<OutboxEntry[]>;
  /** @returns the queue after the change, once that is durable. */
  change(owner: OutboxOwner, step: QueueChange): Promise<OutboxEntry[]>;
  /** Something half-written, by its place; undefined: nothing kept. */
  readDraft(owner: OutboxOwner, scope: string): Promise<unknown>;
  /** @param draft undefined forgets it. */
  writeDraft(owner: OutboxOwner, scope: string, draft: unknown): Promise<void>;
}

const DATABASE = "parfocal-outbox";
const DATABASE_VERSION = 1;

interface StoredDraft extends OutboxOwner {
  readonly scope: string;
  readonly draft: unknown;
}

interface OutboxSchema extends DBSchema {
  entries: { key: string; value: OutboxEntry; indexes: { byOwner: [number, number] } };
  drafts: { key: [number, number, string]; value: StoredDraft };
}

const inOrder = (entries: readonly OutboxEntry[]): OutboxEntry[] =>
  [...entries].sort((one, other) => one.sequence - other.sequence);

/** IndexedDB, each change flushed to disk before it counts; memory where the browser refuses (private windows). */
export async function openOutboxStore(): Promise<OutboxStore> {
  try {
    return indexedDbStore(
      await openDB<OutboxSchema>(DATABASE, DATABASE_VERSION, {
        upgrade(database) {
          database.createObjectStore("entries", { keyPath: "key" }).createIndex("byOwner", ["siteId", "userId"]);
          database.createObjectStore("drafts", { keyPath: ["siteId", "userId", "scope"] });
        },
      }),
    );
  } catch {
    return memoryStore();
  }
}

function indexedDbStore(database: IDBPDatabase<OutboxSchema>): OutboxStore {
  return {
    isDurable: true,
    async list({ siteId, userId }) {
      return inOrder(await database.getAllFromIndex("entries", "byOwner", [siteId, userId]));
    },
    async change({ siteId, userId }, step) {
      const transaction = database.transaction("entries", "readwrite", { durability: "strict" });
      const before = inOrder(await transaction.store.index("byOwner").getAll([siteId, userId]));
      const after = step(before);
      const keptKeys = new Set(after.map((entry) => entry.key));
      for (const entry of before) if (!keptKeys.has(entry.key)) void transaction.store.delete(entry.key);
      for (const entry of after) if (!before.includes(entry)) void transaction.store.put(entry);
      await transaction.done;
      return [...after];
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
  const nameOf = ({ siteId, userId }: OutboxOwner, scope = ""): string => `${siteId} ${userId} ${scope}`;
  return {
    isDurable: false,
    async list(owner) {
      return [...(queues.get(nameOf(owner)) ?? [])];
    },
    async change(owner, step) {
      const after = inOrder(step(queues.get(nameOf(owner)) ?? []));
      queues.set(nameOf(owner), after);
      return [...after];
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
