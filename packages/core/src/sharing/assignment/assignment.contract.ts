/**
 * User groups and their assignments to content.
 *
 * Sources: spec part 1, sections 3 ("Assignment (user group)"), 5, 7 and 8; part 2, section 7; decisions, "Access" and
 * "Roles". An assignment's id is its user group's: dates and entity types are the group's, wherever it is assigned.
 */
import { z } from "zod";
import type { Call } from "../../call.contract.ts";
import { crumb } from "../../content/item/item-card.contract.ts";
import { id, idParams, idText } from "../../platform/ids.ts";
import { pageNumberText } from "../../platform/list-query.ts";
import { siteDate } from "../../platform/site-date.contract.ts";
import { ASSIGNMENT_SEARCH_MIN_CHARACTERS, USER_GROUP_TITLE_MAX_CHARACTERS } from "./assignment-limits.ts";
import { ENTITY_TYPES } from "./entity-types.ts";

const title = z.string().trim().min(1).max(USER_GROUP_TITLE_MAX_CHARACTERS);
const entityRule = z.enum(["allow", "deny"]);
const entityType = z.enum(ENTITY_TYPES);

const assignment = z.object({
  /** ID of the user group. */
  id,
  title: z.string(),
  /** First and last instant of its members' access, in the site's time zone; null: unlimited. */
  dateStart: z.string().nullable(),
  dateEnd: z.string().nullable(),
  entities: z.record(entityType, entityRule),
  userCount: z.int(),
  /**
   * Sorted by name: the first 500 (`getAssignment` returns the others), the first 20 where several groups are listed;
   * empty if the caller may not change the group.
   */
  users: z.array(z.object({ id, name: z.string(), email: z.string() })),
  /** Places it is assigned to, sorted by title: the first 500; where several groups are listed, the first 10. */
  resources: z.array(crumb),
  resourceCount: z.int(),
  userCanEdit: z.boolean(),
});
export type Assignment = z.output<typeof assignment>;

const resourceAssignments = z.object({
  resource: crumb,
  /** Sorted by title. */
  assignments: z.array(assignment),
  /** If nothing is assigned here: the nearest ancestors that decide instead, one per path. */
  inherited: z.array(z.object({ from: crumb, assignments: z.array(assignment) })),
  /** Whether the caller may assign groups here. */
  userCanEdit: z.boolean(),
});
export type ResourceAssignments = z.output<typeof resourceAssignments>;

export const listResourceAssignments = {
  method: "GET",
  path: "/v2/assignment/resource/{resourceId}",
  summary: "List the user groups of a course, folder or item, own or inherited",
  policy: "manageContent",
  params: z.object({ resourceId: idText }),
  answer: resourceAssignments,
} as const satisfies Call;

const foundGroup = z.object({ id, title: z.string(), userCount: z.int() });

export const searchAssignments = {
  method: "GET",
  path: "/v2/assignment/search",
  summary: "Search user groups by part of their title (at least 3 characters)",
  policy: "manageContent",
  query: z.object({
    q: z
      .string()
      .trim()
      .min(ASSIGNMENT_SEARCH_MIN_CHARACTERS, `write at least ${ASSIGNMENT_SEARCH_MIN_CHARACTERS} characters`)
      .max(USER_GROUP_TITLE_MAX_CHARACTERS),
  }),
  answer: z.array(foundGroup),
} as const satisfies Call;

export const getAssignment = {
  method: "GET",
  path: "/v2/assignment/{id}",
  summary:
    "Get a user group with its assigned items and a page of its members: 500, by name; a page with fewer is the last",
  policy: "manageContent",
  params: idParams,
  query: z.object({ page: pageNumberText }),
  answer: assignment,
} as const satisfies Call;

const groupFields = {
  /** Null: unlimited. */
  dateStart: siteDate.nullable().optional(),
  dateEnd: siteDate.nullable().optional(),
  /** Omitted kinds are allowed, or unchanged. */
  entities: z.partialRecord(entityType, entityRule).optional(),
};

export const createAssignment = {
  method: "POST",
  path: "/v2/assignment/{id}",
  summary: "Create a user group and assign the course, folder or item with this ID to it",
  policy: "manageContent",
  isCreating: true,
  params: idParams,
  body: z.strictObject({ title, ...groupFields }),
  answer: assignment,
} as const satisfies Call;

export const updateAssignment = {
  method: "PUT",
  path: "/v2/assignment/{id}",
  summary: "Update the title, dates and entity types of a user group; omitted fields are unchanged",
  policy: "manageContent",
  params: idParams,
  body: z.strictObject({ title: title.optional(), ...groupFields }),
  answer: assignment,
} as const satisfies Call;

const groupAndResource = z.object({ id: idText, resourceId: idText });

export const assignResource = {
  method: "PUT",
  path: "/v2/assignment/{id}/resource/{resourceId}",
  summary: "Assign a course, folder or item to an existing user group",
  policy: "manageContent",
  params: groupAndResource,
  answer: assignment,
} as const satisfies Call;

export const unassignResource = {
  method: "DELETE",
  path: "/v2/assignment/{id}/resource/{resourceId}",
  summary: "Remove a course, folder or item from a user group; a group left without members and items is deleted",
  policy: "manageContent",
  params: groupAndResource,
  answer: z.void(),
} as const satisfies Call;

const groupAndUser = z.object({ id: idText, userId: idText });

export const addGroupUser = {
  method: "PUT",
  path: "/v2/assignment/{id}/user/{userId}",
  summary: "Add a user to a user group; no effect if already a member",
  policy: "manageContent",
  params: groupAndUser,
  answer: assignment,
} as const satisfies Call;

export const removeGroupUser = {
  method: "DELETE",
  path: "/v2/assignment/{id}/user/{userId}",
  summary: "Remove a user from a user group; no effect if not a member",
  policy: "manageContent",
  params: groupAndUser,
  answer: assignment,
} as const satisfies Call;
