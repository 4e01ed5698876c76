import { INVITE_CODE_END_CHARACTERS } from "@parfocal/core/invite/invite-code.ts";
import { createCode, lookupOf, sealCode } from "#invite/code-secrets.ts";
import { insertInvite } from "#invite/invite.queries.ts";
import { readSealKeys } from "#platform/access/seal-keys.ts";
import { withSite } from "#platform/db/database.ts";
import type { TestSite } from "./build-site.ts";
import type { TestUser } from "./build-user.ts";

interface InviteOptions {
  readonly groupId: number;
  readonly createdBy: TestUser;
  readonly isOneTime?: boolean;
  /** In the site's time zone; null: no limit. */
  readonly validUntil?: string | null;
}

/** @returns its ID and its code. */
export function buildInvite(
  site: TestSite,
  { groupId, createdBy, isOneTime = false, validUntil = null }: InviteOptions,
): Promise<{ id: number; code: string }> {
  const { database } = site.server.platform;
  const code = createCode();
  return withSite(database, site.id, async (db) => {
    const space = { kind: "invite code", siteId: site.id, keys: await readSealKeys(db) } as const;
    const id = await insertInvite(db, site.id, {
      groupId,
      lookup: lookupOf(code, space),
      shown: sealCode(code, space),
      codeEnd: code.slice(-INVITE_CODE_END_CHARACTERS),
      isOneTime,
      validUntil,
      createdBy: createdBy.id,
    });
    return { id, code };
  });
}
