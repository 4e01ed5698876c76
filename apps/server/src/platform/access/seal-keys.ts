/**
 * The keys of sealed texts, in the database, where every server reads them in the transaction that uses them: so a key can
 * be replaced while any number of servers run (decision 0168). Signatures have the key of `Platform.nonceKey`.
 */
import { sql } from "kysely";
import type { SiteDb } from "../db/database.ts";

export const SEAL_KEY = "sealKey";
/** There while a key is being replaced. */
export const FORMER_SEAL_KEY = "formerSealKey";
export const SEAL_KEY_BYTES = 32;

/** Of a key; shared by those who seal, held alone by who replaces it. */
export const SEAL_LOCK = sql`hashtextextended('seal key', 0)`;

export interface SealKeys {
  /** Seals, and is tried first to open. */
  readonly current: Buffer;
  /** null: nothing is sealed with another one. */
  readonly former: Buffer | null;
}

/** For texts that no database keeps. */
export const onlyKey = (key: Buffer): SealKeys => ({ current: key, former: null });

/** To open. Call after the sealed text was read. */
export async function readSealKeys(db: Pick<SiteDb, "selectFrom">): Promise<SealKeys> {
  const rows = await db
    .selectFrom("installation")
    .select(["name", "value"])
    .where("name", "in", [SEAL_KEY, FORMER_SEAL_KEY])
    .execute();
  const find = (wanted: string) => rows.find(({ name }) => name === wanted)?.value;
  const [current, former] = [find(SEAL_KEY), find(FORMER_SEAL_KEY)];
  if (current === undefined) throw new Error("the key of sealed texts is missing");
  return {
    current: Buffer.from(current, "base64"),
    former: former === undefined ? null : Buffer.from(former, "base64"),
  };
}

/** To seal: until the transaction ends the key cannot be replaced. */
export async function lockSealKeys(db: SiteDb): Promise<SealKeys> {
  await sql`SELECT pg_advisory_xact_lock_shared(${SEAL_LOCK})`.execute(db);
  return readSealKeys(db);
}
