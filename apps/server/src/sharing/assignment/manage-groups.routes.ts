import { explainAccess } from "@parfocal/core/assignment/why.contract.ts";
import {
  createUserGroup,
  deleteUserGroup,
  listGroupEntries,
  pageUserGroups,
} from "@parfocal/core/user-group/manage-groups.contract.ts";
import { type RouteContext, route } from "#platform/http/route.ts";
import { listUserGroupFacts } from "#user-group/user-group.queries.ts";
import { listChangeable } from "./assignment-rights.ts";
import { addGroup, removeGroup } from "./change-groups.ts";
import { explainAccessOf } from "./explain-access.ts";
import { noUserGroup } from "./load-assignments.ts";
import { countResources, countWorkingVouchers, findGroupPage, listEntries } from "./managed-group.queries.ts";

/** IDs of the groups that the caller may change; null: all groups of the site. */
async function listOwnIds({ db, siteId, caller }: RouteContext): Promise<number[] | null> {
  if (caller.can("managePeople")) return null;
  return [...(await listChangeable(db, siteId, caller, await listUserGroupFacts(db, siteId)))];
}

export const manageGroupsRoutes = [
  route(pageUserGroups, async (context, { query: { own, ...question } }) => {
    const { db, siteId, caller } = context;
    const amongIds = own ? await listOwnIds(context) : null;
    const { ids, total } = await findGroupPage(db, siteId, { ...question, amongIds });
    const facts = await listUserGroupFacts(db, siteId, ids);
    const changeable = await listChangeable(db, siteId, caller, facts);
    const resources = await countResources(db, siteId, ids);
    const groups = facts.map(({ id, title, userCount, dateStart, dateEnd }) => ({
      id,
      title,
      userCount,
      resourceCount: resources.get(id) ?? 0,
      dateStart,
      dateEnd,
      userCanEdit: changeable.has(id),
    }));
    return { groups: groups.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id)), total };
  }),

  route(createUserGroup, async ({ db, siteId, caller }, { body }) => {
    const id = await addGroup(db, siteId, caller, body);
    return { id, title: body.title };
  }),

  route(deleteUserGroup, ({ db, siteId, caller }, { params }) => removeGroup(db, siteId, caller, params.id)),

  route(explainAccess, ({ db, siteId }, { query }) => explainAccessOf(db, siteId, query)),

  route(listGroupEntries, async ({ db, siteId }, { params }) => {
    if ((await listUserGroupFacts(db, siteId, [params.id])).length === 0) throw noUserGroup();
    return {
      items: await listEntries(db, siteId, params.id),
      voucherCount: await countWorkingVouchers(db, siteId, params.id),
    };
  }),
];
