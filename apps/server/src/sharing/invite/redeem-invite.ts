/**
 * Adds a user to the user group of an invite code; a one-time code is used up.
 *
 * Wrong codes are counted in the database, per user and per network address, so that the counts survive a restart and
 * apply to all servers (reliability.md, T-07, D-6).
 */
import { createHash } from "node:crypto";
import { AppError } from "@parfocal/core/errors.ts";
import { readInviteCode } from "@parfocal/core/invite/invite-code.ts";
import {
  ADDRESS_GUESS_WINDOW_MS,
  ADDRESS_GUESSES_MAX,
  USER_GUESS_WINDOW_MS,
  USER_GUESSES_MAX,
} from "@parfocal/core/invite/invite-limits.ts";
import { recordAudit } from "#audit/record-audit.ts";
import { readSealKeys } from "#platform/access/seal-keys.ts";
import { type SiteDb, withSite } from "#platform/db/database.ts";
import { repeatOnConflict } from "#platform/db/repeat-on-conflict.ts";
import { networkOf } from "#platform/http/network-of.ts";
import type { Platform } from "#platform/platform.ts";
import { countFailures, insertFailures, lockGuesses } from "#session/session.queries.ts";
import { tooManyAttempts } from "#session/too-many-attempts.ts";
import { insertGroupMember, isGroupMember } from "#user-group/user-group.queries.ts";
import { lookupsOf } from "./code-secrets.ts";
import { findUsedInvite, insertInviteUse, lockReusableInvite, spendOneTimeInvite } from "./invite.queries.ts";

interface Attempt {
  readonly siteId: number;
  /** As entered. */
  readonly code: string;
  /** The user who joins. */
  readonly userId: number;
  /** The user who sends the code: their wrong codes are counted. */
  readonly callerId: number;
  /** Network address that the request came from. */
  readonly address: string;
}

const subjectOf = (...parts: string[]) =>
  createHash("sha256")
    .update(["invite", ...parts].join("\n"))
    .digest("base64url");

/**
 * Uses a transaction of its own, so that a wrong code is counted although the call fails.
 *
 * @returns the ID of the group.
 * @throws AppError `notFound` for every invalid code; `tooManyRequests` after too many of them.
 */
export async function redeemInvite(
  { database }: Pick<Platform, "database">,
  { siteId, code, userId, callerId, address }: Attempt,
): Promise<number> {
  const user = subjectOf("user", String(callerId));
  const place = subjectOf("address", networkOf(address));
  const attempt = async (db: SiteDb): Promise<number | null> => {
    await lockGuesses(db, siteId, user);
    await assertMayGuess(db, siteId, { user, place });
    const plain = readInviteCode(code);
    const joined =
      plain &&
      (await join(db, siteId, {
        lookups: lookupsOf(plain, { kind: "invite code", siteId, keys: await readSealKeys(db) }),
        userId,
        callerId,
      }));
    if (joined) return joined;
    // Wrong codes from one address are checked one after the other; valid ones do not wait.
    await lockGuesses(db, siteId, place);
    await assertMayGuess(db, siteId, { user, place });
    await insertFailures(db, siteId, [user, place]);
    return null;
  };
  // The group can be deleted at the same time, which locks group and code in the opposite order.
  const groupId = await repeatOnConflict(() => withSite(database, siteId, attempt));
  if (groupId === null)
    throw new AppError("notFound", "This code does not work. Check it, or ask for a new one.", {
      codes: ["inviteUnknown"],
    });
  return groupId;
}

/** @returns the ID of the group; null: the code is not valid for this user. */
async function join(
  db: SiteDb,
  siteId: number,
  { lookups, userId, callerId }: { lookups: readonly Buffer[]; userId: number; callerId: number },
): Promise<number | null> {
  const used = await findUsedInvite(db, siteId, { lookups, userId });
  // A code admits each person once: a person who was removed from the group since cannot rejoin with it.
  if (used) return (await isGroupMember(db, siteId, { groupId: used.groupId, userId })) ? used.groupId : null;
  const invite =
    (await spendOneTimeInvite(db, siteId, { lookups, userId })) ?? (await lockReusableInvite(db, siteId, lookups));
  if (!invite) return null;
  await insertInviteUse(db, siteId, { inviteId: invite.id, userId });
  await recordAudit(db, siteId, {
    action: "inviteUsed",
    actorId: callerId,
    personId: userId,
    objectId: invite.id,
    facts: { userGroupId: invite.groupId },
  });
  if (await insertGroupMember(db, siteId, { groupId: invite.groupId, userId }))
    await recordAudit(db, siteId, {
      action: "memberAdded",
      actorId: callerId,
      personId: userId,
      objectId: invite.groupId,
      facts: { way: "inviteCode" },
    });
  return invite.groupId;
}

/** @throws AppError `tooManyRequests` */
async function assertMayGuess(
  db: SiteDb,
  siteId: number,
  { user, place }: { user: string; place: string },
): Promise<void> {
  if ((await countFailures(db, siteId, user, USER_GUESS_WINDOW_MS)) >= USER_GUESSES_MAX)
    throw tooManyAttempts("Too many wrong codes. Try again in 15 minutes.");
  if ((await countFailures(db, siteId, place, ADDRESS_GUESS_WINDOW_MS)) >= ADDRESS_GUESSES_MAX)
    throw tooManyAttempts("Too many wrong codes from this network. Try again in an hour.");
}
