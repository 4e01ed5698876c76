/**
 * Enrollment forms: registering adds a person to the form's user group and stores the answers.
 *
 * Sources: spec part 1, sections 3, 5 and 7 ("Enrollment"); decisions, "Access"; decision 0031.
 */
import { z } from "zod";
import type { Call } from "../../call.contract.ts";
import { crumb } from "../../content/item/item-card.contract.ts";
import { subtitle, title } from "../../content/item/item-text.contract.ts";
import { placedContent, seenVersion } from "../../content/item/placed-content.contract.ts";
import { RICH_TEXT_MAX_CHARACTERS } from "../../content/rich-text/rich-text-allowlist.ts";
import { tags } from "../../content/tag/tag.contract.ts";
import { id, idParams, idText } from "../../platform/ids.ts";
import { pageNumberText, searchText } from "../../platform/list-query.ts";
import {
  ENROLLMENT_FIELD_ID,
  ENROLLMENT_FIELD_TITLE_MAX_CHARACTERS,
  ENROLLMENT_FIELD_TYPES,
  ENROLLMENT_FIELDS_MAX,
  ENROLLMENT_OPTION_MAX_CHARACTERS,
  ENROLLMENT_OPTIONS_MAX,
} from "./enrollment-form.ts";
import { REGISTRATION_LANGUAGES } from "./registrations-csv.ts";

const fieldType = z.enum(ENROLLMENT_FIELD_TYPES);
const askedField = z.object({ id: z.string(), title: z.string(), type: fieldType, options: z.array(z.string()) });

/** The user group that a person joined, and the content it currently opens. */
const joinedGroup = z.object({
  title: z.string(),
  /** Whether they are still a member. */
  isMember: z.boolean(),
  /** First and last instant of its members' access, in the site's time zone; null: unlimited. */
  dateStart: z.string().nullable(),
  dateEnd: z.string().nullable(),
  /** `later`: not started yet; `over`: ended. */
  time: z.enum(["now", "later", "over"]),
});

const registration = z.object({
  registeredAt: z.iso.datetime(),
  /** Null: deleted. */
  group: joinedGroup.nullable(),
  /** The answers in form order, including those to former fields. */
  answers: z.array(z.object({ title: z.string(), type: fieldType, value: z.string() })),
  /** Paths to the content opened by the group, as visible to the caller, from the course to the item. */
  opens: z.array(z.array(crumb)),
});
export type Registration = z.output<typeof registration>;

const form = z.object({
  ...placedContent,
  postId: id,
  /** Formatted text that follows the allowlist of `core/rich-text`. */
  description: z.string(),
  fields: z.array(askedField),
  /** The caller's own registration; null: none. */
  registration: registration.nullable(),
  /** For content managers; null for others. */
  userGroupId: id.nullable(),
  userGroupTitle: z.string().nullable(),
  registrationCount: z.int().nullable(),
  /** Whether the caller may see the registrations, i.e. may change the user group. */
  canSeeRegistrations: z.boolean(),
});
export type EnrollmentForm = z.output<typeof form>;

const description = z.string().max(RICH_TEXT_MAX_CHARACTERS);
const fieldId = z
  .string()
  .regex(ENROLLMENT_FIELD_ID, "an id of a field has up to 40 small letters, digits and hyphens");
/** Basic checks only; `enrollment-form.ts` checks the rest with user-facing messages. */
const fields = z
  .array(
    z.strictObject({
      id: fieldId,
      title: z.string().max(2 * ENROLLMENT_FIELD_TITLE_MAX_CHARACTERS),
      type: fieldType,
      options: z
        .array(z.string().max(2 * ENROLLMENT_OPTION_MAX_CHARACTERS))
        .max(2 * ENROLLMENT_OPTIONS_MAX)
        .default([]),
    }),
  )
  .max(2 * ENROLLMENT_FIELDS_MAX);

export const getEnrollmentForm = {
  method: "GET",
  path: "/v2/enrollmentForm/{id}",
  summary: "Get an enrollment form and whether the caller has registered",
  policy: "seesSite",
  params: idParams,
  query: z.object({ parent: idText.optional() }),
  answer: form,
} as const satisfies Call;

export const createEnrollmentForm = {
  method: "POST",
  path: "/v2/enrollmentForm/",
  summary: "Add an enrollment form to a course or folder; its user group must be one that the caller may change",
  policy: "manageContent",
  isCreating: true,
  body: z.strictObject({
    title,
    parentId: id,
    userGroupId: id,
    subtitle: subtitle.default(""),
    description: description.default(""),
    fields: fields.default([]),
  }),
  answer: form,
} as const satisfies Call;

export const updateEnrollmentForm = {
  method: "PUT",
  path: "/v2/enrollmentForm/{id}",
  summary: "Update an enrollment form; omitted fields and all registrations are unchanged",
  policy: "manageContent",
  params: idParams,
  body: z.strictObject({
    title: title.optional(),
    subtitle: subtitle.optional(),
    description: description.optional(),
    userGroupId: id.optional(),
    fields: fields.optional(),
    tags: tags.optional(),
    thumbnailMediaId: id.nullable().optional(),
    seen: z
      .strictObject({ title: seenVersion, subtitle: seenVersion, description: seenVersion, fields: seenVersion })
      .optional(),
  }),
  answer: form,
} as const satisfies Call;

export const enroll = {
  method: "POST",
  path: "/v2/enrollmentForm/{id}/enroll",
  summary: "Register with an enrollment form and join its user group; repeating has no effect",
  policy: "signedIn",
  isCreating: true,
  params: idParams,
  body: z.strictObject({
    /** Same as in the path. */
    enrollmentFormId: id.optional(),
    /** One answer per field. */
    fields: z
      .array(z.strictObject({ id: fieldId, value: z.string().max(10_000) }))
      .max(2 * ENROLLMENT_FIELDS_MAX)
      .default([]),
  }),
  answer: form.extend({
    /** Whether they had registered before; nothing has changed then. */
    wasRegistered: z.boolean(),
  }),
} as const satisfies Call;

export const REGISTRATIONS_PAGE_SIZE = 50;

const registrations = z.object({
  /** Current fields, then former ones that have answers. */
  fields: z.array(askedField.extend({ isCurrent: z.boolean() })),
  /** Newest first. */
  registrations: z.array(
    z.object({
      userId: id,
      name: z.string(),
      email: z.string(),
      registeredAt: z.iso.datetime(),
      /** In the order of `fields`; null: the field did not exist then. */
      answers: z.array(z.string().nullable()),
      /** The user group that they joined; null: deleted. */
      groupTitle: z.string().nullable(),
      /** Whether this registration made them a member (they were not before). */
      hasJoined: z.boolean(),
      /** Whether they are still a member. */
      isMember: z.boolean(),
    }),
  ),
  /** Total of all pages. */
  total: z.int(),
});
export type Registrations = z.output<typeof registrations>;

export const listRegistrations = {
  method: "GET",
  path: "/v2/enrollmentForm/{id}/registrations",
  summary: "Search registrations by name, email address and answers, newest first, 50 per page",
  policy: "manageContent",
  params: idParams,
  query: z.object({
    page: pageNumberText,
    q: searchText,
  }),
  answer: registrations,
} as const satisfies Call;

/** Answers a file, not JSON: `registrations.csv`. */
export const exportRegistrations = {
  method: "GET",
  path: "/v2/enrollmentForm/{id}/registrations.csv",
  summary: "Export all registrations as CSV",
  policy: "manageContent",
  params: idParams,
  query: z.object({
    /** Language of the headings and country names. */
    language: z.enum(REGISTRATION_LANGUAGES).default("en"),
  }),
  answer: z.unknown(),
} as const satisfies Call;

export const removeRegistration = {
  method: "DELETE",
  path: "/v2/enrollmentForm/{id}/registrations/{userId}",
  summary: "Delete a registration with its answers; optionally remove the person from the user group it added them to",
  policy: "manageContent",
  params: z.object({ id: idText, userId: idText }),
  query: z.object({
    /** `true`: people who joined the user group by this registration leave it. */
    leavesGroup: z.enum(["true", "false"]).default("false"),
  }),
  answer: z.void(),
} as const satisfies Call;
