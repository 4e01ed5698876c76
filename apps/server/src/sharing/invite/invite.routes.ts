import { AppError, notFound } from "@parfocal/core/errors.ts";
import {
  addToGroupByCode,
  deactivateInvite,
  generateInvite,
  type Invite,
  listInvites,
  listInvitesLog,
} from "@parfocal/core/invite/invite.contract.ts";
import { formatInviteCode, INVITE_CODE_END_CHARACTERS } from "@parfocal/core/invite/invite-code.ts";
import { GROUP_INVITES_MAX } from "@parfocal/core/invite/invite-limits.ts";
import { listChangeable } from "#assignment/assignment-rights.ts";
import { findOwnGroup, lockOwnGroup } from "#assignment/change-assignments.ts";
import { listOpened } from "#assignment/list-opened.ts";
import { recordAudit } from "#audit/record-audit.ts";
import { lockSealKeys, readSealKeys, type SealKeys } from "#platform/access/seal-keys.ts";
import { withSite } from "#platform/db/database.ts";
import { longRoute, type RouteContext, route } from "#platform/http/route.ts";
import { isUser } from "#user/user.queries.ts";
import { listUserGroupFacts } from "#user-group/user-group.queries.ts";
import { createCode, lookupOf, openCode, sealCode } from "./code-secrets.ts";
import {
  countActiveInvites,
  findInvite,
  findInviteUses,
  type InviteRow,
  insertInvite,
  listGroupIdsWithInvites,
  listGroupInvites,
  updateToInactive,
} from "./invite.queries.ts";
import { redeemInvite } from "./redeem-invite.ts";

const spaceOf = (siteId: number, keys: SealKeys) => ({ kind: "invite code", siteId, keys }) as const;

type Context = Pick<RouteContext, "db" | "siteId">;

function presentInvite(
  { siteId, keys }: { siteId: number; keys: SealKeys },
  { shown, createdAt, ...facts }: InviteRow,
): Invite {
  const code = formatInviteCode(openCode(shown, spaceOf(siteId, keys)));
  return { ...facts, code, createdAt: createdAt.toISOString() };
}

async function loadInvite(context: Context, id: number): Promise<Invite> {
  const row = await findInvite(context.db, context.siteId, id);
  if (!row) throw notFound("Invite code");
  return presentInvite({ siteId: context.siteId, keys: await readSealKeys(context.db) }, row);
}

/** IDs of the groups whose codes the caller may see; null: all groups of the site. */
async function listLoggedGroups({ db, siteId, caller }: RouteContext): Promise<number[] | null> {
  if (caller.can("managePeople")) return null;
  const groups = await listUserGroupFacts(db, siteId, await listGroupIdsWithInvites(db, siteId));
  return [...(await listChangeable(db, siteId, caller, groups))];
}

export const inviteRoutes = [
  route(listInvites, async (context, { params }) => {
    const { db, siteId, caller } = context;
    await findOwnGroup(db, siteId, caller, params.id);
    const rows = await listGroupInvites(db, siteId, params.id);
    const keys = await readSealKeys(db);
    return rows.map((row) => presentInvite({ siteId, keys }, row));
  }),

  route(listInvitesLog, async (context, { query }) => {
    const { db, siteId } = context;
    const groupIds = await listLoggedGroups(context);
    const { rows, total } = await findInviteUses(db, siteId, { ...query, groupIds });
    const uses = rows.map(({ usedAt, userId, userName, email, groupId, groupTitle, codeEnd, isOneTime }) => ({
      usedAt: usedAt.toISOString(),
      user: { id: userId, name: userName, email },
      group: { id: groupId, title: groupTitle },
      codeEnd,
      isOneTime,
    }));
    return { uses, total };
  }),

  route(generateInvite, async (context, { body: { userGroupId, isOneTime, validUntil } }) => {
    const { db, siteId, caller } = context;
    await lockOwnGroup(db, siteId, caller, userGroupId);
    if ((await countActiveInvites(db, siteId, userGroupId)) >= GROUP_INVITES_MAX)
      throw new AppError(
        "conflict",
        `A user group can have ${GROUP_INVITES_MAX} active codes. Deactivate some first.`,
        {
          codes: ["tooManyInvites"],
        },
      );
    const code = createCode();
    const space = spaceOf(siteId, await lockSealKeys(db));
    const id = await insertInvite(db, siteId, {
      groupId: userGroupId,
      lookup: lookupOf(code, space),
      shown: sealCode(code, space),
      codeEnd: code.slice(-INVITE_CODE_END_CHARACTERS),
      isOneTime,
      validUntil,
      createdBy: caller.signedIn().id,
    });
    const invite = await loadInvite(context, id);
    if (invite.state === "expired")
      throw new AppError("invalid", "The end must be in the future.", { codes: ["validUntil"] });
    const actorId = caller.signedIn().id;
    await recordAudit(db, siteId, { action: "inviteCreated", actorId, objectId: id, facts: { userGroupId } });
    return invite;
  }),

  longRoute(addToGroupByCode, async ({ siteId, caller, platform, request }, { body: { code, userId } }) => {
    const { id: callerId } = caller.signedIn();
    const isOwn = userId === callerId;
    if (!isOwn) {
      if (!caller.can("managePeople"))
        throw new AppError("forbidden", "You can use a code only for yourself.", { codes: ["userId"] });
      if (!(await withSite(platform.database, siteId, (db) => isUser(db, siteId, userId)))) throw notFound("User");
    }
    const groupId = await redeemInvite(platform, { siteId, code, userId, callerId, address: request.ip });
    return withSite(platform.database, siteId, async (db) => {
      const [group] = await listUserGroupFacts(db, siteId, [groupId]);
      if (!group) throw notFound("User group");
      const opens = isOwn ? await listOpened(db, siteId, caller, groupId) : [];
      return { group: { id: group.id, title: group.title }, opens };
    });
  }),

  route(deactivateInvite, async (context, { params }) => {
    const { db, siteId, caller } = context;
    const invite = await findInvite(db, siteId, params.id);
    if (!invite) throw notFound("Invite code");
    // Does not lock the group: joining locks the code first and the group after it.
    await findOwnGroup(db, siteId, caller, invite.userGroupId);
    await updateToInactive(db, siteId, params.id);
    if (invite.isActive)
      await recordAudit(db, siteId, {
        action: "inviteDeactivated",
        actorId: caller.signedIn().id,
        objectId: params.id,
        facts: { userGroupId: invite.userGroupId },
      });
    return loadInvite(context, params.id);
  }),
];
