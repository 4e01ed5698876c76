/**
 * A creating call with an Idempotency-Key is done once, however often it is sent (rule D-4). The response is stored in
 * the same transaction as the effect.
 */
import { createHash } from "node:crypto";
import type { Call } from "@parfocal/core/call.contract.ts";
import { AppError } from "@parfocal/core/errors.ts";
import type { FastifyRequest } from "fastify";
import { sql } from "kysely";
import type { SiteDb } from "../db/database.ts";

/** How long a response is stored, in hours. */
const IDEMPOTENCY_HOURS = 24;
const KEY = /^[\x21-\x7e]{8,200}$/;
const LOCK_NOT_AVAILABLE = "55P03";

export interface StoredAnswer {
  readonly status: number;
  readonly answer: unknown;
}

interface KeyUse {
  readonly siteId: number;
  readonly userId: number;
  readonly key: string;
  readonly call: Call;
  /** As parsed: the effect of the call depends on nothing else. Of a form: its fields and the hashes of its files. */
  readonly input: { readonly params: unknown; readonly query: unknown; readonly body: unknown };
}

const routeOf = ({ method, path }: Call): string => `${method} ${path}`;

interface Claim {
  readonly use: KeyUse;
  /** The response to the first call with this key; null: this is the first. */
  readonly stored: StoredAnswer | null;
}

/** @throws AppError `invalid` if the key is not valid. */
export function readIdempotencyKey(request: FastifyRequest): string | null {
  const header = request.headers["idempotency-key"];
  if (header === undefined) return null;
  if (typeof header !== "string" || !KEY.test(header))
    throw new AppError("invalid", "The Idempotency-Key must be 8 to 200 visible characters.");
  return header;
}

/**
 * A key belongs to one request of one user of one site: method, path with its parameters, query and parsed body.
 *
 * @throws AppError `conflict` while another call with the same key is running; `keyReused` if the key was used for a
 * different request.
 */
export async function findOrClaimKey(db: SiteDb, use: KeyUse): Promise<Claim> {
  const { params, query, body } = use.input;
  // Undefined becomes null, so that the three keep their positions.
  const requestSha256 = createHash("sha256")
    .update(JSON.stringify([params, query, body]))
    .digest("hex");
  if (await claimKey(db, use, requestSha256)) return { use, stored: null };
  const row = await db
    .selectFrom("idempotency")
    .select(["route", "request_sha256", "status", "answer"])
    .where("site_id", "=", use.siteId)
    .where("user_id", "=", use.userId)
    .where("key", "=", use.key)
    .executeTakeFirstOrThrow();
  if (row.route !== routeOf(use.call) || row.request_sha256 !== requestSha256 || row.status === null) {
    throw new AppError(
      "keyReused",
      "This Idempotency-Key has already been used for a different request. Send this one with a new key.",
      {
        codes: ["keyReused"],
      },
    );
  }
  return { use, stored: { status: row.status, answer: row.answer } };
}

/** Waits briefly if another transaction holds the key. @returns whether this call now owns it. */
async function claimKey(db: SiteDb, use: KeyUse, requestSha256: string): Promise<boolean> {
  await sql`SET LOCAL lock_timeout = '2s'`.execute(db);
  try {
    const inserted = await db
      .insertInto("idempotency")
      .values({
        site_id: use.siteId,
        user_id: use.userId,
        key: use.key,
        route: routeOf(use.call),
        request_sha256: requestSha256,
        status: null,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning("key")
      .executeTakeFirst();
    await sql`SET LOCAL lock_timeout = 0`.execute(db);
    return inserted !== undefined;
  } catch (error) {
    if ((error as { code?: string }).code !== LOCK_NOT_AVAILABLE) throw error;
    throw new AppError("conflict", "The same request is still being processed. Try again in a moment.", {
      cause: error,
      codes: ["stillAtWork"],
    });
  }
}

export async function keepAnswer(db: SiteDb, { use }: Claim, { status, answer }: StoredAnswer): Promise<void> {
  await db
    .updateTable("idempotency")
    .set({ status, answer: JSON.stringify(answer ?? null) })
    .where("site_id", "=", use.siteId)
    .where("user_id", "=", use.userId)
    .where("key", "=", use.key)
    .execute();
}

export async function deleteOldKeys(db: SiteDb, siteId: number): Promise<void> {
  await db
    .deleteFrom("idempotency")
    .where("site_id", "=", siteId)
    .where("created_at", "<", sql<Date>`now() - make_interval(hours => ${IDEMPOTENCY_HOURS})`)
    .execute();
}
