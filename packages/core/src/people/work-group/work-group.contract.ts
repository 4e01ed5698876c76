/** Work groups: people who annotate and take notes together. Source: spec part 2, sections 3 to 8. */
import { z } from "zod";
import type { Call } from "../../call.contract.ts";
import { id, idParams, idText } from "../../platform/ids.ts";
import { isEmailAddress } from "./email-address.ts";
import { WORK_GROUP_TITLE_MAX_CHARACTERS } from "./work-group-limits.ts";

const title = z.string().trim().min(1).max(WORK_GROUP_TITLE_MAX_CHARACTERS);

const workGroup = z.object({
  id,
  title: z.string(),
  /** Who made it first, then by name. No e-mail addresses: knowing one is what lets somebody in. */
  users: z.array(z.object({ id, displayName: z.string(), isOwner: z.boolean() })),
  /** Whether the caller made it. */
  isUserOwner: z.boolean(),
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
  summary: "The work groups that the caller is in, by title: at most 100 of their own and 100 of others",
  policy: "learn",
  answer: z.array(workGroup),
} as const satisfies Call;

export const getWorkGroup = {
  method: "GET",
  path: "/v2/workgroups/{id}",
  summary: "One work group that the caller is in",
  policy: "learn",
  params: idParams,
  answer: workGroup,
} as const satisfies Call;

export const createWorkGroup = {
  method: "POST",
  path: "/v2/workgroups/",
  summary: "Make a work group, with the caller as its first member",
  policy: "learn",
  isCreating: true,
  body: z.strictObject({ title }),
  answer: workGroup,
} as const satisfies Call;

export const addToWorkGroup = {
  method: "POST",
  path: "/v2/workgroups/add",
  summary: "Put the user with an e-mail address into a work group of one's own; one who is in it stays",
  policy: "learn",
  body: z.strictObject({
    groupId: id,
    email: z.string().trim().refine(isEmailAddress, "this is no e-mail address"),
  }),
  answer: workGroup,
} as const satisfies Call;

export const updateWorkGroup = {
  method: "PUT",
  path: "/v2/workgroups/{id}",
  summary: "Give a work group of one's own another title",
  policy: "learn",
  params: idParams,
  body: z.strictObject({ title }),
  answer: workGroup,
} as const satisfies Call;

export const deleteWorkGroup = {
  method: "DELETE",
  path: "/v2/workgroups/{id}",
  summary: "Delete a work group of one's own, with its notes and annotations",
  policy: "learn",
  params: idParams,
  answer: z.void(),
} as const satisfies Call;

export const restoreWorkGroup = {
  method: "POST",
  path: "/v2/workgroups/{id}/restore",
  summary: "Bring a deleted work group of one's own back, with its members, notes and annotations",
  policy: "learn",
  params: idParams,
  answer: workGroup,
} as const satisfies Call;

export const keepWorkGroup = {
  method: "PUT",
  path: "/v2/workgroups/{id}/keep",
  summary: "Confirm that the caller wants to stay in a work group that they were added to; ends its notice",
  policy: "learn",
  params: idParams,
  answer: z.void(),
} as const satisfies Call;

export const kickFromWorkGroup = {
  method: "DELETE",
  path: "/v2/workgroups/{id}/kick/{userId}",
  summary: "Take a member out of a work group of one's own, or leave one",
  policy: "learn",
  params: z.object({ id: idText, userId: idText }),
  answer: z.void(),
} as const satisfies Call;
