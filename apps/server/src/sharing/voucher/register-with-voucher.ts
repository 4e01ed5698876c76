/**
 * Creates an account with a voucher: account, membership and the use of the voucher are committed together or not at
 * all (rule D-6). Wrong codes are counted in the database, by network address (reliability.md, T-07).
 */
import { createHash } from "node:crypto";
import { DEFAULT_ROLE } from "@parfocal/core/access/capabilities.ts";
import { AppError } from "@parfocal/core/errors.ts";
import { REGISTER_GUESS_WINDOW_MS, REGISTER_GUESSES_MAX } from "@parfocal/core/voucher/voucher.contract.ts";
import { readVoucherCode } from "@parfocal/core/voucher/voucher-code.ts";
import { assertFreeEmail } from "#account/change-users.ts";
import { setExpiry } from "#account/managed-user.queries.ts";
import { assertUsablePassword } from "#account/usable-password.ts";
import { type NewAuditEntry, recordAudit } from "#audit/record-audit.ts";
import { lookupsOf } from "#invite/code-secrets.ts";
import { hashPassword } from "#platform/access/password.ts";
import { readSealKeys } from "#platform/access/seal-keys.ts";
import { type SiteDb, withSite } from "#platform/db/database.ts";
import { networkOf } from "#platform/http/network-of.ts";
import type { RequestSite } from "#platform/http/site-and-session.ts";
import type { Platform } from "#platform/platform.ts";
import { countFailures, insertFailures, lockGuesses } from "#session/session.queries.ts";
import { tooManyAttempts } from "#session/too-many-attempts.ts";
import { insertUser } from "#user/user.queries.ts";
import { insertGroupMember } from "#user-group/user-group.queries.ts";
import { isVoucherActive, spendVoucher } from "./voucher.queries.ts";
import { voucherSpace } from "./voucher-space.ts";

interface Registration {
  readonly site: Pick<RequestSite, "id" | "title">;
  /** As entered. */
  readonly voucher: string;
  readonly displayName: string;
  readonly email: string;
  readonly password: string;
  /** Network address that the request came from. */
  readonly address: string;
}

/**
 * @returns the ID of the account.
 * @throws AppError `notFound` for every invalid code, `tooManyRequests` after too many of them; `conflict` with
 * `emailTaken`; `invalid` for a password that is not allowed.
 */
export async function registerWith(
  platform: Pick<Platform, "database" | "reserve">,
  { site, voucher, displayName, email, password, address }: Registration,
): Promise<number> {
  const code = readVoucherCode(voucher);
  if (!(await isRightGuess(platform, { siteId: site.id, code, address })) || code === null) throw unknownVoucher();
  await assertUsablePassword(password, [email, displayName, site.title]);
  const passwordHash = await hashPassword(password);
  return withSite(platform.database, site.id, async (db) => {
    await assertFreeEmail(db, site.id, email, null);
    const userId = await insertUser(db, site.id, { email, displayName, role: DEFAULT_ROLE, passwordHash });
    const spent = await spendVoucher(db, site.id, { lookups: await lookupsOfVoucher(db, site.id, code), userId });
    if (!spent) throw unknownVoucher();
    if (spent.accountExpiresAt !== null) await setExpiry(db, site.id, { userId, expiresAt: spent.accountExpiresAt });
    const record = (entry: Pick<NewAuditEntry, "action" | "objectId" | "facts">) =>
      recordAudit(db, site.id, { actorId: userId, personId: userId, ...entry });
    await record({ action: "userCreated", facts: { role: DEFAULT_ROLE, way: "voucher" } });
    await record({ action: "voucherUsed", objectId: spent.id });
    if (spent.groupId === null) return userId;
    await insertGroupMember(db, site.id, { groupId: spent.groupId, userId });
    await record({ action: "memberAdded", objectId: spent.groupId, facts: { way: "voucher" } });
    return userId;
  });
}

const lookupsOfVoucher = async (db: SiteDb, siteId: number, code: string): Promise<Buffer[]> =>
  lookupsOf(code, voucherSpace(siteId, await readSealKeys(db)));

/**
 * Uses a transaction of its own, so that a wrong code is counted although the call fails. @throws AppError
 * `tooManyRequests`
 */
function isRightGuess(
  { reserve }: Pick<Platform, "reserve">,
  { siteId, code, address }: { readonly siteId: number; readonly code: string | null; readonly address: string },
): Promise<boolean> {
  const place = createHash("sha256")
    .update(`voucher\naddress\n${networkOf(address)}`)
    .digest("base64url");
  return withSite(reserve, siteId, async (db) => {
    const isBlocked = async () =>
      (await countFailures(db, siteId, place, REGISTER_GUESS_WINDOW_MS)) >= REGISTER_GUESSES_MAX;
    if (await isBlocked()) throw tooMany();
    if (code !== null && (await isVoucherActive(db, siteId, await lookupsOfVoucher(db, siteId, code)))) return true;
    // Counting wrong codes from one address is serialized; valid codes do not wait.
    await lockGuesses(db, siteId, place);
    if (await isBlocked()) throw tooMany();
    await insertFailures(db, siteId, [place]);
    return false;
  });
}

const unknownVoucher = () =>
  new AppError("notFound", "This voucher does not work. Check the code, or ask for a new one.", {
    codes: ["voucherUnknown"],
  });

const tooMany = () => tooManyAttempts("Too many wrong codes from this network. Try again in an hour.");
