/**
 * The keys of sealed texts. They are stored in the database, and every server reads them in the transaction that uses
 * them, so a key can be replaced while any number of servers run (decision 0168). Signatures use `Platform.nonceKey`
 * instead.
 */
import { sql } from "kysely";
import type { SiteDb } from "../db/database.ts";

export const SEAL_KEY = "sealKey";
/** Exists while a key is being replaced. */
export const FORMER_SEAL_KEY = "formerSealKey";
export const SEAL_KEY_BYTES = 32;

/** Lock of the key: shared by transactions that seal, exclusive while the key is replaced. */
export const SEAL_LOCK = sql`hashtextextended('seal key', 0)`;

export interface SealKeys {
  /** Seals; tried first when opening. */
  readonly current: Buffer;
  /** null: no text is sealed with another key. */
  readonly former: Buffer | null;
}

/** For texts that are not stored in a database. */
export const onlyKey = (key: Buffer): SealKeys => ({ current: key, former: null });

/** For opening. Call after the sealed text was read. */
export async function readSealKeys(db: Pick<SiteDb, "selectFrom">): Promise<SealKeys> {
  const rows = await db
    .selectFrom("installation")
    .select(["name", "value"])
    .where("name", "in", [SEAL_KEY, FORMER_SEAL_KEY])
    .execute();
  const find = (keyName: string) => rows.find(({ name }) => name === keyName)?.value;
  const [current, former] = [find(SEAL_KEY), find(FORMER_SEAL_KEY)];
  if (current === undefined) throw new Error("the key of sealed texts is missing");
  return {
    current: Buffer.from(current, "base64"),
    former: former === undefined ? null : Buffer.from(former, "base64"),
  };
}

/** For sealing: the key cannot be replaced until the transaction ends. */
export async function lockSealKeys(db: SiteDb): Promise<SealKeys> {
  await sql`SELECT pg_advisory_xact_lock_shared(${SEAL_LOCK})`.execute(db);
  return readSealKeys(db);
}
