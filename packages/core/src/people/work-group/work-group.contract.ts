/** Work groups: people who share annotations and notes. Source: spec part 2, sections 3 to 8. */
import { z } from "zod";
import type { Call } from "../../call.contract.ts";
import { id, idParams, idText } from "../../platform/ids.ts";
import { pageNumberText } from "../../platform/list-query.ts";
import { isEmailAddress } from "./email-address.ts";
import { WORK_GROUP_TITLE_MAX_CHARACTERS } from "./work-group-limits.ts";

const title = z.string().trim().min(1).max(WORK_GROUP_TITLE_MAX_CHARACTERS);

const workGroup = z.object({
  id,
  title: z.string(),
  /** The owner first, then by name. Without email addresses, since knowing one is enough to add a person. */
  users: z.array(z.object({ id, displayName: z.string(), isOwner: z.boolean() })),
  /** Whether the caller is the owner. */
  isUserOwner: z.boolean(),
  /** Whether the caller may rename and delete it, add and remove members. */
  userCanEdit: z.boolean(),
});
export type WorkGroup = z.output<typeof workGroup>;

/** A work group that the caller was added to and has not confirmed yet. */
export const newMembership = z.object({
  id,
  title: z.string(),
  /** Display name of its owner, who added the caller. */
  addedBy: z.string(),
});
export type NewMembership = z.output<typeof newMembership>;

export const listWorkGroups = {
  method: "GET",
  path: "/v2/workgroups",
  summary: "List the caller's work groups by title: up to 100 owned and 100 joined",
  policy: "learn",
  answer: z.array(workGroup),
} as const satisfies Call;

/** Work groups on a page of `listAllWorkGroups`. */
export const WORK_GROUPS_A_PAGE = 50;

const listedWorkGroup = z.object({
  id,
  title: z.string(),
  ownerName: z.string(),
  memberCount: z.int(),
});
export type ListedWorkGroup = z.output<typeof listedWorkGroup>;

export const listAllWorkGroups = {
  method: "GET",
  path: "/v2/workgroups/all",
  summary: "List all work groups of the site by title, 50 per page",
  policy: "managePeople",
  query: z.object({
    /** Part of a title or of the owner's name. */
    q: z.string().trim().max(WORK_GROUP_TITLE_MAX_CHARACTERS).default(""),
    page: pageNumberText,
  }),
  answer: z.object({ groups: z.array(listedWorkGroup), total: z.int().nonnegative() }),
} as const satisfies Call;

export const getWorkGroup = {
  method: "GET",
  path: "/v2/workgroups/{id}",
  summary: "Get a work group of the caller; any for administrators",
  policy: "learn",
  params: idParams,
  answer: workGroup,
} as const satisfies Call;

export const createWorkGroup = {
  method: "POST",
  path: "/v2/workgroups/",
  summary: "Create a work group owned by the caller",
  policy: "learn",
  isCreating: true,
  body: z.strictObject({ title }),
  answer: workGroup,
} as const satisfies Call;

export const addToWorkGroup = {
  method: "POST",
  path: "/v2/workgroups/add",
  summary: "Add the user with this email address to a work group of the caller; no effect if already a member",
  policy: "learn",
  body: z.strictObject({
    groupId: id,
    email: z.string().trim().refine(isEmailAddress, "this is not an email address"),
  }),
  answer: workGroup,
} as const satisfies Call;

export const updateWorkGroup = {
  method: "PUT",
  path: "/v2/workgroups/{id}",
  summary: "Rename a work group of the caller; any for administrators",
  policy: "learn",
  params: idParams,
  body: z.strictObject({ title }),
  answer: workGroup,
} as const satisfies Call;

export const deleteWorkGroup = {
  method: "DELETE",
  path: "/v2/workgroups/{id}",
  summary: "Delete a work group of the caller with its notes and annotations; any for administrators",
  policy: "learn",
  params: idParams,
  answer: z.void(),
} as const satisfies Call;

export const restoreWorkGroup = {
  method: "POST",
  path: "/v2/workgroups/{id}/restore",
  summary: "Restore a deleted work group with its members, notes and annotations",
  policy: "learn",
  params: idParams,
  answer: workGroup,
} as const satisfies Call;

export const keepWorkGroup = {
  method: "PUT",
  path: "/v2/workgroups/{id}/keep",
  summary: "Confirm membership in a work group the caller was added to; removes its notice",
  policy: "learn",
  params: idParams,
  answer: z.void(),
} as const satisfies Call;

export const kickFromWorkGroup = {
  method: "DELETE",
  path: "/v2/workgroups/{id}/kick/{userId}",
  summary: "Remove a member from a work group of the caller, or leave a work group",
  policy: "learn",
  params: z.object({ id: idText, userId: idText }),
  answer: z.void(),
} as const satisfies Call;
