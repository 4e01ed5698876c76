/**
 * User groups and what is assigned to them: who sees what.
 *
 * Sources: spec part 1, sections 3 ("Assignment (user group)"), 5, 7 and 8; part 2, section 7; decisions, "Access" and
 * "Roles". An assignment's id is its user group's: dates and entity types are the group's, wherever it is assigned.
 */
import { z } from "zod";
import type { Call } from "../../call.contract.ts";
import { crumb } from "../../content/item/item-card.contract.ts";
import { id, idParams, idText } from "../../platform/ids.ts";
import { siteDate } from "../../platform/site-date.contract.ts";
import { ASSIGNMENT_SEARCH_MIN_CHARACTERS, USER_GROUP_TITLE_MAX_CHARACTERS } from "./assignment-limits.ts";
import { ENTITY_TYPES } from "./entity-types.ts";

const title = z.string().trim().min(1).max(USER_GROUP_TITLE_MAX_CHARACTERS);
const entityRule = z.enum(["allow", "deny"]);
const entityType = z.enum(ENTITY_TYPES);

const assignment = z.object({
  /** Of the user group. */
  id,
  title: z.string(),
  /** First and last instant at which its members see what is assigned to it, in the site's time zone; null: none. */
  dateStart: z.string().nullable(),
  dateEnd: z.string().nullable(),
  entities: z.record(entityType, entityRule),
  userCount: z.int(),
  /** By name; empty for those who may not change the group. */
  users: z.array(z.object({ id, name: z.string(), email: z.string() })),
  /** What it is assigned to, by title. */
  resources: z.array(crumb),
  userCanEdit: z.boolean(),
});
export type Assignment = z.output<typeof assignment>;

const resourceAssignments = z.object({
  resource: crumb,
  /** By title. */
  assignments: z.array(assignment),
  /** Where nothing is assigned here: the nearest places above that decide instead, one for each way. */
  inherited: z.array(z.object({ from: crumb, assignments: z.array(assignment) })),
  /** Whether the caller may assign groups here. */
  userCanEdit: z.boolean(),
});
export type ResourceAssignments = z.output<typeof resourceAssignments>;

export const listResourceAssignments = {
  method: "GET",
  path: "/v2/assignment/resource/{resourceId}",
  summary: "The user groups to which a course, folder or item is assigned, or those that it has from above",
  policy: "manageContent",
  params: z.object({ resourceId: idText }),
  answer: resourceAssignments,
} as const satisfies Call;

const foundGroup = z.object({ id, title: z.string(), userCount: z.int() });
export type FoundGroup = z.output<typeof foundGroup>;

export const searchAssignments = {
  method: "GET",
  path: "/v2/assignment/search",
  summary: "User groups by part of their title, from 3 characters on",
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
  summary: "A user group with its members and what is assigned to it",
  policy: "manageContent",
  params: idParams,
  answer: assignment,
} as const satisfies Call;

const groupWishes = {
  /** null: none. */
  dateStart: siteDate.nullable().optional(),
  dateEnd: siteDate.nullable().optional(),
  /** What is not named is allowed, or stays. */
  entities: z.partialRecord(entityType, entityRule).optional(),
};

export const createAssignment = {
  method: "POST",
  path: "/v2/assignment/{id}",
  summary: "Make a user group and assign a course, folder or item to it, whose id this is",
  policy: "manageContent",
  isCreating: true,
  params: idParams,
  body: z.strictObject({ title, ...groupWishes }),
  answer: assignment,
} as const satisfies Call;

export const updateAssignment = {
  method: "PUT",
  path: "/v2/assignment/{id}",
  summary: "Change a user group: title, dates, entity types; what is left out stays",
  policy: "manageContent",
  params: idParams,
  body: z.strictObject({ title: title.optional(), ...groupWishes }),
  answer: assignment,
} as const satisfies Call;

const groupAndResource = z.object({ id: idText, resourceId: idText });

export const assignResource = {
  method: "PUT",
  path: "/v2/assignment/{id}/resource/{resourceId}",
  summary: "Assign a course, folder or item to a user group that there is",
  policy: "manageContent",
  params: groupAndResource,
  answer: assignment,
} as const satisfies Call;

export const unassignResource = {
  method: "DELETE",
  path: "/v2/assignment/{id}/resource/{resourceId}",
  summary: "Take a course, folder or item from a user group; an empty group that has nothing else is deleted",
  policy: "manageContent",
  params: groupAndResource,
  answer: z.void(),
} as const satisfies Call;

const groupAndUser = z.object({ id: idText, userId: idText });

export const addGroupUser = {
  method: "PUT",
  path: "/v2/assignment/{id}/user/{userId}",
  summary: "Put somebody into a user group; one who is in it stays",
  policy: "manageContent",
  params: groupAndUser,
  answer: assignment,
} as const satisfies Call;

export const removeGroupUser = {
  method: "DELETE",
  path: "/v2/assignment/{id}/user/{userId}",
  summary: "Take somebody out of a user group; one who is not in it stays out",
  policy: "manageContent",
  params: groupAndUser,
  answer: assignment,
} as const satisfies Call;
