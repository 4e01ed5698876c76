/**
 * Enrollment forms: who fills one in comes into its user group, and the answers are kept.
 *
 * Sources: spec part 1, sections 3, 5 and 7 ("Enrollment"); decisions, "Access"; decision 0031.
 */
import { z } from "zod";
import type { Call } from "../../call.contract.ts";
import { TITLE_MAX_CHARACTERS } from "../../content/course/course.contract.ts";
import { crumb } from "../../content/item/item-card.contract.ts";
import { placedContent, seenVersion } from "../../content/item/placed-content.contract.ts";
import { RICH_TEXT_MAX_CHARACTERS } from "../../content/rich-text/rich-text-allowlist.ts";
import { tags } from "../../content/tag/tag.contract.ts";
import { id, idParams, idText } from "../../platform/ids.ts";
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

/** Which user group somebody came into, and what it opens to them now. */
const joinedGroup = z.object({
  title: z.string(),
  /** Whether they are in it still. */
  isMember: z.boolean(),
  /** First and last instant at which its members see what is assigned to it, in the site's time zone; null: none. */
  dateStart: z.string().nullable(),
  dateEnd: z.string().nullable(),
  /** `later`: it has not begun yet; `over`: it has ended. */
  time: z.enum(["now", "later", "over"]),
});

const registration = z.object({
  registeredAt: z.iso.datetime(),
  /** null: it is not there any more. */
  group: joinedGroup.nullable(),
  /** What was answered, in the form's order: also to fields that are not asked any more. */
  answers: z.array(z.object({ title: z.string(), type: fieldType, value: z.string() })),
  /** Ways down to what the group opens, as far as the caller sees it: each from the course to the thing itself. */
  opens: z.array(z.array(crumb)),
});
export type Registration = z.output<typeof registration>;

const form = z.object({
  ...placedContent,
  postId: id,
  /** Formatted text, as `core/rich-text` allows it. */
  description: z.string(),
  fields: z.array(askedField),
  /** The caller's own; null: they have not registered. */
  registration: registration.nullable(),
  /** For those who manage content; null for others. */
  userGroupId: id.nullable(),
  userGroupTitle: z.string().nullable(),
  registrationCount: z.int().nullable(),
  /** Whether the caller may see who has registered: who may change the user group. */
  canSeeRegistrations: z.boolean(),
});
export type EnrollmentForm = z.output<typeof form>;

const title = z.string().trim().min(1).max(TITLE_MAX_CHARACTERS);
const subtitle = z.string().trim().max(TITLE_MAX_CHARACTERS);
const description = z.string().max(RICH_TEXT_MAX_CHARACTERS);
const fieldId = z
  .string()
  .regex(ENROLLMENT_FIELD_ID, "an id of a field has up to 40 small letters, digits and hyphens");
/** What else is wrong with them `enrollment-form.ts` says in sentences; here only what no form could be. */
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
    /** The same as in the path. */
    enrollmentFormId: id.optional(),
    /** One answer for each field. */
    fields: z
      .array(z.strictObject({ id: fieldId, value: z.string().max(10_000) }))
      .max(2 * ENROLLMENT_FIELDS_MAX)
      .default([]),
  }),
  answer: form.extend({
    /** Whether they were registered before: then nothing has changed. */
    wasRegistered: z.boolean(),
  }),
} as const satisfies Call;

export const REGISTRATIONS_PAGE_SIZE = 50;

const q = z.string().trim().max(200).default("");

const registrations = z.object({
  /** Asked now, then those that are not asked any more but were answered. */
  fields: z.array(askedField.extend({ isCurrent: z.boolean() })),
  /** Newest first. */
  registrations: z.array(
    z.object({
      userId: id,
      name: z.string(),
      email: z.string(),
      registeredAt: z.iso.datetime(),
      /** In the order of `fields`; null: that was not asked then. */
      answers: z.array(z.string().nullable()),
      /** The user group that they came into; null: it is not there any more. */
      groupTitle: z.string().nullable(),
      /** Whether this registration has put them into it: they were not in it before. */
      hasJoined: z.boolean(),
      /** Whether they are in it still. */
      isMember: z.boolean(),
    }),
  ),
  /** Of all pages. */
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
    page: z
      .string()
      .regex(/^\d{1,6}$/)
      .transform(Number)
      .default(1),
    q,
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
    /** Of the headings and of the countries' names. */
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
    /** `true`: whoever came into the user group by this registration leaves it. */
    leavesGroup: z.enum(["true", "false"]).default("false"),
  }),
  answer: z.void(),
} as const satisfies Call;
