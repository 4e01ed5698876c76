/**
 * The keys with which this tool signs messages to learning platforms: created at first use and rotated by a schedule.
 */
import { planKeys, signingKey } from "@parfocal/core/lti/key-rotation.ts";
import { exportJWK, exportPKCS8, generateKeyPair, importPKCS8, type JWTPayload, SignJWT } from "jose";
import { sql } from "kysely";
import { lockSealKeys, readSealKeys } from "#platform/access/seal-keys.ts";
import { openSealedText, sealText } from "#platform/access/sealed-text.ts";
import { type SiteDb, withSite } from "#platform/db/database.ts";
import type { Platform } from "#platform/platform.ts";
import type { PublicLtiKey } from "./lti.table.ts";

/** The algorithm that every platform supports (IMS Security Framework 1.0, section 5.1.3). */
const ALGORITHM = "RS256";
/** Equivalent to 128-bit security (ASVS 5.0, 11.2.3). */
const MODULUS_BITS = 3072;
const MS_PER_S = 1_000;

type KeysPlatform = Pick<Platform, "database">;

export const purposeOfKey = (siteId: number) => `lti key\n${siteId}`;

/** The keys published now; creates the first one if needed. @param now ms since the epoch. */
export async function readPublicKeys(platform: KeysPlatform, siteId: number, now: number): Promise<PublicLtiKey[]> {
  const found = await withSite(platform.database, siteId, (db) => listKeys(db, siteId));
  const { isNewKeyDue, outdated } = planKeys(found, now);
  if (!isNewKeyDue && outdated.length === 0) return found.map(({ publicKey }) => publicKey);
  // Created before the transaction, since it takes a while.
  const made = isNewKeyDue ? await makeKey() : null;
  const keys = await withSite(platform.database, siteId, async (db) => {
    await sql`SELECT pg_advisory_xact_lock(hashtextextended('lti keys', ${siteId}))`.execute(db);
    const plan = planKeys(await listKeys(db, siteId), now);
    const old = plan.outdated.map(({ id }) => id);
    if (old.length > 0) await db.deleteFrom("lti_key").where("site_id", "=", siteId).where("id", "in", old).execute();
    if (made && plan.isNewKeyDue) {
      const { publicKey, privateKey } = made;
      const sealed = sealText(privateKey, { keys: await lockSealKeys(db), purpose: purposeOfKey(siteId) });
      await db
        .insertInto("lti_key")
        .values({
          site_id: siteId,
          kid: publicKey.kid,
          public_key: JSON.stringify(publicKey),
          sealed_private_key: sealed,
        })
        .execute();
    }
    return listKeys(db, siteId);
  });
  return keys.map(({ publicKey }) => publicKey);
}

/**
 * A token of this tool, signed with the current key. If a new key is due, it is created first.
 *
 * @param now ms since the epoch. @param lifeS lifetime of the token, in s.
 */
export async function signToken(
  platform: KeysPlatform,
  siteId: number,
  claims: JWTPayload,
  { now, lifeS }: { readonly now: number; readonly lifeS: number },
): Promise<string> {
  await readPublicKeys(platform, siteId, now);
  const key = await withSite(platform.database, siteId, async (db) => {
    const chosen = signingKey(await listKeys(db, siteId), now);
    const found = await db
      .selectFrom("lti_key")
      .select(["kid", "sealed_private_key as sealed"])
      .where("site_id", "=", siteId)
      .where("id", "=", chosen?.id ?? 0)
      .executeTakeFirstOrThrow();
    const seal = { keys: await readSealKeys(db), purpose: purposeOfKey(siteId) };
    return { kid: found.kid, text: openSealedText(found.sealed, seal) };
  });
  const privateKey = await importPKCS8(key.text, ALGORITHM);
  const issuedAt = Math.floor(now / MS_PER_S);
  return new SignJWT(claims)
    .setProtectedHeader({ alg: ALGORITHM, kid: key.kid, typ: "JWT" })
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + lifeS)
    .setJti(crypto.randomUUID())
    .sign(privateKey);
}

async function listKeys(db: SiteDb, siteId: number) {
  const rows = await db
    .selectFrom("lti_key")
    .select(["id", "public_key as publicKey", "created_at as createdAt"])
    .where("site_id", "=", siteId)
    .orderBy("id")
    .execute();
  return rows.map((row) => ({ ...row, createdAt: row.createdAt.getTime() }));
}

async function makeKey(): Promise<{ readonly publicKey: PublicLtiKey; readonly privateKey: string }> {
  const pair = await generateKeyPair(ALGORITHM, { modulusLength: MODULUS_BITS, extractable: true });
  const { n = "", e = "" } = await exportJWK(pair.publicKey);
  const publicKey = { kty: "RSA", kid: crypto.randomUUID(), alg: ALGORITHM, use: "sig", n, e };
  return { publicKey, privateKey: await exportPKCS8(pair.privateKey) };
}
